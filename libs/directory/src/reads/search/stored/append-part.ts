import { isSingleTableError } from '@rollbook/single-table';
import type { Directory } from '../../../core/directory.js';
import type { SearchChange } from '../../../search-index/entries.js';
import type { LogEnd } from '../../../search-index/search-indexes.js';
import { searchChangesEntity, searchStateEntity } from '../../../table/items/search.js';
import { asHeadsAre, OF_CLOSED_ACCOUNT, type RecordedChange } from './late-changes.js';
import { packEntries } from './packing.js';

const MAX_ATTEMPTS = 10;
const UNIT_BYTES = 1024;
/** The attributes of an item that are not its entries. */
const OVERHEAD_BYTES = 180;

interface NextChanges {
  entries: readonly SearchChange[];
  lastErasureAt: number;
}

/** @param end of the changes, as far as this process knows: it is brought up to date */
export function appendPart(
  directory: Directory,
  scope: string,
  end: LogEnd,
  recorded: readonly RecordedChange[],
): Promise<void> {
  return append(directory, scope, end, async () => {
    const current = await asHeadsAre(directory, scope, end, recorded);
    if (current.length === 0) return undefined;
    const erasures = current.filter(({ isErasure }) => isErasure).map(({ changedAt }) => changedAt);
    const lastErasureAt = Math.max(end.lastErasureAt ?? directory.now(), ...erasures);
    return { entries: current.map(({ change }) => change), lastErasureAt };
  });
}

/** Appends no entries, only that whatever was recorded before a time may be of somebody erased since. */
export async function appendMark(directory: Directory, scope: string, lastErasureAt: number): Promise<void> {
  const end = await readLogEnd(directory, scope);
  await append(directory, scope, end, () => Promise.resolve({ entries: [], lastErasureAt }));
}

/** @param next what to append, for `end` as it is then: another process may append meanwhile */
async function append(
  directory: Directory,
  scope: string,
  end: LogEnd,
  next: () => Promise<NextChanges | undefined>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const changes = await next();
    if (!changes) return;
    const { entries, lastErasureAt } = changes;
    const sequence = end.tail + 1;
    const packed = await packEntries(directory.keyRing, scope, entries);
    try {
      await directory.table.create(searchChangesEntity, { scope, sequence, lastErasureAt, ...packed });
      const units = Math.ceil((packed.sealed.length + OVERHEAD_BYTES) / UNIT_BYTES);
      Object.assign(end, { tail: sequence, lastErasureAt, unfoldedUnits: end.unfoldedUnits + units });
      return;
    } catch (error) {
      if (!isSingleTableError(error, 'ConditionFailed') || attempt === MAX_ATTEMPTS) throw error;
      Object.assign(end, await readLogEnd(directory, scope));
    }
  }
}

export async function readLogEnd({ table }: Directory, scope: string): Promise<LogEnd> {
  const state = await table.get(searchStateEntity, { scope }, { consistent: true });
  const last = { limit: 1, order: 'descending', consistent: true } as const;
  const { items } = await table.query(searchChangesEntity, { scope }, last);
  const tail = items[0]?.sequence ?? 0;
  return {
    tail,
    lastErasureAt: items[0]?.lastErasureAt,
    unfoldedUnits: tail - (state?.foldedTo ?? 0),
    segmentUnits: state && Math.ceil(state.bytes / UNIT_BYTES),
  };
}

const FEWEST_UNITS = 100;
/** Folding writes the segments again: so it costs each change four units at most. */
const PART_OF_SEGMENTS = 4;

export function isFoldingDue({ unfoldedUnits, segmentUnits, lastErasureAt }: LogEnd): boolean {
  if (lastErasureAt === OF_CLOSED_ACCOUNT) return false;
  return (
    segmentUnits === undefined || unfoldedUnits >= Math.max(FEWEST_UNITS, segmentUnits / PART_OF_SEGMENTS)
  );
}
