import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { fieldErrors } from '../../api/failure.js';
import { TextField } from '../../components/controls/field.js';
import { Confirm } from '../../components/overlays/confirm.js';
import type { User } from '../../api/resources/users.js';
import { TEXTS } from './texts.js';

export default function SeeAsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const { accountId, id: userId, name } = user;
  const see = useMutation({
    mutationFn: () =>
      api.post('/v1/accounts/{accountId}/users/{userId}/see-as', {
        path: { accountId, userId },
        body: { reason },
      }),
    // A new page: nothing that was read as oneself may remain.
    onSuccess: () => location.assign(`/a/${accountId}`),
  });
  const error = fieldErrors(see.error)['reason'];
  return (
    <Confirm
      title={TEXTS.title(name)}
      action={TEXTS.action}
      blocked={!reason.trim() && TEXTS.reasonFirst}
      sends={{ isPending: see.isPending || see.isSuccess, error: see.error }}
      fields={['reason']}
      onConfirm={() => see.mutate()}
      onClose={onClose}
    >
      <p className="text-muted">{TEXTS.what}</p>
      <TextField
        label={TEXTS.reason}
        hint={TEXTS.reasonHint}
        error={error}
        value={reason}
        onText={setReason}
      />
    </Confirm>
  );
}
