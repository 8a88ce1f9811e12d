import { isSingleTableError, type Item } from '@rollbook/single-table';
import { inParallel } from '#libs/pacing';
import {
  append,
  batchEntry,
  batchTree,
  emptyTree,
  leafHash,
  TILE_WIDTH,
  type AccountLine,
} from '#libs/transparency-log';
import { createHash } from 'node:crypto';
import { PLATFORM_ACCOUNT_ID } from '../aggregates/api-key/api-keys.js';
import type { Directory } from '../core/directory.js';
import { CLOCKS_DIFFER_MS } from '../core/clocks.js';
import { beginFeed, readFeedEnd, SETTLED_AFTER_MS } from '../core/feed-end.js';
import { ACCOUNTS_SCOPE } from '../search-index/heads-to-entries.js';
import { accountEntity } from '../table/items/accounts.js';
import { feedPartEntity, FIRST_LIVE_PART, unpackCommits } from '../table/items/feed.js';
import { installationLogEntity, logBatchEntity, logDueEntity, logLinesEntity } from '../table/items/logs.js';
import { appendToLog } from './account-log.js';
import { eventName, storedEvents } from './feed-entries.js';
import { LogStoppedError } from './log-key.js';
import {
  filledTiles,
  isSame,
  requireEdge,
  splitHashes,
  storedTree,
  TileLoader,
  treeOf,
  TreeReader,
  writeTiles,
} from './stored-tree.js';

export type InstallationHead = Item<typeof installationLogEntity>;

const CONSISTENT = { consistent: true } as const;
/** A line takes some 90 bytes of the head's 400 KB. */
const MAX_LINES = 3_000;
/** Events that are kept from where their accounts are found until they are appended. */
const MAX_KNOWN = 20_000;
const MAX_DUE = 500;
/** Of an older account, in one round. */
const MAX_LEAVES = 20_000;
const ACCOUNTS_AT_ONCE = 8;
/** More are stored in an item of their own, so that the leaves of a tile are few kilobytes. */
const MAX_LINES_BESIDE = 8;
const WALKED = 'done';
const YOUNG_MS = 5 * 60_000;

export const scopeOfAll = (origin: string): string => `${ACCOUNTS_SCOPE} ${origin}`;

export function readInstallationHead(
  { table }: Directory,
  origin: string,
): Promise<InstallationHead | undefined> {
  return table.get(installationLogEntity, { origin }, CONSISTENT);
}

/**
 * It begins with what is in the feed of all accounts since a moment ago; what was before is appended account by account, by an index that
 * may lack an account that is younger. Undefined while that feed has not begun, or skips what is committed because it reads it from the log of events.
 */
export async function createInstallationLog(
  directory: Directory,
  origin: string,
): Promise<InstallationHead | undefined> {
  const place = await beginningInAllAccounts(directory);
  if (place === undefined) return undefined;
  try {
    return await directory.table.create(installationLogEntity, {
      ...{ origin, ...storedTree(emptyTree), secret: directory.bytes(32), walkedTo: '', place },
    });
  } catch (error) {
    // Another process has, or this one has, and lost the answer.
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
    return readInstallationHead(directory, origin);
  }
}

/** The first part of the feed of all accounts that is to be read; what was before is found account by account. */
export async function beginningInAllAccounts(directory: Directory): Promise<number | undefined> {
  const { sequence, filledTo } = (await readFeedEnd(directory, ACCOUNTS_SCOPE)) ?? {};
  if (sequence === undefined) return undefined;
  if (filledTo !== undefined && Date.parse(filledTo) + CLOCKS_DIFFER_MS > directory.now()) return undefined;
  return firstPartSince(directory, sequence);
}

async function firstPartSince({ table, now }: Directory, last: number): Promise<number> {
  const settled = now() - SETTLED_AFTER_MS;
  const parts = { atLeast: { sequence: FIRST_LIVE_PART }, order: 'descending', ...CONSISTENT } as const;
  let place = last + 1;
  for await (const { sequence, at } of table.each(feedPartEntity, { scope: ACCOUNTS_SCOPE }, parts)) {
    if (Date.parse(at) < settled) break;
    place = sequence;
  }
  return place;
}

export interface Round {
  head: InstallationHead;
  /** There is more to append at once. */
  isBehind: boolean;
  /** How many accounts have a feed and a tree that contradict each other. */
  stopped: number;
}

/**
 * Appends what has changed to the accounts' trees, and one leaf for all of them. The batch is in the head, so both are written at once.
 * @returns the head as it was if nothing has changed, or if another process has appended
 */
