/** @engines both */
import { createItemTable, type ItemTable } from '../support/item-table.js';
import { onlyCalls } from '../../../../test/support/engines/only-calls.js';
import { defineEntity, defineTable, oneOf, string } from '@rollbook/single-table';

/** Accounts, users, service groups and memberships, with the inverse index; and the alternative with one sort key. */
const hub = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});
const account = defineEntity(hub, {
  name: 'account',
  key: { PK: 'account:{accountId}', SK: 'metadata:account' },
  attributes: { accountId: string(), name: string() },
});
const user = defineEntity(hub, {
  name: 'user',
  key: { PK: 'account:{accountId}', SK: 'user:{userId}' },
  attributes: { accountId: string(), userId: string(), role: oneOf('owner', 'member') },
});
const serviceGroup = defineEntity(hub, {
  name: 'servicegroup',
  key: { PK: 'account:{accountId}', SK: 'servicegroup:{serviceGroupId}' },
  attributes: { accountId: string(), serviceGroupId: string(), name: string() },
});
const membership = defineEntity(hub, {
  name: 'membership',
  key: { PK: 'user:{userId}', SK: 'servicegroup:{serviceGroupId}' },
  indexes: { GSI1: 'inverted' },
  attributes: { userId: string(), serviceGroupId: string(), since: string() },
});
/** The alternative: both ids in one sort key of the account's partition. The index turns it round. */
const assignment = defineEntity(hub, {
  name: 'assignment',
  key: { PK: 'account:{accountId}', SK: 'assignment:user:{userId}#servicegroup:{serviceGroupId}' },
  indexes: { GSI1: { GSI1PK: 'account:{accountId}', GSI1SK: 'servicegroup:{serviceGroupId}#user:{userId}' } },
  attributes: { accountId: string(), userId: string(), serviceGroupId: string() },
});

const pairs = [
  ['ada', 'dev'],
  ['ada', 'prod'],
  ['bob', 'prod'],
  ['bo', 'dev'],
] as const;
let items: ItemTable;

beforeEach(async () => {
  items = await createItemTable(hub);
  await items.table.batchWrite([
    account.put({ accountId: 'a', name: 'Acme' }),
    user.put({ accountId: 'a', userId: 'ada', role: 'owner' }),
    user.put({ accountId: 'a', userId: 'bob', role: 'member' }),
    serviceGroup.put({ accountId: 'a', serviceGroupId: 'dev', name: 'Development' }),
    serviceGroup.put({ accountId: 'a', serviceGroupId: 'prod', name: 'Production' }),
    ...pairs.map(([userId, serviceGroupId]) => membership.put({ userId, serviceGroupId, since: '2026' })),
    ...pairs.map(([userId, serviceGroupId]) => assignment.put({ accountId: 'a', userId, serviceGroupId })),
  ]);
  items.calls.length = 0;
});
afterEach(() => {
  items.close();
});

describe('TelemetryHub', () => {
  test('an account, its users and its service groups: one by one and all at once', async () => {
    expect(await items.table.get(account, { accountId: 'a' })).toEqual({ accountId: 'a', name: 'Acme' });
    onlyCalls(items.calls, 'GetItem');
    expect((await items.table.query(user, { accountId: 'a' })).items.map((each) => each.userId)).toEqual([
      'ada',
      'bob',
    ]);
    onlyCalls(items.calls, 'Query');
    const groups = await items.table.query(serviceGroup, { accountId: 'a' });
    expect(groups.items.map((each) => each.name)).toEqual(['Development', 'Production']);
    onlyCalls(items.calls, 'Query');
    const { items: all } = await items.table.queryCollection([account, user, serviceGroup], {
      accountId: 'a',
    });
    expect([all.account.length, all.user.length, all.servicegroup.length]).toEqual([1, 2, 2]);
    onlyCalls(items.calls, 'Query');
  });

  test('the service groups of a user, the users of a service group, and whether one is in the other', async () => {
    const groups = await items.table.query(membership, { userId: 'ada' });
    expect(groups.items.map((each) => each.serviceGroupId)).toEqual(['dev', 'prod']);
    onlyCalls(items.calls, 'Query');
    const users = await items.table.query(membership.by('GSI1'), { serviceGroupId: 'prod' });
    expect(users.items.map((each) => each.userId)).toEqual(['ada', 'bob']);
    onlyCalls(items.calls, 'Query GSI1');
    expect(await items.table.get(membership, { userId: 'bob', serviceGroupId: 'dev' })).toBeUndefined();
    onlyCalls(items.calls, 'GetItem');
  });

  test('the same with one sort key: a user is a prefix of it, a service group needs the index', async () => {
    const groups = await items.table.query(assignment, { accountId: 'a', userId: 'bo' });
    expect(groups.items.map((each) => each.serviceGroupId)).toEqual(['dev']);
    onlyCalls(items.calls, 'Query');
    const users = await items.table.query(assignment.by('GSI1'), { accountId: 'a', serviceGroupId: 'dev' });
    expect(users.items.map((each) => each.userId)).toEqual(['ada', 'bo']);
    onlyCalls(items.calls, 'Query GSI1');
    // @ts-expect-error the service group is to the right of the user in the table's own key
    const wrong = () => items.table.query(assignment, { accountId: 'a', serviceGroupId: 'dev' });
    expect(wrong).toBeDefined();
  });
});
