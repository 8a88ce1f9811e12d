import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { UserPlus, Users, X } from 'lucide-react';
import { useState } from 'react';
import { useRows } from '../../../api/lists.js';
import { Button, IconButton } from '../../../components/controls/button.js';
import { DataGrid, type Column } from '../../../components/data/data-grid.js';
import { Person } from '../../../components/people/person.js';
import { Time } from '../../../components/data/time.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { lazily } from '../../../components/lazily.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { StatusBadge } from '../../../components/people/badges.js';
import { membersQuery, type Membership, type ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';

const AddMembers = lazily(async () => (await import('./add-members.js')).AddMembers);
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
          template="grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_6rem_7rem_2rem]"
          columns={columnsOf(name, mayWrite ? setEnding : undefined)}
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
      {adding && <AddMembers group={group} onClose={() => setAdding(false)} />}
    </div>
  );
}

function columnsOf(
  groupName: string,
  onRemove: ((member: Membership) => void) | undefined,
): Column<Membership>[] {
  return [
    {
      key: 'name',
      title: TEXTS.columns.name,
      cell: ({ user }) => <Person id={user.id} name={user.name} email={user.email} />,
    },
    {
      key: 'status',
      title: 'Status',
      className: 'max-sm:hidden',
      cell: ({ user }) => <StatusBadge status={user.status} />,
    },
    {
      key: 'since',
      title: TEXTS.since,
      className: 'text-muted max-sm:hidden',
      cell: ({ since }) => <Time at={since} />,
    },
    {
      key: 'remove',
      title: TEXTS.columns.actions,
      hideTitle: true,
      cell: (member) =>
        onRemove && (
          <IconButton
            label={TEXTS.take(member.user.name, groupName)}
            onClick={(event) => {
              event.stopPropagation();
              onRemove(member);
            }}
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        ),
    },
  ];
}
