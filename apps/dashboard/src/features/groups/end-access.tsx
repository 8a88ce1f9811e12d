import { ConfirmChange } from '../../components/overlays/confirm.js';
import { removeMember } from './commands.js';
import { TEXTS } from './texts.js';

interface Named {
  id: string;
  name: string;
}

interface EndAccessProps {
  accountId: string;
  group: Named;
  user: Named;
  onClose: () => void;
}

/** Asks before one person's access to one service group ends. */
export function EndAccess({ accountId, group, user, onClose }: EndAccessProps) {
  return (
    <ConfirmChange
      danger
      title={TEXTS.endTitle(user.name, group.name)}
      action={TEXTS.end}
      what={TEXTS.endWhat(group.name)}
      change={() => removeMember(accountId, group.id, user.id)}
      done={TEXTS.taken(user.name, group.name)}
      onClose={onClose}
    />
  );
}
