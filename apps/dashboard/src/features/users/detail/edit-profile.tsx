import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isRollbookError } from '#libs/client';
import { fieldErrors } from '../../../api/failure.js';
import { queryClient } from '../../../api/query-client.js';
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
  // As it was when the dialog opened: a change made by others since then is a conflict, and is not overwritten.
  const [base, setBase] = useState(user);
  const [profile, setProfile] = useState<Profile>({ name: user.name, email: user.email });
  const [theirs, setTheirs] = useState<User>();
  const save = useMutation({
    mutationFn: (to: User) => changeUser(to, profile),
    onSuccess: ({ name }) => {
      toast(TEXTS.saved(name));
      onClose();
    },
    onError: async (error) => {
      if (isRollbookError(error, 'version_mismatch'))
        setTheirs(await queryClient.fetchQuery({ ...userQuery(user.accountId, user.id), staleTime: 0 }));
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
        onKeepMine={() => {
          setBase(theirs);
          setTheirs(undefined);
          save.mutate(theirs);
        }}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={TEXTS.editTitle}
      cancel={TEXTS.cancel}
      confirm={TEXTS.save}
      busy={save.isPending}
      onSubmit={() => save.mutate(base)}
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
