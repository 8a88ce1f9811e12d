import { LIMITED, type AccountState, type Limited } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import type { Directory } from './directory.js';
import { type usageEntity } from '../table/items/limits-usage.js';
import { serviceGroupEntity } from '../table/items/service-groups.js';
import { userEntity } from '../table/items/users.js';

export type UsageChange = Readonly<Partial<Record<Limited, number>>>;

export interface LimitOf {
  accountId: string;
  counted: Limited;
  limit: number;
  since: string;
}

export function limitsTouched(account: AccountState, changes: readonly UsageChange[]): LimitOf[] {
  if (account.status === 'none' || !account.limits) return [];
  const { accountId, limits, limitsSince = {} } = account;
  return LIMITED.filter(
    (name) => limits[name] !== undefined && changes.some((change) => (change[name] ?? 0) !== 0),
  ).map((counted) => ({
    accountId,
    counted,
    limit: limits[counted] ?? 0,
    since: limitsSince[counted] ?? '',
  }));
}

/** A command that loaded the account before the limit was set may commit uncounted, but takes no longer than this. */
const SETTLED_AFTER_MS = 60_000;

/** True if the count is reliable and need not be repeated. */
export function isKnown(
  { now }: Directory,
  { since }: LimitOf,
  usage: Item<typeof usageEntity> | undefined,
): usage is Item<typeof usageEntity> {
  return usage?.since === since && (usage.settled || !isSettling(now(), since));
}

export function isSettling(now: number, since: string): boolean {
  return now > Date.parse(since) + SETTLED_AFTER_MS;
}

/** Counts with a Query: strongly consistent, and as long as the users or service groups. */
export async function countNow({ table }: Directory, accountId: string, counted: Limited): Promise<number> {
  let count = 0;
  if (counted === 'serviceGroups') {
    const select = ['serviceGroupId'] as const;
    const groups = table.each(
      serviceGroupEntity,
      { accountId },
      { consistent: true, select, filter: (c) => c.ne('status', 'removed') },
    );
    for await (const _group of groups) count += 1;
    return count;
  }
  const select = ['membershipCount'] as const;
  const users = table.each(
    userEntity,
    { accountId },
    { consistent: true, select, filter: (c) => c.ne('status', 'removed') },
  );
  for await (const { membershipCount } of users) count += counted === 'users' ? 1 : membershipCount;
  return count;
}
