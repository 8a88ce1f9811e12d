// What of the feeds is stored as objects: found as what is to be logged is, in the feed of all accounts.

import { isSingleTableError, type Item } from '@rollbook/single-table';
import type { Directory } from '../core/directory.js';
import { logObjectsDueEntity, logObjectsEntity, logObjectsPlaceEntity } from '../table/items/log-objects.js';
import { beginningInAllAccounts, changedAccounts, olderAccounts } from './installation-log.js';

export type DueFeed = Pick<Item<typeof logObjectsDueEntity>, 'scope' | 'noted'>;
type Head = Item<typeof logObjectsEntity>;

const CONSISTENT = { consistent: true } as const;

/**
 * Begins a round, unless one began less than `everyMs` ago. Several at once would only do the same twice.
 * @returns the accounts whose feeds may have more than their objects; undefined if there is no round
 */
export async function beginObjectsRound(
  directory: Directory,
  everyMs: number,
): Promise<AsyncIterable<DueFeed> | undefined> {
  const claimed = await claimRound(directory, everyMs);
  if (!claimed) return undefined;
  let head = claimed;
  for (let isMore = true; isMore;) {
    const changed = await changedAccounts(directory, head.place);
    const older = await olderAccounts(directory, head.walkedTo);
    const scopes = [...new Set([...changed.accounts, ...older.scopes])];
    const noted = directory.id();
    await directory.table.batchWrite(scopes.map((scope) => logObjectsDueEntity.put({ scope, noted })));
    // Noted before: killed in between, they are noted again.
    const next: Head = { ...head, place: changed.place, walkedTo: older.walkedTo };
    if (next.place === head.place && next.walkedTo === head.walkedTo) break;
    if (!(await replaceHead(directory, head, next))) return undefined;
    head = next;
    isMore = changed.isMore;
  }
  return directory.table.each(logObjectsDueEntity, {}, CONSISTENT);
}

async function claimRound(directory: Directory, everyMs: number): Promise<Head | undefined> {
  const { table, now } = directory;
  const startedAt = new Date(now()).toISOString();
  const head = await table.get(logObjectsEntity, {}, CONSISTENT);
  if (head) {
    if (Math.abs(now() - Date.parse(head.startedAt)) < everyMs) return undefined;
    const claimed = { ...head, startedAt };
    return (await replaceHead(directory, head, claimed)) ? claimed : undefined;
  }
  const place = await beginningInAllAccounts(directory);
  if (place === undefined) return undefined;
  const first = { place, walkedTo: '', startedAt };
  return unlessChanged(() => table.create(logObjectsEntity, first));
}

const replaceHead = ({ table }: Directory, head: Head, next: Head) =>
  unlessChanged(() =>
    table.put(logObjectsEntity, next, {
      condition: (is) => is.and(is.eq('startedAt', head.startedAt), is.eq('place', head.place)),
    }),
  );

/** @returns undefined if another process was first */
async function unlessChanged<T>(write: () => Promise<T>): Promise<T | undefined> {
  try {
    return await write();
  } catch (error) {
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
    return undefined;
  }
}

/** The first part of an account's feed that is in no object yet. */
export async function readObjectsPlace({ table }: Directory, scope: string): Promise<number> {
  return (await table.get(logObjectsPlaceEntity, { scope }, CONSISTENT))?.next ?? 1;
}

/** After everything before is stored. */
export async function storeObjectsPlace({ table }: Directory, scope: string, next: number): Promise<void> {
  await table.put(logObjectsPlaceEntity, { scope, next });
}

/** Unless it was noted again meanwhile. */
export async function forgetDueFeed({ table }: Directory, { scope, noted }: DueFeed): Promise<void> {
  await unlessChanged(() =>
    table.delete(logObjectsDueEntity, { scope }, { condition: (is) => is.eq('noted', noted) }),
  );
}
