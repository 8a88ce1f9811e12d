import { useQuery } from '@tanstack/react-query';
import { ShieldUser, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../../components/controls/button.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { lazily } from '../../../components/lazily.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { Person } from '../../../components/people/person.js';
import { useMoment } from '../../../session/moment.js';
import { managersQuery, type Manager, type ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';
import { removeManager } from '../commands.js';

const AddManagers = lazily(async () => (await import('./add-managers.js')).AddManagers);
const ConfirmChange = lazily(
  async () => (await import('../../../components/overlays/confirm.js')).ConfirmChange,
);

/** The people who let others into one service group. Owners and admins appoint them; at most 20. */
export function Managers({ group, mayWrite }: { group: ServiceGroup; mayWrite: boolean }) {
  const { accountId, id: groupId, name } = group;
  const query = useQuery(managersQuery(accountId, groupId, useMoment()));
  const managers = query.data ?? [];
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Manager>();
  const add = mayWrite && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      <UserPlus aria-hidden className="size-4" /> {TEXTS.addManager}
    </Button>
  );
  return (
    <div className="grid gap-4">
      <ListCard
        title={TEXTS.tabs.managers}
        actions={managers.length > 0 && add}
        query={query}
        isEmpty={managers.length === 0}
        skeletonRows={2}
        empty={
          <EmptyState
            icon={ShieldUser}
            title={TEXTS.noManagersTitle}
            text={TEXTS.noManagers(name)}
            action={add}
          />
        }
      >
        <ul className="divide-y divide-line">
          {managers.map((manager) => (
            <li key={manager.id} className="flex min-h-12 items-center gap-3 px-4 py-2">
              <span className="min-w-0 flex-1">
                <Person id={manager.userId} name={manager.user.name} email={manager.user.email} />
              </span>
              {mayWrite && (
                <IconButton
                  label={TEXTS.removeManager(manager.user.name, name)}
                  onClick={() => setRemoving(manager)}
                >
                  <X aria-hidden className="size-4" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      </ListCard>
      {adding && <AddManagers group={group} managers={managers} onClose={() => setAdding(false)} />}
      {removing && (
        <ConfirmChange
          danger
          title={TEXTS.removeManagerTitle(removing.user.name, name)}
          action={TEXTS.removeFromManagers}
          what={TEXTS.removeManagerWhat(name)}
          change={() => removeManager(accountId, groupId, removing.userId)}
          done={TEXTS.managerRemoved(removing.user.name, name)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  );
}
