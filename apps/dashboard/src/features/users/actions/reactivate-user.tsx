import { useMutation } from '@tanstack/react-query';
import { toast } from '../../../components/feedback/toasts.js';
import { Confirm } from '../../../components/overlays/confirm.js';
import { setSuspended, type User } from '../../../api/resources/users.js';
import { TEXTS } from '../texts.js';
import { ACTION_TEXTS } from './texts.js';
import { WouldDo } from './would-do.js';

export function ReactivateUser({ user, onClose }: { user: User; onClose: () => void }) {
  const reactivate = useMutation({
    mutationFn: () => setSuspended(user, false),
    onSuccess: () => {
      toast(TEXTS.reactivated(user.name));
      onClose();
    },
  });
  return (
    <Confirm
      title={ACTION_TEXTS.reactivateTitle(user.name)}
      action={TEXTS.reactivate}
      busy={reactivate.isPending}
      error={reactivate.error}
      onConfirm={() => reactivate.mutate()}
      onClose={onClose}
    >
      <p className="text-muted">{ACTION_TEXTS.reactivateWhat}</p>
      <WouldDo user={user} action="reactivate" />
    </Confirm>
  );
}
