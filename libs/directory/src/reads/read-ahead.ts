import type { ServiceGroupId, UserId } from '#libs/domain';
import type { ItemReference, Table } from '@rollbook/single-table';
import type { Directory } from '../core/directory.js';
import { fencesEntity } from '../table/items/accounts.js';
import { membershipEntity } from '../table/items/memberships.js';
import { serviceGroupEntity } from '../table/items/service-groups.js';
import { userEntity } from '../table/items/users.js';

interface Named {
  userId?: UserId | undefined;
  serviceGroupId?: ServiceGroupId | undefined;
  /** Commands, and lists of memberships, also check what is being removed. */
  fences: boolean;
}

/** The items that a query about a user, a service group, or a user in a service group reads in addition to the account. */
export function namedItems(accountId: string, { userId, serviceGroupId, fences }: Named): ItemReference[] {
  if (userId === undefined && serviceGroupId === undefined) return [];
  const named: ItemReference[] = fences ? [fencesEntity.at({ accountId })] : [];
  if (userId !== undefined) named.push(userEntity.at({ accountId, userId }));
  if (serviceGroupId !== undefined) named.push(serviceGroupEntity.at({ accountId, serviceGroupId }));
  if (userId !== undefined && serviceGroupId !== undefined)
    named.push(membershipEntity.at({ userId, serviceGroupId }));
  return named;
}

/**
 * The same directory for one request, whose first batch of reads, for authentication, includes what will be read next. Each
 * item of that batch answers one more strongly consistent read without a call; later reads, such as those of a command that
 * is retried, and those after a write, are made.
 */
export function readingAhead<D extends Directory>(directory: D, references: readonly ItemReference[]): D {
  const { table } = directory;
  const read = new Map<string, unknown>();
  let isFirst = true;
  const take = (reference: ItemReference) => {
    const name = nameOf(reference);
    const item = read.get(name);
    read.delete(name);
    return item;
  };
  const isRead = (reference: ItemReference) => read.has(nameOf(reference));

  const batchGet = async (requested: readonly ItemReference[], options?: ReadOptions) => {
    if (!options?.consistent) return table.batchGet(requested, options);
    if (isFirst) {
      isFirst = false;
      const all = [...requested, ...references];
      const items = await table.batchGet(all, options);
      for (const [index, reference] of all.entries()) read.set(nameOf(reference), items[index]);
      return items.slice(0, requested.length);
    }
    return requested.every(isRead) ? requested.map(take) : table.batchGet(requested, options);
  };
  const get = (entity: typeof userEntity, key: never, options?: ReadOptions) => {
    const reference = options?.consistent && read.size > 0 && entity.at(key);
    const isKnown = reference && isRead(reference);
    return isKnown ? Promise.resolve(take(reference)) : table.get(entity, key, options);
  };
  const ahead: Record<string, unknown> = { ...table, batchGet, get };
  for (const name of WRITES)
    ahead[name] = (...given: never[]) => {
      read.clear();
      return (table[name] as (...args: never[]) => unknown)(...given);
    };
  return { ...directory, table: ahead as unknown as Table };
}

type ReadOptions = Parameters<Table['batchGet']>[1];

const WRITES = ['put', 'create', 'update', 'upsert', 'delete', 'batchWrite', 'transactWrite'] as const;

function nameOf({ key }: ItemReference): string {
  return JSON.stringify(key);
}
