import { PLATFORM_SCOPES, type ApiKeyId, type DomainEvent } from '#libs/domain';
import { any, defineEntity, list, oneOf, string } from '@rollbook/single-table';
import { everyHead } from './every-item.js';
import { rollbookTable } from '../table.js';

/** Its expiry is `validUntil`, because `expiresAt` is when the table deletes an item. */
export const apiKeyEntity = defineEntity(rollbookTable, {
  name: 'api-key',
  key: { PK: 'account:{accountId}', SK: 'apikey:{apiKeyId}' },
  attributes: {
    ...everyHead,
    apiKeyId: string<ApiKeyId>(),
    name: string(),
    status: oneOf('active', 'revoked'),
    scopes: list(oneOf(...PLATFORM_SCOPES)),
    hint: string(),
    secretHash: string(),
    validUntil: string().optional(),
    previousSecretHash: string().optional(),
    previousValidUntil: string().optional(),
    createdBy: any<DomainEvent['actor']>(),
    /** Not from events: recorded occasionally, and lost with the next change of the key. */
    lastUsedAt: string().optional(),
    /** What the last reader of a feed with it said that it understands: names with commas. Absent: it has read none. */
    understands: string().optional(),
  },
});