export async function appendBatch(
  directory: Directory,
  head: InstallationHead,
  onNotice: (line: string) => void,
): Promise<Round> {
  const changed = await changedAccounts(directory, head.place);
  const walkedTo = await noteOlderAccounts(directory, head.walkedTo);
  const due = await directory.table.query(logDueEntity, {}, { limit: MAX_DUE, ...CONSISTENT });
  const scopes = new Set([...changed.accounts, ...due.items.map(({ scope }) => scope)]);
  const [lines, finished]: [AccountLine[], string[]] = [[], []];
  let stopped = 0;
  const isDue = new Set(due.items.map(({ scope }) => scope));
  await inParallel(scopes, ACCOUNTS_AT_ONCE, async (scope) => {
    const { line, isBehind, isStopped } = await appendOne(directory, scope, head.size, { changed, onNotice });
    if (isStopped) stopped += 1;
    if (line) lines.push(line);
    if (isBehind && !isDue.has(scope)) await directory.table.put(logDueEntity, { scope });
    if (!isBehind && isDue.has(scope)) finished.push(scope);
  });
  const isBehind = changed.isMore || due.cursor !== undefined;
  const { place } = changed;
  if (lines.length === 0 && place === head.place && walkedTo === head.walkedTo)
    return { head, isBehind, stopped };
  const next = await commit(directory, head, { lines, place, walkedTo });
  if (!next) return { head, isBehind: false, stopped };
  // Once a batch has what was due.
  await directory.table.batchWrite(finished.map((scope) => logDueEntity.delete({ scope })));
  await settleBatch(directory, next);
  return { head: next, isBehind, stopped };
}

interface Changed {
  accounts: Set<string>;
  known: Map<string, Record<string, unknown>>;
  place: number;
  isMore: boolean;
}

/** Of whom the feed of all accounts has something new: its parts name events, and these their accounts. */
export async function changedAccounts(directory: Directory, from: number): Promise<Changed> {
  const changed: Changed = { accounts: new Set(), known: new Map(), place: from, isMore: false };
  const parts = { atLeast: { sequence: from }, ...CONSISTENT };
  for await (const part of directory.table.each(feedPartEntity, { scope: ACCOUNTS_SCOPE }, parts)) {
    if (part.sequence !== changed.place)
      throw new LogStoppedError(`The feed of all accounts lacks its part ${changed.place}.`);
    if (changed.accounts.size > MAX_LINES - MAX_DUE) return { ...changed, isMore: true };
    const refs = unpackCommits(part).flatMap(({ aggregateId, first, count }) =>
      Array.from({ length: count }, (_, version) => ({ aggregateId, version: first + version })),
    );
    for (const [index, event] of (await storedEvents(directory, refs)).entries()) {
      const name = eventName(refs[index]!);
      if (!event) throw new LogStoppedError(`The event ${name} of the feed of all accounts does not exist.`);
      changed.accounts.add(event['accountId'] as string);
      if (changed.known.size < MAX_KNOWN) changed.known.set(name, event);
    }
    changed.place = part.sequence + 1;
  }
  return changed;
}

/** One account's tree that is wrong does not affect the others; it is tried again with each round. */
async function appendOne(
  directory: Directory,
  scope: string,
  batch: number,
  { changed: { known }, onNotice }: { changed: Changed; onNotice: (line: string) => void },
) {
  try {
    return {
      ...(await appendToLog(directory, scope, { batch, known, limit: MAX_LEAVES })),
      isStopped: false,
    };
  } catch (error) {
    if (!(error instanceof LogStoppedError)) throw error;
    onNotice(`LOG STOPPED for ${scope}: ${error.message}`);
    return { isBehind: true, isStopped: true };
  }
}

/** Notes the next accounts as due: those from before there was a log, or from before their feeds began. */
async function noteOlderAccounts(directory: Directory, from: string): Promise<string> {
  const { scopes, walkedTo } = await olderAccounts(directory, from);
  for (const scope of scopes) await directory.table.put(logDueEntity, { scope });
  return walkedTo;
}

/** The next accounts, from before what follows the feed of all accounts, or from before their feeds began, which now begin. */
export async function olderAccounts(
  directory: Directory,
  walkedTo: string,
): Promise<{ scopes: string[]; walkedTo: string }> {
  const scopes: string[] = [];
  if (walkedTo === WALKED) return { scopes, walkedTo };
  const { table, now } = directory;
  const after = walkedTo === '' ? {} : { greaterThan: { accountId: walkedTo } };
  const { items } = await table.query(accountEntity.by('GSI1'), {}, { ...after, limit: MAX_DUE });
  const ids = items.map(({ accountId }) => accountId);
  const isYoung = new Set(
    items
      .filter(({ createdAt }) => Date.parse(createdAt) > now() - YOUNG_MS)
      .map(({ accountId }) => accountId),
  );
  for (const scope of walkedTo === '' ? [PLATFORM_ACCOUNT_ID, ...ids] : ids) {
    if (!(await readFeedEnd(directory, scope))) {
      // Its first event is still to come to the feeds, or it has none.
      if (isYoung.has(scope) || scope === PLATFORM_ACCOUNT_ID) continue;
      await beginFeed(directory, scope);
    }
    scopes.push(scope);
  }
  return { scopes, walkedTo: ids.length < MAX_DUE ? WALKED : ids.at(-1)! };
}

