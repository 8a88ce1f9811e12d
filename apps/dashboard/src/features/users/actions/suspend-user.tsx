import { useMutation } from '@tanstack/react-query';
import { toast } from '../../../components/feedback/toasts.js';
import { Confirm } from '../../../components/overlays/confirm.js';
import { setSuspended, type User } from '../../../api/resources/users.js';
import { TEXTS } from '../texts.js';
import { ACTION_TEXTS } from './texts.js';
import { WouldDo } from './would-do.js';

export function SuspendUser({ user, onClose }: { user: User; onClose: () => void }) {
  const suspend = useMutation({
    mutationFn: () => setSuspended(user, true),
    onSuccess: () => {
      toast(ACTION_TEXTS.suspended(user.name));
      onClose();
    },
  });
  return (
    <Confirm
      title={ACTION_TEXTS.suspendTitle(user.name)}
      action={TEXTS.suspend}
      danger
      busy={suspend.isPending}
      error={suspend.error}
      onConfirm={() => suspend.mutate()}
      onClose={onClose}
    >
      <p className="text-muted">{ACTION_TEXTS.suspendWhat}</p>
      <WouldDo user={user} action="suspend" />
    </Confirm>
  );
}
