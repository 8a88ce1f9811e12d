import { isSingleTableError } from '#libs/single-table';
import type { Directory } from '../../directory.js';
import { accountEntity } from '../../accounts/items.js';
import { isRemoved, type SearchChange } from '../entries.js';
import { ACCOUNTS_SCOPE } from '../heads-to-entries.js';
import { searchChangesEntity, searchStateEntity } from './items.js';
import { packEntries } from './packing.js';
import type { LogEnd } from '../memory/search-indexes.js';
import { purgeEntries } from './purge-entries.js';
import { latestOf } from './stored-entries.js';

const MOST_ENTRIES = 500;
const MOST_ATTEMPTS = 10;
const UNIT_BYTES = 1024;
/** What an item has besides its entries. */
const OVERHEAD_BYTES = 160;

/**
 * Appends changes of an account's entries, which searches read. May be repeated, and may be done by several processes at
 * once: what counts of an entry is its version.
 *
 * @returns true when there is enough to be folded into the segments
 */
export async function appendChanges(
  directory: Directory,
  scope: string,
  changes: readonly SearchChange[],
): Promise<boolean> {
  if (changes.some(isRemoved) && (await isClosed(directory, scope))) {
    await purgeEntries(directory, scope);
    return false;
  }
  const { logEnds } = directory.search;
  const end = logEnds.get(scope) ?? (await readLogEnd(directory, scope));
  logEnds.set(scope, end);
  try {
    for (const part of partsOf([...latestOf([changes]).values()]))
      await appendPart(directory, scope, end, part);
  } catch (error) {
    logEnds.delete(scope);
    throw error;
  }
  return isFoldingDue(end);
}

/** Of a closed account nothing is to be found again, whatever its removals still bring. */
async function isClosed({ table }: Directory, scope: string): Promise<boolean> {
  if (scope === ACCOUNTS_SCOPE) return false;
  const account = await table.get(accountEntity, { accountId: scope }, { consistent: true });
  return account?.status === 'closed';
}

/** Whoever searches reads the last part again each time: it is small. */
function partsOf(changes: readonly SearchChange[]): (readonly SearchChange[])[] {
  const parts: SearchChange[][] = [];
  const last = changes.length > MOST_ENTRIES / 20 ? changes.length - 1 : 0;
  for (let from = 0; from < last; from += MOST_ENTRIES)
    parts.push(changes.slice(from, Math.min(from + MOST_ENTRIES, last)));
  return [...parts, changes.slice(last)];
}

async function appendPart(
  directory: Directory,
  scope: string,
  end: LogEnd,
  changes: readonly SearchChange[],
): Promise<void> {
  const packed = await packEntries(directory.keyRing, scope, changes);
  for (let attempt = 1; ; attempt += 1)
    try {
      const sequence = end.tail + 1;
      await directory.table.create(searchChangesEntity, { scope, sequence, ...packed });
      end.tail = sequence;
      end.unfoldedUnits += Math.ceil((packed.sealed.length + OVERHEAD_BYTES) / UNIT_BYTES);
      return;
    } catch (error) {
      // Another process has appended meanwhile.
      if (!isSingleTableError(error, 'ConditionFailed') || attempt === MOST_ATTEMPTS) throw error;
      Object.assign(end, await readLogEnd(directory, scope));
    }
}

async function readLogEnd({ table }: Directory, scope: string): Promise<LogEnd> {
  const state = await table.get(searchStateEntity, { scope }, { consistent: true });
  const last = { limit: 1, order: 'descending', consistent: true } as const;
  const { items } = await table.query(searchChangesEntity, { scope }, last);
  const tail = items[0]?.sequence ?? 0;
  return {
    tail,
    unfoldedUnits: tail - (state?.foldedTo ?? 0),
    segmentUnits: state && Math.ceil(state.bytes / UNIT_BYTES),
  };
}

const FEWEST_UNITS = 100;
/** Folding writes the segments again: so it costs each change four units at most. */
const PART_OF_SEGMENTS = 4;

function isFoldingDue({ unfoldedUnits, segmentUnits }: LogEnd): boolean {
  return (
    segmentUnits === undefined || unfoldedUnits >= Math.max(FEWEST_UNITS, segmentUnits / PART_OF_SEGMENTS)
  );
}
