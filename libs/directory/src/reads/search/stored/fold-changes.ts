import { inParallel } from '#libs/pacing';
import type { Directory } from '../../../core/directory.js';
import type { SearchChange } from '../../../search-index/entries.js';
import { appendMark } from './append-part.js';
import { OF_CLOSED_ACCOUNT } from './late-changes.js';
import { searchChangesEntity, searchSegmentEntity, searchStateEntity } from '../../../table/items/search.js';
import { packEntries, type PackedEntries } from './packing.js';
import { entriesOfHeads, entriesOfOldHeads } from './read-heads.js';
import {
  isForgotten,
  latestOf,
  readEntries,
  readPackedEntries,
  type Segment,
  type StoredEntries,
  type StoredSegment,
} from './stored-entries.js';

/** Some 80 KB, as stored. */
const MAX_ENTRIES = 1_500;
/** A segment is made so full, to leave room for what comes. */
const ENTRIES_AT_FIRST = 1_000;
const FIRST_ID = '-';
/** An item holds 400 KB. */
const MAX_BYTES = 300 * 1024;
const AT_ONCE = 8;
/** A transaction holds 4 MB. */
const SPLIT_AT_ONCE = 8;

/**
 * Folds the changes of an account's entries into the segments. A concurrent reader sees each change at least once.
 * Of several who fold at once one succeeds; the others fail by their conditions, and leave nothing that is wrong.
 *
 * @throws SingleTableError `ConditionFailed` or `TransactionCanceled` when another process folds at the same time
 */
export async function foldChanges(directory: Directory, scope: string): Promise<void> {
  const stored = await readEntries(directory, scope);
  if (stored.changes.at(-1)?.lastErasureAt === OF_CLOSED_ACCOUNT) return;
  const known = [...stored.segments, ...stored.changes].map(({ entries }) => entries);
  const heads = stored.state ? [] : await listed(entriesOfOldHeads(directory, scope));
  await store(directory, scope, stored, [heads, ...known]);
}

/** Makes the entries of an account from its heads, whatever is stored of them. */
export async function rebuildEntries(directory: Directory, scope: string): Promise<number> {
  // The last change stays: it is to be one without names, because the erasure of one may be what was lost.
  await appendMark(directory, scope, directory.now());
  // In this order: what changes after it was read from its head has a later change.
  const { segments, changes, state } = await readPackedEntries(directory, scope);
  const unread = <Of extends object>(item: Of) => ({ ...item, entries: [] });
  const stored = { state, segments: segments.map(unread), changes: changes.map(unread) };
  const entries = await listed(entriesOfHeads(directory, scope));
  await store(directory, scope, stored, [entries]);
  directory.search.forget(scope);
  return entries.length;
}

async function listed(found: AsyncIterable<SearchChange>): Promise<SearchChange[]> {
  const entries: SearchChange[] = [];
  for await (const entry of found) entries.push(entry);
  return entries;
}

async function store(
  directory: Directory,
  scope: string,
  stored: StoredEntries,
  known: readonly (readonly SearchChange[])[],
): Promise<void> {
  const now = directory.now();
  const entries = [...latestOf(known).values()]
    .filter((entry) => !isForgotten(entry, now))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const bytes = await writeSegments(directory, scope, rangesOf(stored.segments, entries));
  await writeState(directory, scope, stored, bytes);
  // The last stays, for processes that have read up to it.
  const folded = stored.changes.slice(0, -1).map(({ sequence }) => sequence);
  await directory.table.batchWrite(folded.map((sequence) => searchChangesEntity.delete({ scope, sequence })));
  directory.search.logEnds.delete(scope);
}

/** The entries of a segment as they are to be, and the segment as it was. */
interface Range {
  firstId: string;
  entries: readonly SearchChange[];
  before: Segment | undefined;
}

/** @param entries all of them, by id */
function rangesOf(before: readonly Segment[], entries: readonly SearchChange[]): Range[] {
  const firstIds = before.map(({ firstId }) => firstId);
  if (firstIds[0] !== FIRST_ID) firstIds.unshift(FIRST_ID);
  const byFirstId = new Map(before.map((segment) => [segment.firstId, segment]));
  let from = 0;
  return firstIds.map((firstId, index) => {
    const next = firstIds[index + 1];
    const start = from;
    while (from < entries.length && (next === undefined || entries[from]!.id < next)) from += 1;
    return { firstId, entries: entries.slice(start, from), before: byFirstId.get(firstId) };
  });
}

