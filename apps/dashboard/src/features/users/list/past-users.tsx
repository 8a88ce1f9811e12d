import { Users } from 'lucide-react';
import { useList } from '../../../api/lists.js';
import { preferences, timeZoneOf } from '../../../api/preferences.js';
import { usersAtQuery } from '../../../api/resources/users.js';
import { useStore } from '../../../api/store.js';
import { DataGrid } from '../../../components/data/data-grid.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { dayName, momentOf } from '../../past/moment.js';
import { PastFrame } from '../../past/past-frame.js';
import { TEXTS as PAST } from '../../past/texts.js';
import { USERS_PAGE } from '../page-facts.js';
import { USER_TEMPLATE, userColumns } from './user-columns.js';

interface PastUsersProps {
  accountId: string;
  /** A day. */
  at: string;
  onOpen: (userId: string) => void;
  onNow: () => void;
}

/** Who was there at the end of a day, as they were, oldest first. */
export function PastUsers({ accountId, at, onOpen, onNow }: PastUsersProps) {
  const zone = useStore(preferences, timeZoneOf);
  const list = useList(usersAtQuery(accountId, momentOf(at, zone) ?? '', `${at} ${zone}`), ({ id }) => id);
  return (
    <PastFrame at={at} since={undefined} onNow={onNow}>
      <ListCard
        query={list.query}
        isEmpty={list.rows.length === 0}
        empty={
          <EmptyState icon={Users} title={PAST.nobodyTitle}>
            {PAST.nobodyThere(dayName(at))}
          </EmptyState>
        }
      >
        <DataGrid
          label={USERS_PAGE.title}
          template={USER_TEMPLATE}
          columns={userColumns}
          rows={list.rows}
          rowKey={({ id }) => id}
          onEnd={list.onEnd}
          onOpen={({ id }) => onOpen(id)}
        />
      </ListCard>
    </PastFrame>
  );
}
