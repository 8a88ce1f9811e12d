import { requireWithinLimit, LIMITED, type AccountState, type Limited } from '#libs/domain';
import type { Item, WriteOperation } from '#libs/single-table';
import type { Directory } from './directory.js';
import { serviceGroupEntity, usageEntity, userEntity } from './entities.js';
import type { Step } from './steps.js';

/** By how much a change raises or lowers what can be limited. */
export type UsageChange = Readonly<Partial<Record<Limited, number>>>;

/** One limit of an account, and how much of it is used. */
export interface Usage {
  counted: Limited;
  count: number;
  /** @throws DomainError `limit_reached` when so many more are too many */
  require(more: number): void;
  /** Counts the change in the transaction that makes it, on the condition that the limit allows it still. */
  step(change: number): Step;
}

/**
 * A command that loaded the account before the limit was there may commit after it, uncounted. No command takes so
 * long: what is counted after this time is counted for good.
 */
const SETTLED_AFTER_MS = 60_000;

/**
 * The steps that keep an account within its limits. None, and no read, when what changes is not limited.
 *
 * @throws DomainError `limit_reached`
 */
export async function usageSteps(
  directory: Directory,
  account: AccountState,
  change: UsageChange,
): Promise<Step[]> {
  const usages = await loadUsages(directory, account, [change]);
  return usages.map((usage) => {
    const more = change[usage.counted] ?? 0;
    usage.require(more);
    return usage.step(more);
  });
}

/** How much is used of what some changes touch and what is limited. */
export async function loadUsages(
  directory: Directory,
  account: AccountState,
  changes: readonly UsageChange[],
): Promise<Usage[]> {
  if (account.status === 'none' || !account.limits) return [];
  const { accountId, limits, limitsSince = {} } = account;
  const touched = LIMITED.filter(
    (name) => limits[name] !== undefined && changes.some((change) => (change[name] ?? 0) !== 0),
  );
  if (touched.length === 0) return [];
  const items = await directory.table.batchGet(
    touched.map((counted) => usageEntity.at({ accountId, counted })),
    { consistent: true },
  );
  return Promise.all(
    touched.map((counted, index) => {
      const limited = { accountId, counted, limit: limits[counted] ?? 0, since: limitsSince[counted] ?? '' };
      return usageOf(directory, limited, items[index]);
    }),
  );
}

interface LimitOf {
  accountId: string;
  counted: Limited;
  limit: number;
  since: string;
}

async function usageOf(
  directory: Directory,
  limitOf: LimitOf,
  item: Item<typeof usageEntity> | undefined,
): Promise<Usage> {
  const { accountId, counted, limit, since } = limitOf;
  const settles = directory.now() > Date.parse(since) + SETTLED_AFTER_MS;
  const at = new Date(directory.now()).toISOString();
  const known = item?.since === since && (item.settled || !settles) ? item : undefined;
  const count = known ? known.count : await countNow(directory, accountId, counted);
  return {
    counted,
    count,
    require: (more) => more > 0 && requireWithinLimit(counted, limit, count + more),
    step: (change) => ({
      operation: known
        ? countOn(limitOf, change, at)
        : startCounting(limitOf, { count: count + change, settled: settles, at, before: item }),
    }),
  };
}

/** Many may count on at once: the condition is on what is left, not on what was read. */
function countOn({ accountId, counted, limit, since }: LimitOf, change: number, at: string): WriteOperation {
  return usageEntity.update(
    { accountId, counted },
    {
      add: { count: change, version: 1 },
      set: { updatedAt: at },
      condition: (c) =>
        change > 0 ? c.and(c.eq('since', since), c.lte('count', limit - change)) : c.eq('since', since),
    },
  );
}

/** What was counted by reading holds only if nobody has counted since: else the command is tried again. */
function startCounting(
  { accountId, counted, since }: LimitOf,
  {
    count,
    settled,
    at,
    before,
  }: { count: number; settled: boolean; at: string; before: Item<typeof usageEntity> | undefined },
): WriteOperation {
  const version = (before?.version ?? 0) + 1;
  const item = { accountId, counted, since, count, settled, version, createdAt: at, updatedAt: at };
  if (!before) return usageEntity.create(item);
  return usageEntity.put(item, { condition: (c) => c.eq('version', before.version) });
}

/** Reads what a Query can tell: strongly consistent, and as long as there are users or service groups. */
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

/** What several changes come to. */
export function sumOf(changes: readonly UsageChange[]): UsageChange {
  const sums = LIMITED.map((name) => [name, changes.reduce((sum, change) => sum + (change[name] ?? 0), 0)]);
  return Object.fromEntries(sums) as UsageChange;
}
