import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import type { Moment } from '../../api/moment.js';
import { pagesQuery, partQuery } from '../../api/queries.js';

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
  pagesQuery(
    ['events', accountId, filter, limit],
    '/v1/accounts/{accountId}/events',
    accountEventsRead(accountId, filter, limit).request,
  );

/** The request for the latest of the account's events. */
export const accountEventsRead = (accountId: string, filter: ActivityFilter, limit: number) =>
  ({
    method: 'get',
    path: '/v1/accounts/{accountId}/events',
    request: {
      path: { accountId },
      query: { ...filter, include: 'actor', limit } as object as Record<string, never>,
    },
  }) as const;

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
  partQuery(
    ['events', accountId, 'request', correlationId],
    '/v1/accounts/{accountId}/events',
    accountEventsRead(accountId, { from: shifted(at, -AROUND_MS), to: shifted(at, AROUND_MS) }, 100).request,
    ({ data }) => data.filter((entry) => entry.correlationId === correlationId),
  );

const shifted = (at: string, by: number) => new Date(Date.parse(at) + by).toISOString();
const NEWEST = { limit: 50, order: 'desc', include: 'actor' } as const;

export const userEventsQuery = (accountId: string, userId: string) =>
  pagesQuery(['events', accountId, userId], '/v1/accounts/{accountId}/users/{userId}/events', {
    path: { accountId, userId },
    query: NEWEST,
  });

export const groupEventsQuery = (accountId: string, serviceGroupId: string) =>
  pagesQuery(
    ['events', accountId, serviceGroupId],
    '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/events',
    { path: { accountId, serviceGroupId }, query: NEWEST },
  );
