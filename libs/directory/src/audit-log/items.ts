import type { DomainEvent } from '#libs/domain';
import { any, defineEntity, number, string } from '#libs/single-table';
import { everyItem } from '../items.js';
import { rollbookTable } from '../table.js';

export const eventEntity = defineEntity(rollbookTable, {
  name: 'event',
  key: { PK: 'events:{aggregateId}', SK: 'v:{version:12}' },
  indexes: { GSI1: { GSI1PK: 'log:{accountId}', GSI1SK: '{at}:{eventId}' } },
  attributes: {
    ...everyItem,
    eventId: string(),
    type: any<DomainEvent['type']>(),
    schemaVersion: number(),
    aggregateId: string(),
    version: number(),
    at: string(),
    actor: any<DomainEvent['actor']>(),
    correlationId: string(),
    causationId: string(),
    traceparent: string().optional(),
    /** Without its personal fields, which are null. */
    data: any<DomainEvent['data']>(),
    /** The personal fields of `data`, encrypted with the key of the user concerned. */
    personal: string().optional(),
    /**
     * On a user's first event: the user's own key, wrapped. It is not part of the event, and the only thing in an event's
     * item that is ever deleted: that erases the user's personal data from all of its events.
     */
    userKey: string().optional(),
  },
});
