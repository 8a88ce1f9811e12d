import { existingAccount, LIMITED, type Limited } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import { accountState } from './state.js';
import { readShares } from '../../core/usage-shares.js';
import type { Tenant } from '../../core/tenant.js';
import { shownCounts } from './views.js';
import { accountCountsEntity, accountEntity } from '../../table/items/accounts.js';
import { usageEntity } from '../../table/items/limits-usage.js';

export interface LimitUsage {
  /** Undefined if nobody counts them: memberships are counted while they are limited. */
  count: number | undefined;
  /** Undefined if there is none. */
  limit: number | undefined;
}

export type LimitsUsage = Record<Limited, LimitUsage> & { asOf: string };

/** What an account has, and may have: one call, and another for each limit that many commands count on at once. */
export async function getUsage({ directory, accountId }: Tenant): Promise<LimitsUsage> {
  const [item, countsItem, ...usages] = await directory.table.batchGet(
    [
      accountEntity.at({ accountId }),
      accountCountsEntity.at({ accountId }),
      ...LIMITED.map((counted) => usageEntity.at({ accountId, counted })),
    ] as const,
    { consistent: true },
  );
  const account = existingAccount(accountState(item));
  const { asOf, ...counts } = shownCounts(item ?? account, countsItem);
  const known: Partial<Record<Limited, number>> = counts;
  const limited = LIMITED.map(async (counted, at): Promise<[Limited, LimitUsage]> => {
    const limit = account.limits?.[counted];
    const usage = usages[at];
    const isOfLimit = limit !== undefined && usage?.since === account.limitsSince?.[counted];
    const count = usage && isOfLimit ? await usedOf(directory, usage) : known[counted];
    return [counted, { count, limit }];
  });
  return { ...(Object.fromEntries(await Promise.all(limited)) as Record<Limited, LimitUsage>), asOf };
}

async function usedOf(directory: Directory, usage: Item<typeof usageEntity>): Promise<number> {
  if (!usage.shares?.size) return usage.count;
  // Shares may be filled between the two reads.
  return Math.max(0, usage.count - (await readShares(directory, usage)).free);
}
