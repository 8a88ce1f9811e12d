import { History as HistoryIcon } from 'lucide-react';
import { Fragment, useEffect, type ReactNode } from 'react';
import { useList } from '../../api/lists.js';
import { preferences, timeZoneOf } from '../../api/preferences.js';
import { useStore } from '../../api/store.js';
import { dayOf } from '../../components/data/days.js';
import { Button } from '../../components/controls/button.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { ListCard } from '../../components/layout/list-card.js';
import { SampleGroup, samplePeople } from '../../components/people/sample.js';
import { useMoment } from '../../session/moment.js';
import { dayHeading } from './day-headings.js';
import { EntryRow } from './entries/entry-row.js';
import { fold } from './entries/fold.js';
import type { accountEventsQuery, Entry } from './queries.js';
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
  const moment = useMoment();
  const { query: events, rows: all, news } = useList(query, ({ id }) => id);
  const rows = moment ? all.filter(({ at }) => at <= moment.asOf) : all;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = events;
  // What came since is read, and passed over.
  const isBefore = rows.length === 0 && hasNextPage;
  useEffect(() => {
    if (isBefore && !isFetchingNextPage) void fetchNextPage();
  }, [isBefore, isFetchingNextPage, fetchNextPage]);
  const zone = useStore(preferences, timeZoneOf);
  const now = new Date().toISOString();
  const shown = rows.slice(0, only);
  const Heading = title === null ? 'h2' : 'h3';
  return (
    <div className="grid gap-4">
      <ListCard
        title={title}
        actions={actions}
        query={isBefore ? { ...events, isPending: true } : events}
        news={news}
        isEmpty={shown.length === 0}
        skeletonRows={4}
        empty={
          empty ?? (
            <EmptyState
              icon={HistoryIcon}
              picture={samplePeople((index) => (
                <SampleGroup index={index} />
              ))}
              title={TEXTS.emptyTitle}
              text={TEXTS.empty}
            />
          )
        }
      >
        {[...Map.groupBy(shown, ({ at }) => dayOf(at, zone))].map(([day, entries]) => (
          <Fragment key={day}>
            {only === undefined && (
              <Heading className="border-b border-line bg-sunken px-4 py-1.5 text-xs font-medium text-muted not-first:border-t">
                {dayHeading(day, dayOf(now, zone))}
              </Heading>
            )}
            <ol className="divide-y divide-line">
              {fold(entries).map((row) => (
                <EntryRow key={row[0]?.id} entries={row as [Entry, ...Entry[]]} />
              ))}
            </ol>
          </Fragment>
        ))}
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
