import type { UserId } from '#libs/domain';
import { defineEntity, number, string } from '@rollbook/single-table';
import { rollbookTable } from '../table.js';

/** Has a partition of its own: it is written far more often than the user changes, and no transaction holds it. */
export const lastSeenEntity = defineEntity(rollbookTable, {
  name: 'last-seen',
  key: { PK: 'last-seen:{userId}', SK: 'last-seen' },
  attributes: {
    accountId: string(),
    userId: string<UserId>(),
    /** Accurate to a few minutes. ISO 8601. */
    lastSeenAt: string(),
    /** Seconds since the epoch, for TTL. */
    expiresAt: number(),
  },
});
