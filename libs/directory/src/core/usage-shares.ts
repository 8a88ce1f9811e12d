import { isSingleTableError, type Item } from '@rollbook/single-table';
import type { Directory } from './directory.js';
import { usageEntity, usageShareEntity } from '../table/items/limits-usage.js';
import { SHARES, type ShareToFill } from './counting-places.js';
import type { TransactItem } from './transact-item.js';
import { isKnown, type LimitOf } from './usage-limits.js';

const MAX_OF_A_SHARE = 100;
/** With less to share out, all count on the limit's own item. */
const LEAST_OF_A_SHARE = 2;

/** Commands of one process that count on a limit's own item take turns. */
export function turnOf({ accountId }: Pick<LimitOf, 'accountId'>): string {
  return `usage ${accountId}`;
}

/** A share of a limit, valid while the account does not change: another limit makes it void. */
interface ShareOf extends LimitOf {
  share: string;
  accountVersion: number;
}

/** `uncounted`: what is used of the limit is not known yet. `full`: too little is left to be shared out. */
export type OnShare = TransactItem | 'uncounted' | 'full';

export async function itemOnShare(directory: Directory, share: ShareOf, change: number): Promise<OnShare> {
  const { accountId, counted, share: id, since, accountVersion } = share;
  const [usage, item] = await directory.table.batchGet(
    [usageEntity.at({ accountId, counted }), usageShareEntity.at({ accountId, counted, share: id })] as const,
    { consistent: true },
  );
  if (!isKnown(directory, share, usage)) return 'uncounted';
  const isValid = item?.since === since && item.accountVersion === accountVersion;
  if (!isValid || item.free < change) {
    const key = JSON.stringify([accountId, counted, since, accountVersion]);
    const isFilled = await directory.countingPlaces.fillings.ask(key, { share: id, change }, async (all) => {
      const end = await directory.turns.take(turnOf(share));
      return fill(directory, share, all).finally(end);
    });
    if (!isFilled) return 'full';
  }
  const updatedAt = new Date(directory.now()).toISOString();
  return {
    operation: usageShareEntity.update(
      { accountId, counted, share: id },
      {
        add: { free: -change, version: 1 },
        set: { updatedAt },
        condition: (c) =>
          c.and(c.eq('since', since), c.eq('accountVersion', accountVersion), c.gte('free', change)),
      },
    ),
  };
}

/** Moves some of what the limit leaves to shares: it counts as used from then on. False when there is too little. */
async function fill(
  directory: Directory,
  { accountId, counted, limit, since, accountVersion }: ShareOf,
  requests: readonly ShareToFill[],
): Promise<boolean> {
  const { table, now } = directory;
  const [usage, ...items] = await table.batchGet(
    [
      usageEntity.at({ accountId, counted }),
      ...requests.map(({ share }) => usageShareEntity.at({ accountId, counted, share })),
    ] as const,
    { consistent: true },
  );
  if (usage?.since !== since) return false;
  const more = Math.min(MAX_OF_A_SHARE, Math.floor((limit - usage.count) / (2 * SHARES)));
  if (more < Math.max(LEAST_OF_A_SHARE, ...requests.map(({ change }) => change))) return false;
  const at = new Date(now()).toISOString();
  const sum = more * requests.length;
  const filled = { accountId, counted, since, accountVersion, createdAt: at, updatedAt: at };
  try {
    await table.transactWrite([
      usageEntity.update(
        { accountId, counted },
        {
          add: { count: sum, version: 1, shares: new Set(requests.map(({ share }) => share)) },
          set: { updatedAt: at },
          condition: (c) => c.and(c.eq('since', since), c.lte('count', limit - sum)),
        },
      ),
      ...requests.map(({ share }, index) => {
        const item = items[index];
        const free = more + (item?.since === since ? item.free : 0);
        return item
          ? usageShareEntity.put(
              { ...filled, share, free, version: item.version + 1 },
              { condition: (c) => c.eq('version', item.version) },
            )
          : usageShareEntity.create({ ...filled, share, free, version: 1 });
      }),
    ]);
    return true;
  } catch (error) {
    if (isSingleTableError(error, 'TransactionCanceled')) return false;
    throw error;
  }
}

export async function readShares(
  { table }: Directory,
  { accountId, counted, since, shares }: Item<typeof usageEntity>,
): Promise<{ free: number; items: Item<typeof usageShareEntity>[] }> {
  const references = [...(shares ?? [])].map((share) => usageShareEntity.at({ accountId, counted, share }));
  const found = await table.batchGet(references, { consistent: true });
  const items = found.filter((item) => item !== undefined);
  // A share older than the limit was not counted with it.
  const valid = items.filter((item) => item.since === since);
  return { free: valid.reduce((sum, item) => sum + item.free, 0), items };
}

/** So that the limit's own item says exactly how much is used. @returns false if a share was used in the meantime */
export async function takeBackShares(
  directory: Directory,
  usage: Item<typeof usageEntity>,
): Promise<boolean> {
  const { accountId, counted, version } = usage;
  const { free, items } = await readShares(directory, usage);
  try {
    await directory.table.transactWrite([
      usageEntity.update(
        { accountId, counted },
        {
          add: { count: -free, version: 1 },
          set: { updatedAt: new Date(directory.now()).toISOString() },
          remove: ['shares'],
          condition: (c) => c.eq('version', version),
        },
      ),
      ...items.map(({ share, version: seen }) =>
        usageShareEntity.delete({ accountId, counted, share }, { condition: (c) => c.eq('version', seen) }),
      ),
    ]);
    return true;
  } catch (error) {
    if (isSingleTableError(error, 'TransactionCanceled')) return false;
    throw error;
  }
}
