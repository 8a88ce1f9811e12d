import { LIMITED } from '#libs/domain';
import { boolean, defineEntity, number, oneOf, string, stringSet } from '@rollbook/single-table';
import { everyItem } from './every-item.js';
import { rollbookTable } from '../table.js';

/** It exists only while the limit does: without a limit, commands of an account share no item. */
export const usageEntity = defineEntity(rollbookTable, {
  name: 'usage',
  key: { PK: 'account:{accountId}', SK: 'usage:{counted}' },
  attributes: {
    ...everyItem,
    counted: oneOf(...LIMITED),
    /** Identifies the limit: since when it has been set. */
    since: string(),
    count: number(),
    /** False until it was counted at a time when commands from before the limit could no longer be in progress. */
    settled: boolean(),
    version: number(),
    /** The shares to which room was moved: `count` includes their free places as used. */
    shares: stringSet().optional(),
  },
});

/** Part of what a limit leaves, set aside so that many commands can count at the same time, each on another share. */
export const usageShareEntity = defineEntity(rollbookTable, {
  name: 'usage-share',
  key: { PK: 'account:{accountId}', SK: 'usage-share:{counted}:{share}' },
  attributes: {
    ...everyItem,
    counted: oneOf(...LIMITED),
    share: string(),
    /** As in the limit's own item. */
    since: string(),
    /** It is void once the account has changed, because its limit may have changed. */
    accountVersion: number(),
    free: number(),
    version: number(),
  },
});
