import { inParallel } from '#libs/pacing';
import type { Directory } from '../../directory.js';
import type { SearchChange } from '../entries.js';
import { searchChangesEntity, searchSegmentEntity, searchStateEntity } from './items.js';
import { packEntries, type PackedEntries } from './packing.js';
import { entriesOfHeads } from './read-heads.js';
import {
  isForgotten,
  latestOf,
  readEntries,
  readPackedEntries,
  type Segment,
  type StoredEntries,
} from './stored-entries.js';

/** Some 80 KB, as stored. */
const MOST_ENTRIES = 1_500;
/** A segment is made so full, to leave room for what comes. */
const ENTRIES_AT_FIRST = 1_000;
const FIRST_ID = '-';
/** An item holds 400 KB. */
const MOST_BYTES = 300 * 1024;
const AT_ONCE = 8;

/**
 * Folds the changes of an account's entries into the segments. Whoever reads at the same time sees each change at least once.
 * Of several who fold at once one succeeds; the others fail by their conditions, and leave nothing that is wrong.
 *
 * @throws SingleTableError `ConditionFailed` when another process folds at the same time
 */
export async function foldChanges(directory: Directory, scope: string): Promise<void> {
  const stored = await readEntries(directory, scope);
  const known = [...stored.segments, ...stored.changes].map(({ entries }) => entries);
  await store(directory, scope, stored, stored.state ? known : [await allOf(directory, scope)]);
}

/** Makes the entries of an account from its heads, whatever is stored of them. */
export async function makeEntriesAnew(directory: Directory, scope: string): Promise<number> {
  // In this order: what changes after it was read from its head has a later change.
  const { segments, changes, state } = await readPackedEntries(directory, scope);
  const unread = <Of extends object>(item: Of) => ({ ...item, entries: [] });
  const stored = { state, segments: segments.map(unread), changes: changes.map(unread) };
  const entries = await allOf(directory, scope);
  await store(directory, scope, stored, [entries]);
  directory.search.forget(scope);
  return entries.length;
}

async function allOf(directory: Directory, scope: string): Promise<SearchChange[]> {
  const entries: SearchChange[] = [];
  for await (const entry of entriesOfHeads(directory, scope)) entries.push(entry);
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
  const bytes = await writeSegments(directory, scope, planSegments(stored.segments, entries));
  await writeState(directory, scope, stored, bytes);
  // The last stays, for processes that have read up to it.
  const folded = stored.changes.slice(0, -1).map(({ sequence }) => sequence);
  await directory.table.batchWrite(folded.map((sequence) => searchChangesEntity.delete({ scope, sequence })));
  directory.search.logEnds.delete(scope);
}

interface PlannedSegment {
  firstId: string;
  entries: readonly SearchChange[];
  before: Segment | undefined;
}

/** @param entries all of them, by id */
function planSegments(before: readonly Segment[], entries: readonly SearchChange[]): PlannedSegment[] {
  const firstIds = before.map(({ firstId }) => firstId);
  if (firstIds[0] !== FIRST_ID) firstIds.unshift(FIRST_ID);
  const byFirstId = new Map(before.map((segment) => [segment.firstId, segment]));
  let from = 0;
  return firstIds.flatMap((firstId, index) => {
    const next = firstIds[index + 1];
    const start = from;
    while (from < entries.length && (next === undefined || entries[from]!.id < next)) from += 1;
    const planned = { firstId, entries: entries.slice(start, from), before: byFirstId.get(firstId) };
    return planned.entries.length > MOST_ENTRIES ? inParts(planned, ENTRIES_AT_FIRST) : [planned];
  });
}

function inParts({ firstId, entries, before }: PlannedSegment, size: number): PlannedSegment[] {
  const parts: PlannedSegment[] = [];
  for (let from = 0; from < entries.length; from += size) {
    const part = entries.slice(from, from + size);
    parts.push(
      from === 0
        ? { firstId, entries: part, before }
        : { firstId: part[0]!.id, entries: part, before: undefined },
    );
  }
  return parts;
}

async function writeSegments(
  directory: Directory,
  scope: string,
  segments: readonly PlannedSegment[],
): Promise<number> {
  let bytes = 0;
  // New ones first: what moves to one must not be gone from where it was before it is there.
  const inTurn = [...segments.filter(({ before }) => !before), ...segments.filter(({ before }) => before)];
  await inParallel(inTurn, AT_ONCE, async (each) => {
    const size = await writeSegment(directory, scope, each);
    bytes += size;
  });
  return bytes;
}

async function writeSegment(directory: Directory, scope: string, segment: PlannedSegment): Promise<number> {
  const { firstId, entries, before } = segment;
  if (before && isSame(before.entries, entries)) return before.sealed.length;
  const packed = await packEntries(directory.keyRing, scope, entries);
  if (packed.sealed.length > MOST_BYTES) {
    const [left, right] = inParts(segment, Math.ceil(entries.length / 2)) as [PlannedSegment, PlannedSegment];
    const bytes = await writeSegment(directory, scope, right);
    return bytes + (await writeSegment(directory, scope, left));
  }
  await putSegment(directory, { scope, firstId, ...packed }, before);
  return packed.sealed.length;
}

async function putSegment(
  { table }: Directory,
  segment: { scope: string; firstId: string } & PackedEntries,
  before: Segment | undefined,
): Promise<void> {
  if (!before) return void (await table.create(searchSegmentEntity, { ...segment, version: 1 }));
  const { version } = before;
  await table.put(
    searchSegmentEntity,
    { ...segment, version: version + 1 },
    { condition: (c) => c.eq('version', version) },
  );
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
