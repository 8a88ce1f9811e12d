import type { Directory } from '../../../core/directory.js';
import { accountEntity } from '../../../table/items/accounts.js';
import { isRemoved } from '../../../search-index/entries.js';
import { ACCOUNTS_SCOPE } from '../../../search-index/heads-to-entries.js';
import { appendPart, isFoldingDue, readLogEnd } from './append-part.js';
import type { RecordedChange } from './late-changes.js';
import { purgeEntries } from './purge-entries.js';
import { latestOf } from './stored-entries.js';

const MAX_ENTRIES = 500;

/** When changes are to be folded into the segments: after an erasure at once, so that no item has the name any more. */
export type FoldingDue = 'not yet' | 'soon' | 'now';

/**
 * Appends changes of an account's entries, which searches read. May be repeated, and may be done by several processes at
 * once: what counts of an entry is its version.
 */
export async function appendChanges(
  directory: Directory,
  scope: string,
  recorded: readonly RecordedChange[],
): Promise<FoldingDue> {
  if (recorded.some(({ change }) => isRemoved(change)) && (await isClosed(directory, scope))) {
    await purgeEntries(directory, scope);
    return 'not yet';
  }
  const { logEnds } = directory.search;
  const end = logEnds.get(scope) ?? (await readLogEnd(directory, scope));
  logEnds.set(scope, end);
  try {
    for (const part of partsOf(latestRecorded(recorded))) await appendPart(directory, scope, end, part);
  } catch (error) {
    logEnds.delete(scope);
    throw error;
  }
  if (recorded.some(({ isErasure }) => isErasure)) return 'now';
  return isFoldingDue(end) ? 'soon' : 'not yet';
}

/** Of a closed account nothing is to be found again, whatever its removals still bring. */
async function isClosed({ table }: Directory, scope: string): Promise<boolean> {
  if (scope === ACCOUNTS_SCOPE) return false;
  const account = await table.get(accountEntity, { accountId: scope }, { consistent: true });
  return account?.status === 'closed';
}

function latestRecorded(recorded: readonly RecordedChange[]): RecordedChange[] {
  const latest = latestOf([recorded.map(({ change }) => change)]);
  return recorded.filter(({ change }) => latest.get(change.id) === change);
}

/** Every search reads the last part again: it is small. */
function partsOf(changes: readonly RecordedChange[]): (readonly RecordedChange[])[] {
  const parts: (readonly RecordedChange[])[] = [];
  const last = changes.length > MAX_ENTRIES / 20 ? changes.length - 1 : 0;
  for (let from = 0; from < last; from += MAX_ENTRIES)
    parts.push(changes.slice(from, Math.min(from + MAX_ENTRIES, last)));
  return [...parts, changes.slice(last)];
}
