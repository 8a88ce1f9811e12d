import { LIMITED, type Limited } from '#libs/domain';
import type { Directory } from '../directory.js';
import { accountEntity, usageEntity } from '../entities.js';
import { countNow } from '../usage.js';
import type { AccountCheck } from './check-aggregate.js';
import type { Diagnosis } from './findings.js';

/** A count that changes each time it is looked at is being kept: that it is right is then for a quiet time to find. */
const MOST_LOOKS = 5;

/**
 * Compares what an account's limits count with the heads that are there. One that is not settled, or is of a limit that
 * was taken away, is counted again before it is used.
 */
export async function checkUsages({ directory, accountId }: AccountCheck): Promise<Diagnosis[]> {
  const account = await directory.table.get(accountEntity, { accountId }, { consistent: true });
  const limited = LIMITED.filter((name) => account?.limits?.[name] !== undefined);
  const diagnoses = await Promise.all(
    limited.map((counted) => checkUsage(directory, accountId, counted, account?.limitsSince?.[counted])),
  );
  return diagnoses.filter((diagnosis) => diagnosis !== undefined);
}

async function checkUsage(
  directory: Directory,
  accountId: string,
  counted: Limited,
  since: string | undefined,
): Promise<Diagnosis | undefined> {
  const key = { accountId, counted };
  const read = () => directory.table.get(usageEntity, key, { consistent: true });
  for (let looks = 1; looks <= MOST_LOOKS; looks += 1) {
    const usage = await read();
    if (!usage?.settled || usage.since !== since) return undefined;
    const count = await countNow(directory, accountId, counted);
    if ((await read())?.version !== usage.version) continue;
    if (count === usage.count) return undefined;
    const repaired = { ...usage, count, version: usage.version + 1 };
    return {
      finding: {
        level: 'wrong',
        problem: 'differs',
        entity: 'usage',
        accountId,
        aggregateId: accountId,
        key: usageEntity.at(key).key,
        message: `The limit of ${counted} counts ${usage.count}, and there are ${count}.`,
        differences: [{ attribute: 'count', expected: count, found: usage.count }],
        repairable: true,
      },
      repair: [usageEntity.put(repaired, { condition: (c) => c.eq('version', usage.version) })],
    };
  }
  return undefined;
}
