import { defineEntity, number, string } from '@rollbook/single-table';
import { rollbookTable } from '../table.js';

/** What an account used on a day. One key for all: an operator's list of any period is one Query. */
export const meteredUsageEntity = defineEntity(rollbookTable, {
  name: 'metered-usage',
  key: { PK: 'metered-usage', SK: '{day}:{accountId}' },
  attributes: {
    /** In UTC: `2026-03-01`. */
    day: string(),
    accountId: string(),
    reads: number().optional(),
    writes: number().optional(),
    events: number().optional(),
    deliveries: number().optional(),
    /** What the account stored after the last change of the day. */
    storedBytes: number().optional(),
    /** Seconds since the epoch, for TTL. */
    expiresAt: number(),
  },
});

/** What an account stores now: what was added less what was taken away since it exists. */
export const storedBytesEntity = defineEntity(rollbookTable, {
  name: 'stored-bytes',
  key: { PK: 'stored-bytes:{accountId}', SK: 'stored-bytes' },
  attributes: { accountId: string(), bytes: number().optional() },
});
