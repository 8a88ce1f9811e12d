import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.js';
import { Field } from '../../../components/controls/field.js';
import { Input } from '../../../components/controls/inputs.js';
import { Problem } from '../../../components/feedback/problem.js';
import { toast } from '../../../components/feedback/toasts.js';
import { DialogButtons } from '../../../components/overlays/dialog-buttons.js';
import { Dialog } from '../../../components/overlays/dialog.js';
import { createGroup } from '../commands.js';
import { TEXTS } from '../texts.js';

export function CreateGroup({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => createGroup(accountId, name.trim()),
    onSuccess: (group) => {
      toast(TEXTS.created(group.name));
      void navigate({ to: '/a/$account/groups/$group', params: { account: accountId, group: group.id } });
    },
  });
  const errors = fieldErrors(create.error);
  return (
    <Dialog
      title={TEXTS.createTitle}
      onClose={onClose}
      footer={
        <DialogButtons
          cancel={TEXTS.cancel}
          confirm={TEXTS.create}
          form="create-group"
          busy={create.isPending}
          disabled={!name.trim()}
          onClose={onClose}
        />
      }
    >
      <form
        id="create-group"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Field label={TEXTS.name} hint={TEXTS.nameHint} error={errors['name']}>
          {(control) => (
            <Input {...control} autoFocus value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        {create.error && !errors['name'] && <Problem error={create.error} />}
      </form>
    </Dialog>
  );
}
