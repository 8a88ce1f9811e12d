import type { Item } from '@rollbook/single-table';
import type { Directory } from '../../../core/directory.js';
import { pagesOf } from '../../../core/pages.js';
import { isRemoved, type SearchChange } from '../../../search-index/entries.js';
import { searchChangesEntity, searchSegmentEntity, searchStateEntity } from '../../../table/items/search.js';
import { unpackEntries } from './packing.js';

export type StoredState = Item<typeof searchStateEntity>;
export type StoredSegment = Item<typeof searchSegmentEntity>;
export type StoredChanges = Item<typeof searchChangesEntity>;

export type Unpacked<Of> = Of & { entries: SearchChange[] };
export type Segment = Unpacked<StoredSegment>;

export interface StoredEntries {
  /** Undefined where the entries were never made from the heads: there may be heads without an entry. */
  state: StoredState | undefined;
  segments: Segment[];
  changes: Unpacked<StoredChanges>[];
}

export async function readEntries(directory: Directory, scope: string): Promise<StoredEntries> {
  const { changes, segments, state } = await readPackedEntries(directory, scope);
  const unpack = async <Of extends StoredSegment | StoredChanges>(item: Of) => ({
    ...item,
    entries: await unpackEntries(directory.keyRing, scope, item),
  });
  const [unpackedSegments, unpackedChanges] = await Promise.all([
    Promise.all(segments.map(unpack)),
    Promise.all(changes.map(unpack)),
  ]);
  return { state, segments: unpackedSegments, changes: unpackedChanges };
}

/** Changes are deleted after they are folded into segments, and read before these: nothing is missed. */
export async function readPackedEntries({ table }: Directory, scope: string) {
  const [changes, segments]: [StoredChanges[], StoredSegment[]] = [[], []];
  let state: StoredState | undefined;
  const targets = [searchChangesEntity, searchSegmentEntity, searchStateEntity] as const;
  const read = (cursor?: string) => table.queryCollection(targets, { scope }, { consistent: true, cursor });
  for await (const { items } of pagesOf(read)) {
    changes.push(...items['search-changes']);
    segments.push(...items['search-segment']);
    state = items['search-state'][0] ?? state;
  }
  return { changes, segments, state };
}

/** In one small read. @returns undefined when some of them are folded away, so that the segments must be read */
export async function readChangesAfter(
  { table, keyRing }: Directory,
  scope: string,
  position: number,
): Promise<{ changes: SearchChange[]; tail: number } | undefined> {
  const found: StoredChanges[] = [];
  // The one that was read last, too: that it is there shows that none after it was deleted.
  const range = { atLeast: { sequence: position }, consistent: true } as const;
  for await (const item of table.each(searchChangesEntity, { scope }, range)) found.push(item);
  const isWhole = found.every(({ sequence }, index) => sequence === Math.max(position, 1) + index);
  if (!isWhole || (position > 0 && found.length === 0)) return undefined;
  const news = found.filter(({ sequence }) => sequence > position);
  const changes = await Promise.all(news.map((item) => unpackEntries(keyRing, scope, item)));
  return { changes: changes.flat(), tail: found.at(-1)?.sequence ?? 0 };
}

/** Of each id the highest version. */
export function latestOf(lists: Iterable<readonly SearchChange[]>): Map<string, SearchChange> {
  const latest = new Map<string, SearchChange>();
  for (const list of lists)
    for (const change of list) {
      const known = latest.get(change.id);
      if (!known || change.version > known.version) latest.set(change.id, change);
    }
  return latest;
}

/** A stream keeps records for 24 hours: what was removed longer ago cannot come again. */
const REMEMBERED_MS = 48 * 60 * 60 * 1000;

export function isForgotten(change: SearchChange, now: number): boolean {
  return isRemoved(change) && change.removedAt < now - REMEMBERED_MS;
}
