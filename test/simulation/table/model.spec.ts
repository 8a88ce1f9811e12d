/** @engines both */
import { createTableInput } from '@rollbook/single-table/provisioning';
import { rollbookTable } from '#libs/directory';
import { engineBehind, onDynamoDBLocal, uniqueTableName } from '../../support/engines/engine.js';
import { engineCall, type EngineAnswer, type EngineCall } from '../../support/weak-table/engine-call.js';
import { RandomStreams } from '../scheduler/random.js';
import { ModelledTables } from './model.js';
import { randomCall, type CallSource, type RandomCall } from './random-calls.js';
import type { Item, Value } from './values.js';

// The model of the table against the engine of the run: the embedded one, and DynamoDB Local in the second part of `npm test`.

const CALLS = process.env['ROLLBOOK_NIGHTLY'] ? 100_000 : 3_000;
const seed = Number(process.env['ROLLBOOK_SEED'] ?? 1);

const model = new ModelledTables(() => Date.now());
const table = uniqueTableName();
let engine: ReturnType<typeof engineCall>;

beforeAll(async () => {
  engine = engineCall(engineBehind());
  const input = createTableInput(rollbookTable, table) as unknown as Item;
  for (const call of [engine.call, model.call]) expect((await call('CreateTable', input)).status).toBe(200);
});
afterAll(async () => {
  await engine.call('DeleteTable', { TableName: table });
  await engine.close();
});

/** Without what may differ between engines: the order in sets and batches, the words of errors, units. */
function comparable({ operation }: RandomCall, { status, body }: EngineAnswer): unknown {
  if (status !== 200) {
    const reasons = body['CancellationReasons'] as { Code: string; Item?: Item }[] | undefined;
    const [type] = String(body['__type']).split('#').slice(-1);
    // DynamoDB Local refuses the whole transaction in its own words.
    if (reasons?.some(({ Code }) => Code === 'ValidationError')) return ['ValidationException'];
    if (type === 'ValidationException') return [type];
    return [
      type,
      reasons?.map(({ Code, Item }) => [Code, Item && inOrder(Item)]),
      body['Item'] && inOrder(body['Item'] as Item),
    ];
  }
  const {
    Items,
    Item: found,
    Attributes,
    Count,
    ScannedCount,
    LastEvaluatedKey,
    Responses,
  } = body as Record<string, Item & Item[]>;
  const responses = Array.isArray(Responses) ? Responses : Responses?.[table as never];
  const unwrapped = responses?.map((each) =>
    operation === 'TransactGetItems' ? ((each as { Item?: Item }).Item ?? {}) : each,
  );
  const many = Items ?? unwrapped;
  const sorted = many?.map((each) => inOrder(each));
  return {
    status,
    many:
      operation === 'BatchGetItem' || operation === 'Scan'
        ? sorted?.map((each) => JSON.stringify(each)).sort()
        : sorted,
    // A page that is full with the last item may say so or not.
    one: [found, Attributes, onDynamoDBLocal() ? undefined : LastEvaluatedKey].map(
      (each) => each && inOrder(each),
    ),
    counts: [Count, ScannedCount],
  };
}

function inOrder(item: Item): unknown {
  return Object.entries(item)
    .map(([name, each]) => [name, valueInOrder(each)])
    .sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1));
}

function valueInOrder(value: Value): unknown {
  const set = value.SS ?? value.NS ?? value.BS;
  if (set) return [...set].sort();
  if (value.L) return value.L.map(valueInOrder);
  return value.M ? inOrder(value.M) : value;
}

test(`${CALLS} random calls are answered as the engine answers them`, async () => {
  const source: CallSource = { random: new RandomStreams(seed).of('calls'), table, ends: [] };
  const answered = new Map<string, number>();
  for (let number = 0; number < CALLS; number += 1) {
    const call = randomCall(source);
    const [own, real] = [
      await model.call(call.operation, call.input),
      await engine.call(call.operation, call.input),
    ];
    const about = { call, said: real.body['message'] ?? real.body['Message'] };
    expect({ ...about, answer: comparable(call, own) }).toEqual({ ...about, answer: comparable(call, real) });
    const key = real.body['LastEvaluatedKey'] as Item | undefined;
    if (key && call.operation === 'Query') source.ends.push({ input: call.input, key });
    const kind = `${call.operation} ${own.status}`;
    answered.set(kind, (answered.get(kind) ?? 0) + 1);
  }
  // Each kind of call succeeded, and each that can be refused was refused.
  for (const kind of [
    'GetItem 200',
    'PutItem 400',
    'UpdateItem 400',
    'DeleteItem 400',
    'TransactWriteItems 200',
    'TransactWriteItems 400',
  ])
    expect([kind, (answered.get(kind) ?? 0) > CALLS / 1_000]).toEqual([kind, true]);
});

/** Of each item its records, in order: those of different items have none. */
async function recordsOf(call: EngineCall): Promise<Record<string, unknown[]>> {
  const { Table } = (await call('DescribeTable', { TableName: table })).body as {
    Table: { LatestStreamArn: string };
  };
  const StreamArn = Table.LatestStreamArn;
  const { StreamDescription } = (await call('Streams.DescribeStream', { StreamArn })).body as {
    StreamDescription: { Shards: { ShardId: string }[] };
  };
  const byItem: Record<string, unknown[]> = {};
  for (const { ShardId } of StreamDescription.Shards) {
    const at = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    let iterator = (await call('Streams.GetShardIterator', at)).body['ShardIterator'] as string | undefined;
    for (let isEmpty = false; iterator && !isEmpty;) {
      const { Records = [], NextShardIterator } = (
        await call('Streams.GetRecords', { ShardIterator: iterator })
      ).body as Page;
      for (const { eventName, dynamodb } of Records) {
        const [key, ...images] = [dynamodb.Keys, dynamodb.NewImage, dynamodb.OldImage].map(
          (each) => each && JSON.stringify(inOrder(each)),
        );
        // DynamoDB has no record of a write that changes nothing; an engine may.
        if (images[0] !== images[1]) (byItem[key!] ??= []).push([eventName, ...images]);
      }
      [isEmpty, iterator] = [Records.length === 0, NextShardIterator];
    }
  }
  return byItem;
}

interface Page {
  Records?: { eventName: string; dynamodb: { Keys: Item; NewImage?: Item; OldImage?: Item } }[];
  NextShardIterator?: string;
}

test('the stream has the same records, of each item in the same order', async () => {
  const [own, real] = [await recordsOf(model.call), await recordsOf(engine.call)];
  expect(Object.keys(own).length).toBeGreaterThan(20);
  expect(own).toEqual(real);
});
