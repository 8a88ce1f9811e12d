import type { Schemas } from '#libs/client';
import { partQuery } from '../../api/queries.js';

export type EventTypeFacts = Schemas['EventType'];

/** The request that fills the catalogue. */
export const eventTypesRead = { method: 'get', path: '/v1/event-types', request: {} } as const;

/** The types of events to subscribe to, each with its sentence and an example. */
export const eventTypesQuery = {
  ...partQuery(['event-types', 'whole'], eventTypesRead.path, {}, ({ data }) => data),
  staleTime: Infinity,
};
