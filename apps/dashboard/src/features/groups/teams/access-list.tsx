import type { LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useActorNames } from '../../../api/resources/actors.js';
import type { TeamAccess } from '../../../api/resources/teams.js';
import { lazily } from '../../../components/lazily.js';
import { useMay } from '../../../session/session.js';
import { HeldRow } from '../terms/held-row.js';
import { TEXTS } from './texts.js';

const ChangeTeamAccess = lazily(async () => (await import('./access-dialog.js')).ChangeTeamAccess);
const TakeAccess = lazily(async () => (await import('./take-access.js')).TakeAccess);

interface AccessListProps {
  accountId: string;
  label: string;
  icon: LucideIcon;
  accesses: readonly TeamAccess[];
  name: (access: TeamAccess) => ReactNode;
  mayWrite: boolean;
}

/** The accesses of one team, or to one service group, with what changes and ends them. */
export function AccessList({ accountId, label, icon, accesses, name, mayWrite }: AccessListProps) {
  const [open, setOpen] = useState<{ action: 'change' | 'take'; access: TeamAccess }>();
  // A manager of the service group does not see who works in the account.
  const mayName = useMay(accountId)('users:read');
  const nameOf = useActorNames(accountId, mayName ? accesses.map(({ addedBy }) => addedBy) : []);
  const close = () => setOpen(undefined);
  const actionsFor = (access: TeamAccess) => {
    const { team, serviceGroup } = access;
    return {
      change: [TEXTS.changeTitle(team.name, serviceGroup.name), () => setOpen({ action: 'change', access })],
      end: [TEXTS.take(team.name, serviceGroup.name), () => setOpen({ action: 'take', access })],
    } as const;
  };
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line">
        {accesses.map((access) => (
          <HeldRow
            key={access.id}
            {...{ accountId, icon }}
            name={name(access)}
            held={access}
            by={nameOf(access.addedBy)}
            actions={mayWrite ? actionsFor(access) : undefined}
          />
        ))}
      </ul>
      {open?.action === 'change' && (
        <ChangeTeamAccess accountId={accountId} access={open.access} onClose={close} />
      )}
      {open?.action === 'take' && <TakeAccess accountId={accountId} access={open.access} onClose={close} />}
    </>
  );
}
