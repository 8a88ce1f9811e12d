import type { User } from '../../api/resources/users.js';
import { ConfirmChange } from '../../components/overlays/confirm.js';
import { unlinkIdentity, type Identity } from './commands.js';
import { TEXTS } from './texts.js';

interface UnlinkIdentityProps {
  user: User;
  identity: Identity;
  onClose: () => void;
}

export function UnlinkIdentity({ user, identity, onClose }: UnlinkIdentityProps) {
  return (
    <ConfirmChange
      danger
      title={TEXTS.unlinkTitle(user.name)}
      action={TEXTS.unlink}
      change={() => unlinkIdentity(user, identity)}
      done={TEXTS.wasUnlinked(user.name)}
      onClose={onClose}
    >
      <p className="break-all">
        {identity.issuer} <bdi className="text-muted">{identity.subject}</bdi>
      </p>
      <p className="text-muted">{TEXTS.unlinkWhat}</p>
    </ConfirmChange>
  );
}
