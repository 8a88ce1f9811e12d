import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { preferences, timeZoneOf } from '../../../api/preferences.js';
import { useStore } from '../../../api/store.js';
import { DataGrid } from '../../../components/data/data-grid.js';
import { formatNumber } from '../../../components/data/numbers.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { dayName, difference, momentOf } from '../../past/moment.js';
import { PastFrame } from '../../past/past-frame.js';
import { TEXTS as PAST } from '../../past/texts.js';
import { MAX_READ_MEMBERS, membersAtQuery, readMembersQuery, type ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';
import { memberColumns } from './member-columns.js';

interface PastMembersProps {
  group: ServiceGroup;
  /** A day. */
  at: string;
  onNow: () => void;
}

/** Who could enter a service group at the end of a day, and what is different now. */
export function PastMembers({ group, at, onNow }: PastMembersProps) {
  const { accountId, id, name } = group;
  const zone = useStore(preferences, timeZoneOf);
  const query = useQuery(membersAtQuery(accountId, id, momentOf(at, zone) ?? '', `${at} ${zone}`));
  const { data: present } = useQuery(readMembersQuery(accountId, id, false));
  const { members: rows = [], isCut = false } = query.data ?? {};
  const changed =
    query.data && present && !isCut && !present.isCut
      ? difference(rows, present.members, ({ userId }) => userId)
      : undefined;
  const namesOf = (members: typeof rows) => members.map(({ user }) => user.name);
  return (
    <PastFrame
      at={at}
      since={changed && { came: namesOf(changed.came), went: namesOf(changed.went) }}
      onNow={onNow}
    >
      {isCut && <p className="text-sm text-muted">{PAST.cut(formatNumber(MAX_READ_MEMBERS))}</p>}
      <ListCard
        title={TEXTS.tabs.members}
        query={query}
        isEmpty={rows.length === 0}
        skeletonRows={4}
        empty={
          <EmptyState icon={Users} title={PAST.nobodyTitle}>
            {PAST.nobody(name, dayName(at))}
          </EmptyState>
        }
      >
        <DataGrid
          label={TEXTS.tabs.members}
          template="grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_6rem_7rem]"
          columns={memberColumns(name, undefined).filter(({ key }) => key !== 'remove')}
          rows={rows}
          rowKey={({ id: membershipId }) => membershipId}
          total={rows.length}
        />
      </ListCard>
    </PastFrame>
  );
}
