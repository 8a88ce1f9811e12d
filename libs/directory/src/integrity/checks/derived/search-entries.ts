import { isRemoved, type SearchChange } from '../../../search-index/entries.js';
import { searchStateEntity } from '../../../table/items/search.js';
import { entriesOfHeads } from '../../../reads/search/stored/read-heads.js';
import { latestOf, readEntries } from '../../../reads/search/stored/stored-entries.js';
import type { Diagnosis, Finding } from '../../derivation/findings.js';
import type { AccountCheck } from '../aggregate.js';

export const SEARCH_ENTRY = 'search-entry';

/**
 * Compares the search entries with the heads that they are made of. The stream processor is behind by moments: what differs
 * counts if it still does after some time. Where the entries have never been made there is nothing to compare.
 */
export async function checkSearchEntries(check: AccountCheck, settleAfterMs: number): Promise<Diagnosis[]> {
  const first = await differences(check);
  if (first.length === 0) return [];
  await check.directory.sleep(settleAfterMs);
  const before = new Set(first.map(({ message }) => message));
  return (await differences(check))
    .filter(({ message }) => before.has(message))
    .map((finding) => ({ finding, repair: [] }));
}

async function differences({ directory, accountId }: AccountCheck): Promise<Finding[]> {
  const { key } = searchStateEntity.at({ scope: accountId });
  const found = (problem: Finding['problem'], aggregateId: string, message: string): Finding => {
    // Fixed by rebuilding the entries.
    const about = { entity: SEARCH_ENTRY, accountId, aggregateId, key, message };
    return { ...about, level: problem === 'unreadable' ? 'wrong' : 'stale', problem, repairable: true };
  };
  const stored = await readEntries(directory, accountId).catch((error: Error) => error);
  if (stored instanceof Error)
    return [found('unreadable', accountId, `The search entries cannot be read: ${stored.message}`)];
  const { state, segments, changes } = stored;
  if (!state) return [];
  const entries = latestOf([...segments, ...changes].map((item) => item.entries));
  const findings: Finding[] = [];
  for await (const expected of entriesOfHeads(directory, accountId)) {
    const { id } = expected;
    const entry = entries.get(id);
    entries.delete(id);
    if (!isSame(entry, expected))
      findings.push(found('differs', id, `${id} is searched for by what its head does not say.`));
  }
  for (const entry of entries.values())
    if (!isRemoved(entry))
      findings.push(found('unexpected', entry.id, `${entry.id} is found by a search, but is not there.`));
  return findings;
}

/** A membership changes its user's version, and nothing that is searched. */
function isSame(entry: SearchChange | undefined, expected: SearchChange): boolean {
  if (isRemoved(expected)) return entry === undefined || isRemoved(entry);
  if (entry === undefined || isRemoved(entry) || entry.version > expected.version) return false;
  return (Object.keys(expected) as (keyof typeof expected)[]).every(
    (field) => field === 'version' || entry[field] === expected[field],
  );
}
