import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useRows } from '../../../api/lists.js';
import { Button } from '../../../components/controls/button.js';
import { DataGrid } from '../../../components/data/data-grid.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { lazily } from '../../../components/lazily.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { memberColumns } from './member-columns.js';
import { membersQuery, type Membership, type ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';

const AddMembers = lazily(async () => (await import('./add-members.js')).AddMembers);
const ChangeEnd = lazily(async () => (await import('../terms/change-end.js')).ChangeEnd);
const EndAccess = lazily(async () => (await import('../end-access.js')).EndAccess);

interface MembersProps {
  group: ServiceGroup;
  mayWrite: boolean;
  /** Whether there is a page of each person for them. */
  mayOpen: boolean;
}

export function Members({ group, mayWrite, mayOpen }: MembersProps) {
  const { accountId, id: groupId, name } = group;
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const query = useInfiniteQuery(membersQuery(accountId, groupId));
  const { rows, total, onEnd } = useRows(query);
  const [ending, setEnding] = useState<Membership>();
  const [changing, setChanging] = useState<Membership>();
  const add = mayWrite && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      <UserPlus aria-hidden className="size-4" /> {TEXTS.addPerson}
    </Button>
  );
  return (
    <div className="grid gap-4">
      <ListCard
        title={TEXTS.tabs.members}
        actions={rows.length > 0 && add}
        query={query}
        isEmpty={rows.length === 0}
        skeletonRows={4}
        empty={
          <EmptyState icon={Users} title={TEXTS.noMembersTitle} action={add}>
            {TEXTS.noMembers(name)}
          </EmptyState>
        }
      >
        <DataGrid
          label={TEXTS.tabs.members}
          template="grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_6rem_7rem_4rem]"
          columns={memberColumns(name, mayWrite ? { onRemove: setEnding, onChange: setChanging } : undefined)}
          rows={rows}
          rowKey={({ id }) => id}
          total={total}
          onEnd={onEnd}
          {...(mayOpen && {
            onOpen: ({ userId: user }: Membership) =>
              void navigate({ to: '/a/$account/users/$user', params: { account: accountId, user } }),
          })}
        />
      </ListCard>
      {ending && (
        <EndAccess
          accountId={accountId}
          group={group}
          user={ending.user}
          onClose={() => setEnding(undefined)}
        />
      )}
      {changing && <ChangeEnd group={group} member={changing} onClose={() => setChanging(undefined)} />}
      {adding && <AddMembers group={group} onClose={() => setAdding(false)} />}
    </div>
  );
}
