import { LIMITED } from '#libs/domain';
import { boolean, defineEntity, number, oneOf, string, stringSet } from '#libs/single-table';
import { everyItem } from '../items.js';
import { rollbookTable } from '../table.js';

/**
 * How much an account has of what is limited. There is one only while the limit is there: without a limit no command
 * has an item in common with all others of its account.
 */
export const usageEntity = defineEntity(rollbookTable, {
  name: 'usage',
  key: { PK: 'account:{accountId}', SK: 'usage:{counted}' },
  attributes: {
    ...everyItem,
    counted: oneOf(...LIMITED),
    /** Which limit it is of: since when that one is there. */
    since: string(),
    count: number(),
    /** False until it was counted when no command from before the limit could be under way any more. */
    settled: boolean(),
    version: number(),
    /** Those of the shares that room was moved to: `count` has what is free on them as used. */
    shares: stringSet().optional(),
  },
});

/**
 * Some of what a limit leaves, set aside, so that many commands may count at the same time: each takes from another share.
 */
export const usageShareEntity = defineEntity(rollbookTable, {
  name: 'usage-share',
  key: { PK: 'account:{accountId}', SK: 'usage-share:{counted}:{share}' },
  attributes: {
    ...everyItem,
    counted: oneOf(...LIMITED),
    share: string(),
    /** As of the limit's own item. */
    since: string(),
    /** It is void once the account has changed: its limit may be another. */
    accountVersion: number(),
    free: number(),
    version: number(),
  },
});
