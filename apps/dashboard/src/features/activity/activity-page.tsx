import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Download, SearchX } from 'lucide-react';
import { useCallback } from 'react';
import { useDebouncedText } from '../../api/lists.js';
import { useStore } from '../../api/store.js';
import { Button, buttonClass } from '../../components/controls/button.js';
import { SearchInput } from '../../components/controls/inputs.js';
import { DateInput } from '../../components/controls/date-input.js';
import { endOfDay, startOfDay } from '../../components/data/days.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { Page } from '../../components/layout/page.js';
import { useMoment } from '../../session/moment.js';
import { preferences, timeZoneOf } from '../../api/preferences.js';
import { EventTypeSelect } from './event-type-select.js';
import { History } from './history.js';
import { accountEventsQuery, exportUrl, until, type ActivityFilter } from './queries.js';
import { TEXTS } from './texts.js';
import { ACTIVITY_PAGE } from './page-facts.js';

const route = getRouteApi('/signed-in/a/$account/activity');

export function ActivityPage() {
  const { account } = route.useParams();
  const { at: _, ...search } = route.useSearch();
  const moment = useMoment();
  const navigate = useNavigate({ from: '/a/$account/activity' });
  const zone = useStore(preferences, timeZoneOf);
  const change = useCallback(
    (changes: ActivityFilter) =>
      void navigate({
        search: (before) =>
          Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value)),
        replace: true,
      }),
    [navigate],
  );
  const chosen = filterOf(search, zone);
  const filter = until(moment, chosen);
  const [text, setText] = useDebouncedText(
    search.q ?? '',
    useCallback((q: string) => change({ q }), [change]),
  );
  const isFiltered = Object.keys(chosen).length > 0;
  return (
    <Page
      title={ACTIVITY_PAGE.title}
      subtitle={TEXTS.subtitle}
      actions={
        <a href={exportUrl(account, filter)} download="activity.csv" className={buttonClass()}>
          <Download aria-hidden className="size-4 text-muted" /> {TEXTS.export}
        </a>
      }
    >
      <div className="flex flex-wrap items-end gap-2">
        <SearchInput
          aria-label={TEXTS.search}
          placeholder={TEXTS.search}
          className="min-w-56 flex-1 sm:max-w-72"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <EventTypeSelect value={search.type ?? ''} onChange={(type) => change({ type })} />
        <DateInput
          label={TEXTS.from}
          value={search.from ?? ''}
          onChange={useCallback((day: string) => change({ from: day }), [change])}
        />
        <DateInput
          label={TEXTS.to}
          value={search.to ?? ''}
          onChange={useCallback((day: string) => change({ to: day }), [change])}
        />
        {search.actor && <Button onClick={() => change({ actor: '' })}>{TEXTS.byAnyone}</Button>}
        {search.subject && <Button onClick={() => change({ subject: '' })}>{TEXTS.ofSubject}</Button>}
      </div>
      <History
        query={accountEventsQuery(account, filter)}
        title={null}
        empty={
          isFiltered && (
            <EmptyState
              icon={SearchX}
              title={TEXTS.noneTitle}
              action={<Button onClick={() => void navigate({ search: {} })}>{TEXTS.clear}</Button>}
            >
              {TEXTS.none}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}

function filterOf(search: ActivityFilter, zone: string): ActivityFilter {
  const { q, type, actor, subject } = search;
  // A date of the address that is none filters nothing, and is marked.
  const from = startOfDay(search.from ?? '', zone);
  const to = endOfDay(search.to ?? '', zone);
  return {
    ...(q && { q }),
    ...(type && { type }),
    ...(actor && { actor }),
    ...(subject && { subject }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
