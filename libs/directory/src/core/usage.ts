import { LIMITED, requireWithinLimit, type AccountState, type Limited } from '#libs/domain';
import type { Item, WriteOperation } from '@rollbook/single-table';
import type { Directory } from './directory.js';
import { usageEntity } from '../table/items/limits-usage.js';
import { Retries } from './retries.js';
import type { TransactItem } from './transact-item.js';
import {
  countNow,
  isKnown,
  isSettling,
  limitsTouched,
  type LimitOf,
  type UsageChange,
} from './usage-limits.js';
import { itemOnShare, takeBackShares, turnOf } from './usage-shares.js';

export interface Usage {
  counted: Limited;
  count: number;
  /** @throws DomainError `limit_reached` if this many more are too many */
  require(more: number): void;
  /** Counts the change in its own transaction, on condition that the limit still allows it. */
  step(change: number): TransactItem;
}

/** None, and no read, if nothing limited changes. @throws DomainError `limit_reached` */
export async function usageItems(
  directory: Directory,
  account: AccountState,
  change: UsageChange,
): Promise<TransactItem[]> {
  const usages = await loadUsages(directory, account, [change]);
  return usages.map((usage) => {
    const more = change[usage.counted] ?? 0;
    usage.require(more);
    return usage.step(more);
  });
}

export async function loadUsages(
  directory: Directory,
  account: AccountState,
  changes: readonly UsageChange[],
): Promise<Usage[]> {
  const limits = limitsTouched(account, changes);
  const sums = sumOf(changes.map(raises));
  return Promise.all(limits.map(async (limit) => usageOf(directory, limit, sums[limit.counted] ?? 0)));
}

/** The maximum sum of the changes, whichever of them are made. */
function raises(change: UsageChange): UsageChange {
  const positive = LIMITED.map((name) => [name, Math.max(0, change[name] ?? 0)] as const);
  return Object.fromEntries(positive);
}

async function usageOf(directory: Directory, limitOf: LimitOf, more: number): Promise<Usage> {
  const { counted, limit, since, accountId } = limitOf;
  const item = await exactly(directory, limitOf, more);
  const at = new Date(directory.now()).toISOString();
  const settled = isSettling(directory.now(), since);
  const known = isKnown(directory, limitOf, item) ? item : undefined;
  const count = known ? known.count : await countNow(directory, accountId, counted);
  return {
    counted,
    count,
    require: (more) => more > 0 && requireWithinLimit(counted, limit, count + more),
    step: (change) => ({
      operation: known
        ? countOn(limitOf, change, at)
        : startCounting(limitOf, { count: count + change, settled, at, before: item }),
    }),
  };
}

/** The limit's own item. If it does not show whether there is room, free places of shares are returned first. */
async function exactly(
  directory: Directory,
  limitOf: LimitOf,
  more: number,
): Promise<Item<typeof usageEntity> | undefined> {
  const { accountId, counted, limit } = limitOf;
  const retries = new Retries(directory);
  for (;;) {
    const item = await directory.table.get(usageEntity, { accountId, counted }, { consistent: true });
    if (!item?.shares?.size) return item;
    if (isKnown(directory, limitOf, item) && (more === 0 || item.count + more <= limit)) return item;
    if (!(await takeBackShares(directory, item))) await retries.backOff();
  }
}

/** Many can count at once: the condition is on what is left, not on what was read. */
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

/** A count by reading is valid only if nobody has counted since: otherwise the command is retried. */
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

export function sumOf(changes: readonly UsageChange[]): UsageChange {
  const sums = LIMITED.map((name) => [name, changes.reduce((sum, change) => sum + (change[name] ?? 0), 0)]);
  return Object.fromEntries(sums) as UsageChange;
}

export interface HowToCount {
  /** The command has met another writer. */
  met: boolean;
  dryRun: boolean | undefined;
}

export interface Counting {
  transactItems: TransactItem[];
  release: () => void;
}

/** On shares of its limits, or on their own items, where it takes turns. @throws DomainError `limit_reached` */
export async function countCommand(
  directory: Directory,
  account: AccountState,
  change: UsageChange,
  { met, dryRun }: HowToCount,
): Promise<Counting> {
  const limits = limitsTouched(account, [change]);
  const [limit] = limits;
  if (!limit || account.status === 'none') return { transactItems: [], release: () => undefined };
  if (dryRun)
    return { transactItems: await usageItems(directory, account, change), release: () => undefined };
  const { share, release } = directory.countingPlaces.take(limit.accountId, met);
  const releases = [release];
  const releaseAll = () => releases.forEach((each) => each());
  try {
    const shareOf = { share: share ?? '', accountVersion: account.version };
    const onShares = (some: readonly LimitOf[]) =>
      Promise.all(
        some.map((each) => itemOnShare(directory, { ...each, ...shareOf }, change[each.counted] ?? 0)),
      );
    if (share !== undefined) releases.push(await directory.turns.take(`${turnOf(limit)} ${share}`));
    let found = share === undefined ? limits.map(() => 'full' as const) : await onShares(limits);
    if (found.some((each) => typeof each === 'string')) {
      const end = await directory.turns.take(turnOf(limit));
      releases.push(end);
      if (found.includes('uncounted') && (await areCounted(directory, limits))) {
        end();
        releases.pop();
        found = await onShares(limits);
      }
    }
    const left = limits.filter((_, index) => typeof found[index] === 'string');
    const transactItems = found.filter((each) => typeof each !== 'string');
    if (left.length > 0) {
      const ofLeft = Object.fromEntries(left.map(({ counted }) => [counted, change[counted]]));
      transactItems.push(...(await usageItems(directory, account, ofLeft)));
    }
    return { transactItems, release: releaseAll };
  } catch (error) {
    releaseAll();
    throw error;
  }
}

/** Many commands may come at once to a limit that nothing was counted for yet: the first of them counts for all. */
async function areCounted(directory: Directory, limits: readonly LimitOf[]): Promise<boolean> {
  const references = limits.map(({ accountId, counted }) => usageEntity.at({ accountId, counted }));
  const usages = await directory.table.batchGet(references, { consistent: true });
  return limits.every((each, index) => isKnown(directory, each, usages[index]));
}
