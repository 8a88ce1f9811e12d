import { useInfiniteQuery } from '@tanstack/react-query';
import { History as HistoryIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRows } from '../../api/lists.js';
import { Button } from '../../components/controls/button.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { Problem } from '../../components/feedback/problem.js';
import { SkeletonRows } from '../../components/feedback/skeleton.js';
import { Card } from '../../components/layout/card.js';
import { useActorNames } from './actors.js';
import { EntryRow } from './entry-row.js';
import type { accountEventsQuery } from './queries.js';
import { TEXTS } from './texts.js';

interface HistoryProps {
  query: ReturnType<typeof accountEventsQuery>;
  title?: ReactNode;
  actions?: ReactNode;
  /** Entries shown, without a way to more. */
  only?: number;
  empty?: ReactNode;
}

export function History({ query, title = TEXTS.history, actions, only, empty }: HistoryProps) {
  const events = useInfiniteQuery(query);
  const { rows } = useRows(events);
  const shown = rows.slice(0, only);
  const nameOf = useActorNames(
    shown[0]?.accountId,
    shown.map(({ actor }) => actor),
  );
  return (
    <div className="grid gap-4">
      {events.error && <Problem error={events.error} retry={() => void events.refetch()} />}
      {events.isError && rows.length === 0 ? null : (
        <Card flush title={title} actions={actions}>
          {events.isPending ? (
            <SkeletonRows count={4} />
          ) : shown.length === 0 ? (
            (empty ?? (
              <EmptyState icon={HistoryIcon} title={TEXTS.emptyTitle}>
                {TEXTS.empty}
              </EmptyState>
            ))
          ) : (
            <ol className="divide-y divide-line">
              {shown.map((entry) => (
                <EntryRow key={entry.id} entry={entry} actorName={nameOf(entry.actor)} />
              ))}
            </ol>
          )}
        </Card>
      )}
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
