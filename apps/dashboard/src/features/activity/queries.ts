import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { listOptions, type ListPage } from '../../api/lists.js';

export type Entry = Schemas['EventDto'];

export interface ActivityFilter {
  type?: string;
  actor?: string;
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
    api.get('/v1/accounts/{accountId}/events', {
      path: { accountId },
      query: { ...filter, include: 'actor', limit, cursor } as object,
      signal,
    }),
  );

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
