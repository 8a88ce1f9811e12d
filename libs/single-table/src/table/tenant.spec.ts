/** @engines both */
import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import {
  defineEntity,
  defineTable,
  number,
  string,
  type ForeignItem,
  type TenantTable,
} from '@rollbook/single-table';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});

const user = defineEntity(definition, {
  name: 'user',
  key: { PK: 'account:{accountId}', SK: 'user:{userId}' },
  attributes: { accountId: string(), userId: string(), points: number() },
});

/** Its key does not contain the account. */
const membership = defineEntity(definition, {
  name: 'membership',
  key: { PK: 'user:{userId}', SK: 'group:{groupId}' },
  indexes: { GSI1: 'inverted' },
  attributes: { accountId: string(), userId: string(), groupId: string(), role: string() },
});

const job = defineEntity(definition, {
  name: 'job',
  key: { PK: 'job:{jobId}', SK: 'job' },
  attributes: { jobId: string() },
});

let items: ItemTable;
let foreign: ForeignItem[];
let acme: TenantTable<'accountId'>;
let other: TenantTable<'accountId'>;

beforeEach(async () => {
  foreign = [];
  items = await createItemTable(definition, { onForeignItem: (found) => foreign.push(found) });
  acme = items.table.forTenant({ accountId: 'acme' });
  other = items.table.forTenant({ accountId: 'other' });
});

afterEach(() => {
  items.close();
});

describe('a table bound to a tenant', () => {
  test('fills the tenant into keys and items', async () => {
    await acme.put(user, { userId: 'u', points: 1 });
    expect(await acme.get(user, { userId: 'u' })).toEqual({ accountId: 'acme', userId: 'u', points: 1 });
    expect(await other.get(user, { userId: 'u' })).toBeUndefined();
    expect((await acme.query(user, {})).items).toHaveLength(1);
    expect((await acme.queryCollection([user], {})).items.user).toHaveLength(1);
    expect(
      items.calls.every((call) =>
        call.keys.every((key) => key['PK'] === 'account:acme' || key['PK'] === 'account:other'),
      ),
    ).toBe(true);
  });

  test('treats an item of another tenant as absent where the key does not hold the tenant, and says so', async () => {
    await other.put(membership, { userId: 'u', groupId: 'g', role: 'admin' });
    expect(await acme.get(membership, { userId: 'u', groupId: 'g' })).toBeUndefined();
    expect((await acme.query(membership, { userId: 'u' })).items).toEqual([]);
    expect((await acme.query(membership.by('GSI1'), { groupId: 'g' }, { select: ['role'] })).items).toEqual(
      [],
    );
    expect(await acme.batchGet([acme.entity(membership).at({ userId: 'u', groupId: 'g' })])).toEqual([
      undefined,
    ]);
    expect(foreign).toHaveLength(4);
    expect(foreign[0]).toEqual({
      entity: 'membership',
      key: { PK: 'user:u', SK: 'group:g' },
      tenant: 'acme',
    });
  });

  test('cannot overwrite, change or delete an item of another tenant, nor learn what it holds', async () => {
    await other.put(membership, { userId: 'u', groupId: 'g', role: 'admin' });
    const key = { userId: 'u', groupId: 'g' };
    for (const attempt of [
      acme.put(membership, { ...key, role: 'mine' }),
      acme.update(membership, key, { set: { role: 'mine' } }),
      acme.upsert(membership, { ...key, role: 'mine' }),
      acme.delete(membership, key),
    ]) {
      expect(await failureOf('ConditionFailed', attempt)).toEqual({ entity: 'membership', item: undefined });
    }
    expect(await other.get(membership, key)).toMatchObject({ role: 'admin' });
  });

  test('takes only operations that it made itself', async () => {
    const mine = acme.entity(user).create({ userId: 'u', points: 1 });
    await failureOf('WrongTenant', () => other.transactWrite([mine]));
    const unbound = user.delete({ accountId: 'other', userId: 'u' });
    // @ts-expect-error an operation of no tenant
    await failureOf('WrongTenant', () => acme.transactWrite([unbound]));
    await acme.transactWrite([
      mine,
      acme.entity(membership).create({ userId: 'u', groupId: 'g', role: 'x' }),
    ]);
    expect(await acme.get(membership, { userId: 'u', groupId: 'g' })).toMatchObject({ accountId: 'acme' });
  });

  test('upserts and checks in a transaction only what is its own', async () => {
    const key = { userId: 'u', groupId: 'g' };
    const mine = acme.entity(membership);
    await failureOf('TransactionCanceled', acme.transactWrite([mine.check(key)]));
    await acme.transactWrite([mine.upsert({ ...key, role: 'x' })]);
    await acme.transactWrite([mine.check(key)]);
    const theirs = other.entity(membership);
    for (const operation of [
      theirs.check(key),
      theirs.upsert({ ...key, role: 'mine' }),
      theirs.delete(key),
    ]) {
      const { reasons } = await failureOf('TransactionCanceled', other.transactWrite([operation]));
      expect(reasons).toMatchObject([{ code: 'ConditionalCheckFailed', item: undefined }]);
    }
    expect(await acme.get(membership, key)).toMatchObject({ role: 'x' });
  });

  test('refuses another tenant by name, and entities without one', async () => {
    // @ts-expect-error the tenant is not given by hand
    await failureOf('WrongTenant', () => acme.get(user, { accountId: 'other', userId: 'u' }));
    // @ts-expect-error nor in a query
    await failureOf('WrongTenant', () => acme.query(user, { accountId: 'other' }));
    // @ts-expect-error an entity without the tenant's attribute
    await failureOf('WrongTenant', () => acme.get(job, { jobId: 'j' }));
  });

  test('does not take a cursor of another tenant, although the query has the same key', async () => {
    for (const groupId of ['1', '2', '3']) await acme.put(membership, { userId: 'u', groupId, role: 'x' });
    const { cursor } = await acme.query(membership, { userId: 'u' }, { limit: 1 });
    expect((await acme.query(membership, { userId: 'u' }, { limit: 1, cursor })).items).toHaveLength(1);
    await failureOf('InvalidCursor', other.query(membership, { userId: 'u' }, { limit: 1, cursor }));
  });
});
