import type { DomainEvent, UserId } from '#libs/domain';
import { any, defineEntity, number, string } from '@rollbook/single-table';
import { everyItem } from './every-item.js';
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
    personal: string().optional(),
    /** Whose key encrypts `personal`, if it is not the aggregate's own. */
    personalOf: string<UserId>().optional(),
    /** A user's own key, wrapped, on their first event. Deleting it erases their personal data; nothing else is deleted. */
    userKey: string().optional(),
  },
});
