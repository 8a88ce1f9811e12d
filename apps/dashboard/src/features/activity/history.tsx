import { useInfiniteQuery } from '@tanstack/react-query';
import { History as HistoryIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRows } from '../../api/lists.js';
import { Button } from '../../components/controls/button.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { ListCard } from '../../components/layout/list-card.js';
import { EntryRow } from './entry-row.js';
import type { accountEventsQuery } from './queries.js';
import { TEXTS } from './texts.js';

interface HistoryProps {
  query: ReturnType<typeof accountEventsQuery>;
  title?: ReactNode;
  actions?: ReactNode;
  /** Shows only this many entries, without a button for more. */
  only?: number;
  empty?: ReactNode;
}

export function History({ query, title = TEXTS.history, actions, only, empty }: HistoryProps) {
  const events = useInfiniteQuery(query);
  const { rows } = useRows(events);
  const shown = rows.slice(0, only);
  return (
    <div className="grid gap-4">
      <ListCard
        title={title}
        actions={actions}
        query={events}
        isEmpty={shown.length === 0}
        skeletonRows={4}
        empty={
          empty ?? (
            <EmptyState icon={HistoryIcon} title={TEXTS.emptyTitle}>
              {TEXTS.empty}
            </EmptyState>
          )
        }
      >
        <ol className="divide-y divide-line">
          {shown.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ol>
      </ListCard>
      {only === undefined && events.hasNextPage && (
        <Button
          className="justify-self-center"
          busy={events.isFetchingNextPage}
          onClick={() => void events.fetchNextPage()}
        >
          {TEXTS.more}
        </Button>
      )}
    </div>
  );
}
