import { useMutation } from '@tanstack/react-query';
import type { User } from '../../api/resources/users.js';
import { toast } from '../../components/feedback/toasts.js';
import { Confirm } from '../../components/overlays/confirm.js';
import { unlinkIdentity, type Identity } from './commands.js';
import { TEXTS } from './texts.js';

interface UnlinkIdentityProps {
  user: User;
  identity: Identity;
  onClose: () => void;
}

export function UnlinkIdentity({ user, identity, onClose }: UnlinkIdentityProps) {
  const unlink = useMutation({
    mutationFn: () => unlinkIdentity(user, identity),
    onSuccess: () => {
      toast(TEXTS.wasUnlinked(user.name));
      onClose();
    },
  });
  return (
    <Confirm
      title={TEXTS.unlinkTitle(user.name)}
      action={TEXTS.unlink}
      danger
      busy={unlink.isPending}
      error={unlink.error}
      onConfirm={() => unlink.mutate()}
      onClose={onClose}
    >
      <p className="break-all">
        {identity.issuer} <bdi className="text-muted">{identity.subject}</bdi>
      </p>
      <p className="text-muted">{TEXTS.unlinkWhat}</p>
    </Confirm>
  );
}
