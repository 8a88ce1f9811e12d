import { ConfirmChange } from '../../components/overlays/confirm.js';
import { removeMember } from './commands.js';
import { useStillEnters } from './teams/still-enters.js';
import { TEXTS as TEAMS } from './teams/texts.js';
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

/** Asks before one person's membership of one service group ends, and says through which teams they still may enter. */
export function EndAccess({ accountId, group, user, onClose }: EndAccessProps) {
  const still = useStillEnters(accountId, user.id, group.id);
  const what = still.text === undefined ? TEXTS.endWhat(group.name) : TEXTS.endButWhat;
  return (
    <ConfirmChange
      danger
      title={TEXTS.endTitle(user.name, group.name)}
      action={TEXTS.end}
      what={still.isPending ? TEAMS.checking : what}
      change={() => removeMember(accountId, group.id, user.id)}
      done={(still.text === undefined ? TEXTS.taken : TEXTS.takenButEnters)(user.name, group.name)}
      onClose={onClose}
    >
      {still.text && <p role="status">{still.text}</p>}
    </ConfirmChange>
  );
}
