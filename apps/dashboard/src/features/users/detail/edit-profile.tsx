import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.js';
import { queryClient } from '../../../api/query-client.js';
import { useVersionedEdit } from '../../../api/versioned-edit.js';
import { Field } from '../../../components/controls/field.js';
import { Input } from '../../../components/controls/inputs.js';
import { Problem } from '../../../components/feedback/problem.js';
import { toast } from '../../../components/feedback/toasts.js';
import { Conflict } from '../../../components/overlays/conflict.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { changeUser, userQuery, type User } from '../../../api/resources/users.js';
import { TEXTS } from '../texts.js';

interface Profile {
  name: string;
  email: string;
}

export function EditProfile({ user, onClose }: { user: User; onClose: () => void }) {
  const [profile, setProfile] = useState<Profile>({ name: user.name, email: user.email });
  const { theirs, save, submit, keepMine } = useVersionedEdit(user, {
    change: (to) => changeUser(to, profile),
    reread: () => queryClient.fetchQuery({ ...userQuery(user.accountId, user.id), staleTime: 0 }),
    onSaved: ({ name }) => {
      toast(TEXTS.saved(name));
      onClose();
    },
  });
  const errors = fieldErrors(save.error);
  if (theirs)
    return (
      <Conflict
        title={TEXTS.conflictTitle}
        fields={(['name', 'email'] as const).map((field) => ({
          label: TEXTS[field],
          mine: profile[field],
          theirs: theirs[field],
        }))}
        onKeepMine={() => keepMine(theirs)}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={TEXTS.editTitle}
      cancel={TEXTS.cancel}
      confirm={TEXTS.save}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={TEXTS.name} error={errors['name']}>
        {(control) => (
          <Input
            {...control}
            value={profile.name}
            onChange={({ target }) => setProfile({ ...profile, name: target.value })}
          />
        )}
      </Field>
      <Field label={TEXTS.email} error={errors['email']}>
        {(control) => (
          <Input
            {...control}
            type="text"
            inputMode="email"
            value={profile.email}
            onChange={({ target }) => setProfile({ ...profile, email: target.value })}
          />
        )}
      </Field>
      {save.error && Object.keys(errors).length === 0 && <Problem error={save.error} />}
    </FormDialog>
  );
}