async function writeSegments(directory: Directory, scope: string, ranges: readonly Range[]): Promise<number> {
  let bytes = 0;
  await inParallel(ranges, AT_ONCE, async (range) => {
    const size = await writeRange(directory, scope, range);
    bytes += size;
  });
  return bytes;
}

/**
 * A segment that has grown too large is split. New segments are written with the old one, on the condition that nobody else has
 * written that: otherwise they could bring back what an erasure has taken out of it since it was read.
 */
async function writeRange(directory: Directory, scope: string, range: Range): Promise<number> {
  const { firstId, entries, before } = range;
  if (before && isSame(before.entries, entries)) return before.sealed.length;
  // Never 0: without entries there is one empty segment.
  const size = entries.length > MAX_ENTRIES ? ENTRIES_AT_FIRST : MAX_ENTRIES;
  const [first, ...others] = await packedParts(directory, scope, entries, size);
  const segment = { scope, firstId, ...first!.packed };
  if (others.length === 0) await putSegment(directory, segment, before?.version);
  else await splitSegment(directory, segment, before, others);
  return [first!, ...others].reduce((bytes, { packed }) => bytes + packed.sealed.length, 0);
}

interface Part {
  firstId: string;
  packed: PackedEntries;
}

/** Where a part would be too large for an item it is halved. */
async function packedParts(
  directory: Directory,
  scope: string,
  entries: readonly SearchChange[],
  size: number,
): Promise<Part[]> {
  const parts: Part[] = [];
  for (let from = 0; from === 0 || from < entries.length; from += size) {
    const part = entries.slice(from, from + size);
    const packed = await packEntries(directory.keyRing, scope, part);
    if (packed.sealed.length > MAX_BYTES)
      parts.push(...(await packedParts(directory, scope, part, Math.ceil(part.length / 2))));
    else parts.push({ firstId: part[0]?.id ?? FIRST_ID, packed });
  }
  return parts;
}

interface NewSegment extends PackedEntries {
  scope: string;
  firstId: string;
}

async function putSegment(
  { table }: Directory,
  segment: NewSegment,
  before: number | undefined,
): Promise<void> {
  if (before === undefined) return void (await table.create(searchSegmentEntity, { ...segment, version: 1 }));
  await table.put(
    searchSegmentEntity,
    { ...segment, version: before + 1 },
    { condition: (c) => c.eq('version', before) },
  );
}

async function splitSegment(
  directory: Directory,
  segment: NewSegment,
  before: StoredSegment | undefined,
  others: readonly Part[],
): Promise<void> {
  const { scope, firstId } = segment;
  const empty = { scope, firstId, ...(await packEntries(directory.keyRing, scope, [])) };
  if (!before) await putSegment(directory, empty, undefined);
  const { sealed, keyId, version } = before ?? { ...empty, version: 1 };
  for (let from = 0; from < others.length; from += SPLIT_AT_ONCE) {
    const parts = others.slice(from, from + SPLIT_AT_ONCE);
    const created = parts.map((part) =>
      searchSegmentEntity.create({ scope, firstId: part.firstId, ...part.packed, version: 1 }),
    );
    // What moves to others is not taken out before all of it is there.
    const isLast = from + SPLIT_AT_ONCE >= others.length;
    const seen = version + from / SPLIT_AT_ONCE;
    const own = { ...segment, ...(!isLast && { sealed, keyId }), version: seen + 1 };
    const put = searchSegmentEntity.put(own, { condition: (c) => c.eq('version', seen) });
    await directory.table.transactWrite([...created, put], { clientRequestToken: directory.id() });
  }
}

function isSame(before: readonly SearchChange[], after: readonly SearchChange[]): boolean {
  return (
    before.length === after.length &&
    before.every(({ id, version }, at) => after[at]!.id === id && after[at]!.version === version)
  );
}

async function writeState(
  { table, now }: Directory,
  scope: string,
  { state, changes }: StoredEntries,
  bytes: number,
): Promise<void> {
  const next = {
    scope,
    version: (state?.version ?? 0) + 1,
    foldedTo: changes.at(-1)?.sequence ?? state?.foldedTo ?? 0,
    bytes,
    updatedAt: new Date(now()).toISOString(),
  };
  await table.put(searchStateEntity, next, {
    condition: (c) => (state ? c.eq('version', state.version) : c.notExists('version')),
  });
}
