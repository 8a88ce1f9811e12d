import type { DomainEvent, UserId } from '#libs/domain';
import { any, defineEntity, number, packed, string, type Condition } from '@rollbook/single-table';
import { everyItem } from './every-item.js';
import { rollbookTable } from '../table.js';

const PACK = 'd';
const SHORT_NAMES = {
  schemaVersion: 's',
  actor: 'by',
  correlationId: 'r',
  causationId: 'x',
  traceparent: 'p',
  createdAt: 'c',
  updatedAt: 'u',
} as const;

/** What is neither in a key nor changed or looked for by itself. */
const rest = {
  schemaVersion: number(),
  actor: any<DomainEvent['actor']>(),
  correlationId: string(),
  causationId: string(),
  traceparent: string().optional(),
  /** Without its personal fields, which are null. */
  data: any<DomainEvent['data']>(),
  createdAt: everyItem.createdAt,
  updatedAt: everyItem.updatedAt,
};

export const eventEntity = defineEntity(rollbookTable, {
  name: 'event',
  key: { PK: 'events:{aggregateId}', SK: 'v:{version:12}' },
  indexes: { GSI1: { GSI1PK: 'log:{accountId}', GSI1SK: '{at}:{eventId}' } },
  attributes: {
    accountId: everyItem.accountId,
    eventId: string(),
    type: any<DomainEvent['type']>(),
    aggregateId: string(),
    version: number(),
    at: string(),
    ...packed(PACK, rest, SHORT_NAMES),
    personal: string().optional(),
    /** Whose key encrypts `personal`, if it is not the aggregate's own. */
    personalOf: string<UserId>().optional(),
    /** A user's own key, wrapped, on their first event. Deleting it erases their personal data; nothing else is deleted. */
    userKey: string().optional(),
  },
});

/**
 * That an event may have a value. In the text of a pack the same name and value can also be further inside, so what is found has to be
 * compared. Earlier versions stored each attribute on its own.
 */
export function mayHave(
  path: 'actor' | 'correlationId' | 'data.userId' | 'data.serviceGroupId',
  value: string,
): Condition {
  const [name = '', member] = path.split('.');
  const key = member ?? SHORT_NAMES[name as keyof typeof SHORT_NAMES];
  return {
    write: (scope) => {
      const own = [name, member]
        .filter((each) => each !== undefined)
        .map((each) => scope.name(each))
        .join('.');
      const text = scope.value({ S: `${JSON.stringify(key)}:${JSON.stringify(value)}` });
      return `${own} = ${scope.value({ S: value })} OR contains(${scope.name(PACK)}, ${text})`;
    },
  };
}
