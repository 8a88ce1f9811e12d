import { defineEntity, number, string } from '@rollbook/single-table';
import { rollbookTable } from '../table.js';

/** The bucket of tokens that all processes share for an account that sends many requests. */
export const rateLimitEntity = defineEntity(rollbookTable, {
  name: 'rate-limit',
  key: { PK: 'rate-limit:{accountId}', SK: 'rate-limit' },
  attributes: {
    accountId: string(),
    /** When the bucket is full again if nobody takes more. Microseconds since the epoch, which are whole numbers. */
    fullAt: number(),
    /** Seconds since the epoch, for TTL. */
    expiresAt: number(),
  },
});
