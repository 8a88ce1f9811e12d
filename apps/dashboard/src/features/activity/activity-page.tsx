import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Download, SearchX } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { withoutEmpty } from '../../api/lists.js';
import { preferences, timeZoneOf } from '../../api/preferences.js';
import { useStore } from '../../api/store.js';
import { Button, buttonClass } from '../../components/controls/button.js';
import { DateInput } from '../../components/controls/date-input.js';
import { SearchField, Select } from '../../components/controls/inputs.js';
import { endOfDay, startOfDay } from '../../components/data/days.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { Page } from '../../components/layout/page.js';
import { useMoment } from '../../session/moment.js';
import { ACTIVITY_PAGE } from '../pages.js';
import { History } from './history.js';
import { accountEventsQuery, type ActivityFilter, eventTypesQuery, exportUrl, until } from './queries.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/activity');

export function ActivityPage() {
  const { account } = route.useParams();
  const { at: _, ...search } = route.useSearch();
  const moment = useMoment();
  const navigate = useNavigate({ from: '/a/$account/activity' });
  const zone = useStore(preferences, timeZoneOf);
  const change = (changes: ActivityFilter) =>
    void navigate({ search: (before) => withoutEmpty({ ...before, ...changes }), replace: true });
  const chosen = filterOf(search, zone);
  const filter = until(moment, chosen);
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
        <SearchField
          label={TEXTS.search}
          className="min-w-56 flex-1 sm:max-w-72"
          q={search.q}
          onSearch={(q) => change({ q })}
        />
        <EventTypeSelect value={search.type ?? ''} onChange={(type) => change({ type })} />
        <DateInput label={TEXTS.from} value={search.from ?? ''} onChange={(from) => change({ from })} />
        <DateInput label={TEXTS.to} value={search.to ?? ''} onChange={(to) => change({ to })} />
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
              text={TEXTS.none}
              action={<Button onClick={() => void navigate({ search: {} })}>{TEXTS.clear}</Button>}
            />
          )
        }
      />
    </Page>
  );
}

/** A date of the address that is none filters nothing, and is marked. */
function filterOf({ q, type, actor, subject, from = '', to = '' }: ActivityFilter, zone: string) {
  return withoutEmpty({ q, type, actor, subject, from: startOfDay(from, zone), to: endOfDay(to, zone) });
}

interface EventTypeSelectProps {
  value: string;
  onChange: (type: string) => void;
}

/** The types that the API knows, grouped by what they change. */
function EventTypeSelect({ value, onChange }: EventTypeSelectProps) {
  const { data: known = [] } = useQuery(eventTypesQuery);
  // The type in the address is chosen before the others are known.
  const types = value === '' || known.includes(value) ? known : [...known, value];
  const groups = Map.groupBy(types, (type) => type.split('.')[0] ?? type);
  return (
    <Select aria-label={TEXTS.kind} value={value} onChoose={onChange}>
      <option value="">{TEXTS.anyKind}</option>
      {[...groups].map(([group, members]) => (
        <optgroup key={group} label={TEXTS.changed[group] ?? sentence(group)}>
          {members.map((type) => (
            <option key={type} value={type}>
              {TEXTS.changes[type] ?? sentence(type.slice(group.length + 1))}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}

/** `role_changed`: Role changed */
function sentence(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