interface Committed {
  lines: readonly AccountLine[];
  place: number;
  walkedTo: string;
}

/** @returns undefined if the head is not as it was */
async function commit(
  { table }: Directory,
  head: InstallationHead,
  { lines, place, walkedTo }: Committed,
): Promise<InstallationHead | undefined> {
  const { origin, secret } = head;
  const same = { origin, secret, place, walkedTo };
  const sorted = [...lines].sort((one, other) => (one.accountId < other.accountId ? -1 : 1));
  const leaf = () => leafHash(batchEntry(batchTree(sorted, fillingOf(head, head.size)).root));
  const next =
    lines.length === 0
      ? { ...head, ...same }
      : { ...same, ...storedTree(append(treeOf(head), [leaf()])), batch: packLines(sorted) };
  try {
    return await table.put(installationLogEntity, next, {
      condition: (is) =>
        is.and(is.eq('size', head.size), is.eq('root', head.root), is.eq('place', head.place)),
    });
  } catch (error) {
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
    return undefined;
  }
}

/** What fills a batch. */
export function fillingOf({ secret }: { secret: Uint8Array }, batch: number): Uint8Array {
  return createHash('sha256').update(secret).update(String(batch)).digest();
}

function packLines(lines: readonly AccountLine[]): string {
  return JSON.stringify(
    lines.map(({ accountId, size, root }) => [accountId, size, Buffer.from(root).toString('base64')]),
  );
}

export function unpackLines(packed: string): AccountLine[] {
  const lines = JSON.parse(packed) as [string, number, string][];
  return lines.map(([accountId, size, root]) => ({ accountId, size, root: Buffer.from(root, 'base64') }));
}

/**
 * Writes what the head's last batch is read from, before a checkpoint has it. Done again after a kill, by whichever process is next.
 * @throws LogStoppedError if something else is stored
 */
export async function settleBatch(directory: Directory, head: InstallationHead): Promise<void> {
  const { origin, size, batch } = head;
  if (size === 0 || batch === undefined) return;
  const { table } = directory;
  const index = size - 1;
  const lines = unpackLines(batch);
  const { root } = batchTree(lines, fillingOf(head, index));
  const isBeside = lines.length <= MAX_LINES_BESIDE;
  if (!isBeside) await table.put(logLinesEntity, { origin, index, lines: batch });
  try {
    await table.create(logBatchEntity, { origin, index, root, ...(isBeside && { lines: batch }) });
  } catch (error) {
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
    const stored = await table.get(logBatchEntity, { origin, index }, CONSISTENT);
    if (!stored || !isSame(stored.root, root))
      throw new LogStoppedError(`The batch ${index} of the log of all accounts is another.`);
  }
  if (size % TILE_WIDTH === 0) {
    const scope = scopeOfAll(origin);
    const leaves = await batchLeaves(directory, origin, size - TILE_WIDTH, size);
    const tree = { size: size - TILE_WIDTH, edge: [] };
    const tiles = await filledTiles(table, { scope, tree, partial: [], leaves, isUnchecked: true });
    const top = tiles.at(-1)!;
    requireEdge(scope, treeOf(head), splitHashes(top.roots), top.level + 1);
    await writeTiles(table, tiles);
  }
}

/** A log that follows another begins with the other's last checkpoint. */
export const previousEntry = (note: string): Uint8Array =>
  Buffer.concat([Uint8Array.of(2), Buffer.from(note)]);

/** Some entries of the log of all accounts. @throws LogStoppedError if one is missing */
export async function entriesOfAll(
  { table }: Directory,
  origin: string,
  from: number,
  to: number,
): Promise<Uint8Array[]> {
  if (to <= from) return [];
  const entries: Uint8Array[] = [];
  const range = { between: [{ index: from }, { index: to - 1 }] as const, ...CONSISTENT };
  for await (const { index, root, previous } of table.each(logBatchEntity, { origin }, range)) {
    if (index !== from + entries.length) break;
    entries.push(previous === undefined ? batchEntry(root) : previousEntry(previous));
  }
  if (entries.length === to - from) return entries;
  throw new LogStoppedError(`The log of all accounts lacks its batch ${from + entries.length}.`);
}

/** Their hashes. */
export async function batchLeaves(...given: Parameters<typeof entriesOfAll>): Promise<Uint8Array[]> {
  return (await entriesOfAll(...given)).map(leafHash);
}

/** The tree of all accounts as it was at a size that is settled. */
export function treeOfAll(
  directory: Directory,
  { origin, size }: { origin: string; size: number },
  loader = new TileLoader(directory.table),
  leaves: (...given: Parameters<typeof batchLeaves>) => Promise<readonly Uint8Array[]> = batchLeaves,
): TreeReader {
  const partial = () => leaves(directory, origin, size - (size % TILE_WIDTH), size);
  return new TreeReader({ scope: scopeOfAll(origin), size, partial }, loader);
}
