import type { Directory } from '../core/directory.js';
import { headOf } from '../table/items/heads.js';
import { findingKey, type Diagnosis } from './derivation/findings.js';

/** A check that found something wrong is repeated at least this often, for an index that lags behind. */
const REPEATS = 2;
/** And at most this often, for an aggregate that keeps changing. */
const MAX_REPEATS = 20;

interface Checked {
  diagnoses: Diagnosis[];
}

/**
 * Repeats a check that found something wrong, and keeps what it finds each time. A check reads several items one after the
 * other, so with concurrent commands it may see half of a change. Its findings therefore count only if its aggregate's
 * version was the same before and after the last run.
 */
export async function confirmed<T extends Checked>(
  directory: Directory,
  accountId: string,
  run: () => Promise<T>,
  recheckAfterMs: number,
): Promise<T> {
  let result = await run();
  for (let repeats = 1; result.diagnoses.some(isWrong); repeats += 1) {
    const versions = new Map<string, number | undefined>();
    for (const { finding } of result.diagnoses.filter(isWrong))
      versions.set(finding.aggregateId, await versionOf(directory, accountId, finding.aggregateId));
    await directory.sleep(recheckAfterMs);
    const before = new Set(result.diagnoses.map(({ finding }) => findingKey(finding)));
    const next = await run();
    result = { ...next, diagnoses: next.diagnoses.filter(({ finding }) => before.has(findingKey(finding))) };
    if (repeats < REPEATS) continue;
    const moved = new Set<string>();
    for (const [id, version] of versions)
      if ((await versionOf(directory, accountId, id)) !== version) moved.add(id);
    const inMotion = (each: Diagnosis) => isWrong(each) && moved.has(each.finding.aggregateId);
    if (!result.diagnoses.some(inMotion)) return result;
    if (repeats >= MAX_REPEATS)
      return {
        ...result,
        diagnoses: result.diagnoses.map((each) => (inMotion(each) ? undecided(each) : each)),
      };
  }
  return result;
}

function isWrong({ finding }: Diagnosis): boolean {
  return finding.level === 'wrong';
}

function undecided({ finding }: Diagnosis): Diagnosis {
  const message = `${finding.message} It changed each time it was checked: verify again when it no longer changes.`;
  return { finding: { ...finding, level: 'pending', message, repairable: false }, repair: [] };
}

/** The version of an aggregate's head; undefined if it has none. */
async function versionOf({ table }: Directory, accountId: string, id: string): Promise<number | undefined> {
  const { entity, key } = headOf(accountId, id);
  return (await table.get(entity, key, { consistent: true }))?.version;
}
