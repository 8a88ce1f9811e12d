import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteTableCommand,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  type AttributeValue,
  type DynamoDBClient,
  type QueryCommandOutput,
  type TransactWriteItem,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type Shard,
  type _Record,
} from '@aws-sdk/client-dynamodb-streams';
import { dynamoDBStreamsClient } from '#libs/aws-clients';
import { engineClient, engineEndpoint, uniqueTableName } from '../engines/engine.js';
import { eventually } from '../eventually.js';
import { AS_DOCUMENTED, settingsFrom, STRONG, type WeakSettings } from './settings.js';
import { untilHeld } from './until-held.js';
import { startWeakTable, type WeakTable } from './weak-table.js';

// Each weakness separately, as the SDK sees it.

let weak: WeakTable;
let client: DynamoDBClient;
let table: string;

/** Opens a table with only one weakness. */
async function open(weakness: Partial<WeakSettings>, retries = true): Promise<void> {
  weak = await startWeakTable(engineEndpoint(), { ...STRONG, ...weakness });
  client = engineClient(weak.endpoint, retries ? undefined : 1);
  table = uniqueTableName();
  await client.send(
    new CreateTableCommand({
      TableName: table,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['PK', 'SK', 'GSI1PK'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'GSI1',
          KeySchema: [{ AttributeName: 'GSI1PK', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
}
afterEach(async () => {
  await client.send(new DeleteTableCommand({ TableName: table }));
  client.destroy();
  await weak.close();
});

const key = (n: number | string, partition = 'p') => ({ PK: { S: partition }, SK: { S: `item-${n}` } });
const item = (n: number | string, more: Record<string, AttributeValue> = {}) => ({
  ...key(n),
  GSI1PK: { S: 'index' },
  ...more,
});
const put = async (n: number | string, more: Record<string, AttributeValue> = {}) =>
  client.send(new PutItemCommand({ TableName: table, Item: item(n, more) }));
const transact = async (...TransactItems: TransactWriteItem[]) =>
  client.send(new TransactWriteItemsCommand({ TransactItems }));
const check = (n: number | string): TransactWriteItem => ({
  ConditionCheck: { TableName: table, Key: key(n), ConditionExpression: 'attribute_exists(PK)' },
});
const putOf = (n: number | string): TransactWriteItem => ({ Put: { TableName: table, Item: item(n) } });
const byIndex = async () => {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: 'GSI1',
      KeyConditionExpression: 'GSI1PK = :index',
      ExpressionAttributeValues: { ':index': { S: 'index' } },
    }),
  );
  return Items.map(({ SK }) => SK?.S);
};
const codesOf = (error: unknown) =>
  (error as { CancellationReasons?: { Code: string }[] }).CancellationReasons?.map(({ Code }) => Code);

describe('a transaction holds its items', () => {
  /** What another request encounters while a transaction checks item 1 and writes item 2. */
  async function meanwhile(act: () => Promise<unknown>): Promise<unknown> {
    await put(1);
    const holding = transact(check(1), putOf(2));
    await untilHeld(client, table, key(2));
    const met = await act().catch((error: unknown) => error);
    await holding;
    return met;
  }
  beforeEach(async () => open({ heldMs: [1_000, 1_000] }, false));

  test('a transaction that only checks one of them is cancelled, and says which', async () => {
    expect(codesOf(await meanwhile(async () => transact(putOf(3), check(1))))).toEqual([
      'None',
      'TransactionConflict',
    ]);
    await transact(check(1), putOf(2));
  });

  test('a single write is refused', async () => {
    await expect(meanwhile(async () => put(2))).resolves.toHaveProperty(
      'name',
      'TransactionConflictException',
    );
  });

  test('a transactional read is cancelled, any other read is not', async () => {
    const Get = { TableName: table, Key: key(2) };
    const met = await meanwhile(async () => {
      await client.send(new GetItemCommand({ ...Get, ConsistentRead: true }));
      return client.send(new TransactGetItemsCommand({ TransactItems: [{ Get }] }));
    });
    expect(codesOf(met)).toEqual(['TransactionConflict']);
  });

  test('operations that touch none of them continue', async () => {
    await expect(meanwhile(async () => transact(putOf(4), check(1 + 3)))).resolves.toHaveProperty('name');
    await expect(meanwhile(async () => transact(putOf(5)))).resolves.toHaveProperty('$metadata');
  });

  test('the same transaction, sent again in the meantime, is in progress', async () => {
    const ClientRequestToken = 'once';
    const once = async () =>
      client.send(new TransactWriteItemsCommand({ TransactItems: [putOf(6)], ClientRequestToken }));
    const first = once();
    await untilHeld(client, table, key(6));
    await expect(once()).rejects.toHaveProperty('name', 'TransactionInProgressException');
    await first;
    await once();
  });
});

describe('an index', () => {
  test('shows an item late, and not in the order of the writes', async () => {
    await open({ indexMs: [1_500, 4_000], seed: 7 });
    await Promise.all(Array.from({ length: 8 }, (_, n) => put(n)));
    expect((await byIndex()).length).toBeLessThan(8);
    const seen: (string | undefined)[] = [];
    await eventually('all are there', async () => {
      for (const each of await byIndex()) if (!seen.includes(each)) seen.push(each);
      return seen.length === 8;
    });
    expect(seen).not.toEqual([...seen].sort());
  });

  test('shows the states of one item in their order, and in the end the last', async () => {
    await open({ indexMs: [0, 300] });
    for (let n = 0; n < 20; n += 1) await put('same', { n: { N: String(n) } });
    await transact({ Delete: { TableName: table, Key: key('same') } }, putOf('other'));
    await eventually('only the other is there', async () => (await byIndex()).join() === 'item-other');
  });
});

test('a read that is not consistent may be stale, a consistent one is not', async () => {
  await open({ stale: 1, indexMs: [500, 500] });
  await put(1);
  const get = async (ConsistentRead: boolean) =>
    (await client.send(new GetItemCommand({ TableName: table, Key: key(1), ConsistentRead }))).Item;
  expect(await get(false)).toBeUndefined();
  expect(await get(true)).toEqual(item(1));
  await eventually('the replica has caught up', async () => (await get(false)) !== undefined);
});

describe('a partition that is beyond its units', () => {
  test('refuses writes, and cancels transactions, for a while', async () => {
    await open({ writeUnits: 20 }, false);
    await transact(...Array.from({ length: 11 }, (_, n) => putOf(n)));
    await expect(put(1)).rejects.toHaveProperty('name', 'ThrottlingException');
    const met = await transact(putOf(1)).catch((error: unknown) => error);
    expect(codesOf(met)).toEqual(['ThrottlingError']);
    await expect(
      client.send(
        new PutItemCommand({ TableName: table, Item: { ...key(1, 'elsewhere'), GSI1PK: { S: 'other' } } }),
      ),
    ).resolves.toBeDefined();
    await eventually('it may be written again', async () =>
      put(1).then(
        () => true,
        () => false,
      ),
    );
  });

  test('refuses reads', async () => {
    await open({ readUnits: 2 }, false);
    await put(1, { big: { S: 'x'.repeat(20_000) } });
    const get = async () =>
      client.send(new GetItemCommand({ TableName: table, Key: key(1), ConsistentRead: true }));
    await get();
    await expect(get()).rejects.toHaveProperty('name', 'ThrottlingException');
  });
});

test('batches leave some unprocessed, never all', async () => {
  await open({ unprocessed: 1 });
  const RequestItems = {
    [table]: Array.from({ length: 10 }, (_, n) => ({ PutRequest: { Item: item(n) } })),
  };
  const { UnprocessedItems = {} } = await client.send(new BatchWriteItemCommand({ RequestItems }));
  const left = UnprocessedItems[table]?.length ?? 0;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(10);
  expect(await byIndex()).toHaveLength(10 - left);
  const Keys = Array.from({ length: 10 }, (_, n) => key(n));
  const got = await client.send(new BatchGetItemCommand({ RequestItems: { [table]: { Keys } } }));
  const unread = got.UnprocessedKeys?.[table]?.Keys?.length ?? 0;
  expect(unread).toBeGreaterThan(0);
  expect(unread).toBeLessThan(10);
});

test('pages end where they are full, and go on from there', async () => {
  await open({ pageBytes: 3_000 });
  for (let n = 0; n < 9; n += 1) await put(n, { text: { S: 'x'.repeat(900) } });
  const found: (string | undefined)[] = [];
  let [pages, ExclusiveStartKey]: [number, Record<string, AttributeValue> | undefined] = [0, undefined];
  do {
    const page: QueryCommandOutput = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'PK = :p',
        ExpressionAttributeValues: { ':p': { S: 'p' } },
        ExclusiveStartKey,
      }),
    );
    found.push(...(page.Items ?? []).map(({ SK }) => SK?.S));
    ExclusiveStartKey = page.LastEvaluatedKey;
    pages += 1;
  } while (ExclusiveStartKey);
  expect(found).toEqual(Array.from({ length: 9 }, (_, n) => `item-${n}`));
  expect(pages).toBeGreaterThanOrEqual(3);
});

