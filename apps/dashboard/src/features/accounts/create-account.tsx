import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldErrors } from '../../api/failure.js';
import { Field } from '../../components/controls/field.js';
import { Input } from '../../components/controls/inputs.js';
import { Problem } from '../../components/feedback/problem.js';
import { toast } from '../../components/feedback/toasts.js';
import { DialogButtons } from '../../components/overlays/dialog-buttons.js';
import { Dialog } from '../../components/overlays/dialog.js';
import { createAccount } from './queries.js';
import { TEXTS } from './texts.js';

export function CreateAccount({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: createAccount,
    onSuccess: ({ id, name: created }) => {
      toast(TEXTS.created(created));
      void navigate({ to: '/a/$account', params: { account: id } });
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
          form="create-account"
          busy={create.isPending}
          disabled={!name.trim()}
          onClose={onClose}
        />
      }
    >
      <form
        id="create-account"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(name.trim());
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
