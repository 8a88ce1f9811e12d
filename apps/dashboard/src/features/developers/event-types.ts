import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';

export type EventTypeFacts = Schemas['EventType'];

/** The request that fills the catalogue. */
export const eventTypesRead = { method: 'get', path: '/v1/event-types', request: {} } as const;

/** What there is to subscribe to, each with what it says and an example. */
export const eventTypesQuery = queryOptions({
  queryKey: ['event-types', 'whole'],
  queryFn: async ({ signal }) => (await api.get(eventTypesRead.path, { signal })).data,
  staleTime: Infinity,
});
