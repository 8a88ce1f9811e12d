import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.js';
import { queryClient } from '../../../api/query-client.js';
import { useVersionedEdit } from '../../../api/versioned-edit.js';
import { TextField } from '../../../components/controls/field.js';
import { toast } from '../../../components/feedback/toasts.js';
import { Conflict } from '../../../components/overlays/conflict.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { changeUser } from '../../../api/resources/user-commands.js';
import { userQuery, type User } from '../../../api/resources/users.js';
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
      confirm={TEXTS.save}
      sends={save}
      fields={['name', 'email']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={TEXTS.name}
        error={errors['name']}
        value={profile.name}
        onText={(name) => setProfile({ ...profile, name })}
      />
      <TextField
        label={TEXTS.email}
        error={errors['email']}
        type="text"
        inputMode="email"
        value={profile.email}
        onText={(email) => setProfile({ ...profile, email })}
      />
    </FormDialog>
  );
}
