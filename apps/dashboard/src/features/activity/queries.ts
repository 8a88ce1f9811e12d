import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import type { Moment } from '../../api/moment.js';
import { listOptions, type ListPage } from '../../api/lists.js';

export type Entry = Schemas['Event'];

export interface ActivityFilter {
  /** Words of the sentence, such as the name of a service group. */
  q?: string;
  type?: string;
  actor?: string;
  /** The id of the account, user, service group or API key that changed. */
  subject?: string;
  from?: string;
  to?: string;
}

export const eventTypesQuery = queryOptions({
  queryKey: ['event-types'],
  queryFn: async ({ signal }) => {
    const { data } = await api.get('/v1/event-types', { signal });
    return data.map(({ type }) => type);
  },
  staleTime: Infinity,
});

export const accountEventsQuery = (accountId: string, filter: ActivityFilter = {}, limit = 50) =>
  listOptions(['events', accountId, filter, limit], async (cursor, signal): Promise<ListPage<Entry>> =>
    api.get('/v1/accounts/{accountId}/events', accountEvents(accountId, filter, limit, cursor, signal)),
  );

/** The request for the latest of the account's events. */
export const accountEventsRead = (accountId: string, filter: ActivityFilter, limit: number) =>
  ({
    method: 'get',
    path: '/v1/accounts/{accountId}/events',
    request: { path: { accountId }, query: { ...filter, include: 'actor', limit } },
  }) as const;

/** The same for a page of them. */
function accountEvents(
  accountId: string,
  filter: ActivityFilter,
  limit: number,
  cursor?: string,
  signal?: AbortSignal,
) {
  const { path, query } = accountEventsRead(accountId, filter, limit).request;
  return { path, query: { ...query, cursor } as object, ...(signal && { signal }) };
}

/** What had happened by a moment. */
export function until(moment: Moment | undefined, filter: ActivityFilter = {}): ActivityFilter {
  if (!moment || (filter.to !== undefined && filter.to <= moment.asOf)) return filter;
  return { ...filter, to: moment.asOf };
}

/** What is filtered, as a file of the API's. */
export const exportUrl = (accountId: string, filter: ActivityFilter) =>
  `/v1/accounts/${accountId}/export/events?${new URLSearchParams({ format: 'csv', ...filter }).toString()}`;

/** What a request does comes within moments; a job's rows may come later, and are then not among these. */
const AROUND_MS = 60_000;

/** What the request of an event caused, of the hundred events around it. */
export const requestEventsQuery = ({ accountId, correlationId, at }: Entry) =>
  queryOptions({
    queryKey: ['events', accountId, 'request', correlationId],
    queryFn: async ({ signal }) => {
      const [from, to] = [-AROUND_MS, AROUND_MS].map((by) => new Date(Date.parse(at) + by).toISOString());
      const filter = { ...(from && { from }), ...(to && { to }) };
      const request = accountEvents(accountId, filter, 100, undefined, signal);
      const { data } = await api.get('/v1/accounts/{accountId}/events', request);
      return data.filter((entry) => entry.correlationId === correlationId);
    },
  });

export const userEventsQuery = (accountId: string, userId: string) =>
  listOptions(['events', accountId, userId], async (cursor, signal): Promise<ListPage<Entry>> =>
    api.get('/v1/accounts/{accountId}/users/{userId}/events', {
      path: { accountId, userId },
      query: { limit: 50, order: 'desc', include: 'actor', cursor } as object,
      signal,
    }),
  );

export const groupEventsQuery = (accountId: string, serviceGroupId: string) =>
  listOptions(['events', accountId, serviceGroupId], async (cursor, signal): Promise<ListPage<Entry>> =>
    api.get('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/events', {
      path: { accountId, serviceGroupId },
      query: { limit: 50, order: 'desc', include: 'actor', cursor } as object,
      signal,
    }),
  );
