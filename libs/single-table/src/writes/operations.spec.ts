/** @engines both */
import { CreateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { engineClient, uniqueTableName } from '../../../../test/support/engines/engine.js';
import {
  connectTable,
  defineEntity,
  defineTable,
  isSingleTableError,
  any,
  number,
  oneOf,
  string,
  type CallReport,
  type ErrorCode,
  type ErrorDetails,
  type Table,
} from '@rollbook/single-table';
import { createTableInput } from '@rollbook/single-table/provisioning';

const directory = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
  timeToLive: 'expiresAt',
});

const account = defineEntity(directory, {
  name: 'account',
  key: { PK: 'account:{accountId}', SK: 'metadata:account' },
  indexes: { GSI1: { GSI1PK: 'accounts', GSI1SK: 'account:{accountId}' } },
  attributes: {
    accountId: string(),
    name: string(),
    version: number(),
    lastEvents: any<{ type: string; data: unknown }[]>(),
    expiresAt: number().optional(),
  },
});

const user = defineEntity(directory, {
  name: 'user',
  key: { PK: 'account:{accountId}', SK: 'user:{userId}' },
  attributes: {
    accountId: string(),
    userId: string(),
    role: oneOf('owner', 'member'),
    nickname: string().optional(),
  },
});

const membership = defineEntity(directory, {
  name: 'membership',
  key: { PK: 'user:{userId}', SK: 'servicegroup:{serviceGroupId}' },
  indexes: { GSI1: 'inverted' },
  attributes: { userId: string(), serviceGroupId: string(), since: string() },
});

const event = defineEntity(directory, {
  name: 'event',
  key: { PK: 'events:{aggregateId}', SK: 'v:{version:12}' },
  indexes: { GSI1: { GSI1PK: 'log:{accountId}', GSI1SK: '{at:iso}:{eventId}' } },
  attributes: {
    aggregateId: string(),
    version: number(),
    accountId: string(),
    at: string(),
    eventId: string(),
  },
});

let client: DynamoDBClient;
let table: Table;
let calls: CallReport[];

beforeEach(async () => {
  client = engineClient();
  const tableName = uniqueTableName();
  await client.send(new CreateTableCommand(createTableInput(directory, tableName)));
  calls = [];
  table = connectTable(directory, {
    client,
    tableName,
    cursorSecret: 'a secret of the test that is long enough',
    onCall: (report) => calls.push(report),
  });
});

afterEach(() => {
  client.destroy();
});

async function failure<Code extends ErrorCode>(
  code: Code,
  action: Promise<unknown>,
): Promise<ErrorDetails[Code]> {
  const error: unknown = await action.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!isSingleTableError(error, code)) throw new Error(`expected ${code}`, { cause: error });
  return error.details;
}

const head = (accountId: string, version = 1) => ({
  accountId,
  name: 'Acme',
  version,
  lastEvents: [{ type: 'account.created', data: { plan: 'free', tags: ['a', 1, null] } }],
});

const instant = (second: number) => new Date(Date.UTC(2026, 2, 3, 0, 0, second)).toISOString();

test('a second observer of a table sees its own calls, and the first one sees all of them, once', async () => {
  const own: CallReport[] = [];
  const others: CallReport[] = [];
  const observed = table.observed((report) => own.push(report));
  await Promise.all([
    observed.put(account, head('acct_1')),
    table.observed((report) => others.push(report)).get(account, { accountId: 'acct_2' }),
  ]);
  await expect(observed.create(account, head('acct_1'))).rejects.toThrow();
  await table.get(account, { accountId: 'acct_1' });
  expect(own.map(({ operation }) => operation)).toEqual(['PutItem', 'PutItem']);
  expect(own[1]?.error).toBe('ConditionalCheckFailedException');
  expect(own[0]?.capacity).toEqual(calls.find(({ operation }) => operation === 'PutItem')?.capacity);
  expect(own[0]?.capacity?.write).toBeGreaterThan(0);
  expect(others.map(({ operation }) => operation)).toEqual(['GetItem']);
  expect(calls).toHaveLength(4);
});

