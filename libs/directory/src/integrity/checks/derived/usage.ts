import { isDeepStrictEqual } from 'node:util';
import { LIMITED, type Limited } from '#libs/domain';
import type { Directory } from '../../../core/directory.js';
import { accountEntity } from '../../../table/items/accounts.js';
import { usageEntity, usageShareEntity } from '../../../table/items/limits-usage.js';
import { countNow } from '../../../core/usage-limits.js';
import { readShares } from '../../../core/usage-shares.js';
import type { AccountCheck } from '../aggregate.js';
import type { Diagnosis } from '../../derivation/findings.js';

/** A count that changes with every check is being maintained: whether it is right can only be checked at a quiet time. */
const MAX_LOOKS = 5;

/**
 * Compares the usage of an account's limits with the existing heads. If it is not settled, or belongs to a limit that was
 * removed, it is recounted before it is used. What is left of a closed account is removed without counting.
 */
export async function checkUsages({ directory, accountId }: AccountCheck): Promise<Diagnosis[]> {
  const account = await directory.table.get(accountEntity, { accountId }, { consistent: true });
  if (account?.status === 'closed') return [];
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
  for (let looks = 1; looks <= MAX_LOOKS; looks += 1) {
    const usage = await read();
    if (!usage?.settled || usage.since !== since) return undefined;
    const shares = await readShares(directory, usage);
    const count = await countNow(directory, accountId, counted);
    const again = await readShares(directory, usage);
    if ((await read())?.version !== usage.version || !isDeepStrictEqual(shares, again)) continue;
    const found = usage.count - shares.free;
    if (count === found) return undefined;
    const { shares: _, ...kept } = usage;
    const repaired = { ...kept, count, version: usage.version + 1 };
    return {
      finding: {
        level: 'wrong',
        problem: 'differs',
        entity: 'usage',
        accountId,
        aggregateId: accountId,
        key: usageEntity.at(key).key,
        message: `The limit of ${counted} counts ${found}, but there are ${count}.`,
        differences: [{ attribute: 'count', expected: count, found }],
        repairable: true,
      },
      repair: [
        usageEntity.put(repaired, { condition: (c) => c.eq('version', usage.version) }),
        ...shares.items.map(({ share, version }) =>
          usageShareEntity.delete(
            { accountId, counted, share },
            { condition: (c) => c.eq('version', version) },
          ),
        ),
      ],
    };
  }
  return undefined;
}