test('shards close and have children; each item is in one line of them, whole and in order', async () => {
  await open({ shardRecords: 10, seed: 3 });
  for (let n = 0; n < 65; n += 1) await put(n % 7, { n: { N: String(n) } });
  const streams = dynamoDBStreamsClient({ endpoint: weak.endpoint });
  const { Streams = [] } = await streams.send(new ListStreamsCommand({ TableName: table }));
  const StreamArn = Streams[0]?.StreamArn;

  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const shards = StreamDescription?.Shards ?? [];
  const open_ = shards.filter(({ SequenceNumberRange: range }) => !range?.EndingSequenceNumber);
  expect(shards.length).toBeGreaterThan(7);
  expect(open_.length).toBeGreaterThan(1);
  const ids = new Set(shards.map(({ ShardId }) => ShardId));
  expect(shards.filter(({ ParentShardId: parent }) => parent !== undefined && !ids.has(parent))).toEqual([]);
  const read = async ({ ShardId }: Shard): Promise<{ records: _Record[]; ended: boolean }> => {
    const at = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' as const };
    let { ShardIterator } = await streams.send(new GetShardIteratorCommand(at));
    const records: _Record[] = [];
    for (let empty = 0; ShardIterator && empty < 2;) {
      const page = await streams.send(new GetRecordsCommand({ ShardIterator, Limit: 4 }));
      records.push(...(page.Records ?? []));
      empty = page.Records?.length ? 0 : empty + 1;
      ShardIterator = page.NextShardIterator;
    }
    return { records, ended: ShardIterator === undefined };
  };
  const seen = new Map<string, number[]>();
  for (const shard of shards) {
    const { records, ended } = await read(shard);
    if (ended) expect(shard.SequenceNumberRange?.EndingSequenceNumber).toBeDefined();
    for (const { dynamodb } of records) {
      const name = dynamodb?.Keys?.['SK']?.S ?? '';
      seen.set(name, [...(seen.get(name) ?? []), Number(dynamodb?.NewImage?.['n']?.N)]);
    }
  }
  const expected = Array.from({ length: 7 }, (_, first) =>
    Array.from({ length: 65 }, (_, n) => n).filter((n) => n % 7 === first),
  );
  expect([...seen].sort().map(([, numbers]) => numbers)).toEqual(expected);
  streams.destroy();
});