describe('single items', () => {
  test('what was put comes back, nested JSON and all', async () => {
    await table.put(account, head('acct_1'));
    expect(await table.get(account, { accountId: 'acct_1' }, { consistent: true })).toEqual(head('acct_1'));
    expect(await table.get(account, { accountId: 'acct_2' })).toBeUndefined();
  });

  test('create fails on what is there and says what it found', async () => {
    await table.create(account, head('acct_1'));
    const { item } = await failure('ConditionFailed', table.create(account, head('acct_1', 2)));
    expect(item).toMatchObject({ accountId: 'acct_1', version: 1 });
  });

  test('an update changes what it names, and refuses an item that is not there', async () => {
    await table.put(user, { accountId: 'a', userId: 'u', role: 'member', nickname: 'Jo' });
    const changed = await table.update(
      user,
      { accountId: 'a', userId: 'u' },
      { set: { role: 'owner' }, remove: ['nickname'] },
    );
    expect(changed).toEqual({ accountId: 'a', userId: 'u', role: 'owner' });
    await failure(
      'ConditionFailed',
      table.update(user, { accountId: 'a', userId: 'x' }, { set: { role: 'owner' } }),
    );
  });

  test('a condition guards a delete', async () => {
    await table.put(account, head('acct_1'));
    await failure(
      'ConditionFailed',
      table.delete(account, { accountId: 'acct_1' }, { condition: (c) => c.eq('version', 9) }),
    );
    expect(await table.delete(account, { accountId: 'acct_1' })).toEqual(head('acct_1'));
  });

  test('the hook sees keys, capacity and duration, and no other values', async () => {
    await table.put(account, head('acct_1'));
    expect(calls).toEqual([
      {
        operation: 'PutItem',
        table: expect.any(String),
        entities: ['account'],
        keys: [{ PK: 'account:acct_1', SK: 'metadata:account' }],
        durationMs: expect.any(Number),
        capacity: { total: 2, read: 0, write: 2, table: 1, indexes: { GSI1: 1 } },
        retries: 0,
      },
    ]);
  });
});

