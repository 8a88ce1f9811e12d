import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { Button } from '../../components/controls/button.js';
import { Input, Select } from '../../components/controls/inputs.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { Page } from '../../components/layout/page.js';
import { History } from './history.js';
import { accountEventsQuery, type ActivityFilter } from './queries.js';
import { TEXTS } from './texts.js';
import { EVENT_TYPES } from './event-types.js';

const route = getRouteApi('/signed-in/a/$account/activity');

/** The start of a day in the person's time zone. */
const startOf = (day: string) => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string) => new Date(Date.parse(startOf(day)) + 86_400_000).toISOString();

export function ActivityPage() {
  const { account } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/a/$account/activity' });
  const change = (changes: ActivityFilter) =>
    void navigate({
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value)),
      replace: true,
    });
  const filter: ActivityFilter = {
    ...(search.type && { type: search.type }),
    ...(search.actor && { actor: search.actor }),
    ...(search.from && { from: startOf(search.from) }),
    ...(search.to && { to: endOf(search.to) }),
  };
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page title={TEXTS.title} subtitle={TEXTS.subtitle}>
      <div className="flex flex-wrap items-end gap-2">
        <Select
          aria-label={TEXTS.kind}
          value={search.type ?? ''}
          onChange={({ target }) => change({ type: target.value })}
        >
          <option value="">{TEXTS.anyKind}</option>
          {EVENT_TYPES.map(([group, types]) => (
            <optgroup key={group} label={group}>
              {types.map(([type, text]) => (
                <option key={type} value={type}>
                  {text}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
        {(['from', 'to'] as const).map((edge) => (
          <label key={edge} className="flex items-center gap-2 text-sm text-muted max-sm:w-full">
            <span className="max-sm:w-10">{TEXTS[edge]}</span>
            <Input
              type="date"
              className="w-36"
              value={search[edge] ?? ''}
              onChange={({ target }) => change({ [edge]: target.value })}
            />
          </label>
        ))}
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
