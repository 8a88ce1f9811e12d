import type { Schemas } from '#libs/client';
import { partQuery } from '../../api/queries.js';

export type EventTypeFacts = Schemas['EventType'];

/** The request that fills the catalogue. */
export const eventTypesRead = { method: 'get', path: '/v1/event-types', request: {} } as const;

/** What there is to subscribe to, each with what it says and an example. */
export const eventTypesQuery = {
  ...partQuery(['event-types', 'whole'], eventTypesRead.path, {}, ({ data }) => data),
  staleTime: Infinity,
};