test('an iterator expires', async () => {
  await open({ iteratorMs: 20 });
  const streams = dynamoDBStreamsClient({ endpoint: weak.endpoint });
  const { Streams = [] } = await streams.send(new ListStreamsCommand({ TableName: table }));
  const StreamArn = Streams[0]?.StreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const [{ ShardId } = {}] = StreamDescription?.Shards ?? [];
  const at = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' as const };
  const { ShardIterator } = await streams.send(new GetShardIteratorCommand(at));
  await eventually('the iterator is refused', () =>
    streams.send(new GetRecordsCommand({ ShardIterator })).then(
      () => false,
      ({ name }: Error) => name === 'ExpiredIteratorException',
    ),
  );
  streams.destroy();
});

test('nobody sees the replica', async () => {
  await open({ indexMs: [100, 100] });
  // A page has 100 names, and the engine has the tables of other specs as well.
  const { TableNames = [] } = await client.send(
    new ListTablesCommand({ ExclusiveStartTableName: table.slice(0, -1) }),
  );
  expect(TableNames.filter((name) => name.startsWith(table))).toEqual([table]);
});

test('the environment says how weak it is', async () => {
  await open({});
  expect(settingsFrom({})).toEqual(AS_DOCUMENTED);
  const given = { ROLLBOOK_WEAK_HELD_MS: '10', ROLLBOOK_WEAK_INDEX_MS: '0-50', ROLLBOOK_WEAK_STALE: '0' };
  expect(settingsFrom(given)).toEqual({ ...AS_DOCUMENTED, heldMs: [10, 10], indexMs: [0, 50], stale: 0 });
  expect(() => settingsFrom({ ROLLBOOK_WEAK_STALE: 'often' })).toThrow(
    'ROLLBOOK_WEAK_STALE is often: give a number.',
  );
});