describe('queries', () => {
  test('a limit gives pages that add up to the whole, the last without a cursor', async () => {
    await table.batchWrite(
      Array.from({ length: 50 }, (_, at) =>
        user.put({ accountId: 'a', userId: String(at).padStart(2, '0'), role: 'member' }),
      ),
    );
    await table.put(account, head('a'));
    const ids: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await table.query(user, { accountId: 'a' }, { limit: 25, cursor, consistent: true });
      ids.push(...page.items.map((item) => item.userId));
      cursor = page.cursor;
      pages++;
    } while (cursor);
    expect(pages).toBe(2);
    expect(ids).toEqual(Array.from({ length: 50 }, (_, at) => String(at).padStart(2, '0')));
  });

  test('a limit counts the items a filter leaves', async () => {
    await table.batchWrite(
      Array.from({ length: 60 }, (_, at) =>
        user.put({
          accountId: 'a',
          userId: String(at).padStart(2, '0'),
          role: at % 10 === 0 ? 'owner' : 'member',
        }),
      ),
    );
    const owners: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await table.query(
        user,
        { accountId: 'a' },
        { limit: 4, cursor, filter: (c) => c.eq('role', 'owner') },
      );
      owners.push(...page.items.map((item) => item.userId));
      cursor = page.cursor;
    } while (cursor);
    expect(owners).toEqual(['00', '10', '20', '30', '40', '50']);
  });

  test('the inverted index answers from the other side', async () => {
    await table.put(membership, { userId: 'u1', serviceGroupId: 'g', since: 'x' });
    await table.put(membership, { userId: 'u2', serviceGroupId: 'g', since: 'x' });
    const { items } = await table.query(
      membership.by('GSI1'),
      { serviceGroupId: 'g' },
      { order: 'descending' },
    );
    expect(items.map((item) => item.userId)).toEqual(['u2', 'u1']);
  });

  test('a range of the sort key is read from both bounds, included or not', async () => {
    for (const at of [1, 2, 3, 4]) {
      await table.put(event, {
        aggregateId: 'x',
        version: at,
        accountId: 'a',
        at: instant(at),
        eventId: `x.${at}`,
      });
    }
    const log = event.by('GSI1');
    const versions = async (range: object) =>
      (await table.query(log, { accountId: 'a' }, range)).items.map((item) => item.version);
    expect(await versions({ between: [{ at: instant(2) }, { at: instant(3) }] })).toEqual([2, 3]);
    expect(await versions({ greaterThan: { at: instant(2) } })).toEqual([3, 4]);
    expect(await versions({ atLeast: { at: instant(2) } })).toEqual([2, 3, 4]);
    expect(await versions({ lessThan: { at: instant(2) } })).toEqual([1]);
    expect(await versions({ atMost: { at: instant(2) }, order: 'descending' })).toEqual([2, 1]);
    const { items } = await table.query(event, { aggregateId: 'x' }, { greaterThan: { version: 2 } });
    expect(items.map((item) => item.version)).toEqual([3, 4]);
  });

  test('a collection comes in one call, each entity apart', async () => {
    await table.put(account, head('a'));
    await table.put(user, { accountId: 'a', userId: 'u', role: 'owner' });
    calls = [];
    const { items } = await table.queryCollection([account, user], { accountId: 'a' });
    expect(items.account.map((item) => item.name)).toEqual(['Acme']);
    expect(items.user.map((item) => item.role)).toEqual(['owner']);
    expect(calls.map((report) => report.operation)).toEqual(['Query']);
  });

  test('a cursor is refused when changed or used elsewhere', async () => {
    for (const userId of ['1', '2', '3']) await table.put(user, { accountId: 'a', userId, role: 'member' });
    const { cursor = '' } = await table.query(user, { accountId: 'a' }, { limit: 1 });
    await failure('InvalidCursor', table.query(user, { accountId: 'b' }, { limit: 1, cursor }));
    await failure(
      'InvalidCursor',
      table.query(user, { accountId: 'a' }, { limit: 1, cursor, order: 'descending' }),
    );
    for (let at = 0; at < cursor.length; at++) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'x' ? 'y' : 'x') + cursor.slice(at + 1);
      await failure('InvalidCursor', table.query(user, { accountId: 'a' }, { limit: 1, cursor: changed }));
    }
  });
});

describe('several items at once', () => {
  test('a batch get keeps the order asked for and the types apart', async () => {
    await table.put(account, head('a'));
    await table.put(user, { accountId: 'a', userId: 'u', role: 'owner' });
    const [u, none, a] = await table.batchGet([
      user.at({ accountId: 'a', userId: 'u' }),
      user.at({ accountId: 'a', userId: 'gone' }),
      account.at({ accountId: 'a' }),
    ]);
    expect([u?.role, none, a?.name]).toEqual(['owner', undefined, 'Acme']);
  });

  test('a transaction commits wholly, or says which operation stopped it and what it found', async () => {
    await table.put(account, head('a', 3));
    await table.transactWrite([
      account.put(head('a', 4), { condition: (c) => c.eq('version', 3) }),
      user.create({ accountId: 'a', userId: 'u', role: 'owner' }),
    ]);
    const { reasons } = await failure(
      'TransactionCanceled',
      table.transactWrite([
        user.check({ accountId: 'a', userId: 'u' }),
        account.put(head('a', 5), { condition: (c) => c.eq('version', 3) }),
      ]),
    );
    expect(reasons).toEqual([
      {
        operation: 1,
        entity: 'account',
        kind: 'put',
        code: 'ConditionalCheckFailed',
        message: expect.any(String),
        item: head('a', 4),
      },
    ]);
  });

  test('too many operations, or two on one item, never reach the service', async () => {
    const key = { accountId: 'a', userId: 'u' };
    await failure('DuplicateKey', table.transactWrite([user.delete(key), user.check(key)]));
    const many = Array.from({ length: 101 }, (_, at) => user.delete({ accountId: 'a', userId: String(at) }));
    await failure('TooManyOperations', table.transactWrite(many));
    expect(calls).toEqual([]);
  });
});
