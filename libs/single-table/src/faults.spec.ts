import { createItemTable, failureOf, type ItemTable } from '../test/support/item-table.js';
import { backoffMs } from './writes/retry-unprocessed.js';
import {
  connectTable,
  defineEntity,
  defineTable,
  number,
  string,
  type CallReport,
} from '@rollbook/single-table';

const definition = defineTable({ partitionKey: 'PK', sortKey: 'SK' });
const row = defineEntity(definition, {
  name: 'row',
  key: { PK: 'row:{rowId}', SK: 'row' },
  attributes: { rowId: string(), value: number() },
});
const key = (at: number) => ({ rowId: String(at) });

let items: ItemTable;

beforeEach(async () => {
  items = await createItemTable(definition);
});
afterEach(() => {
  items.close();
});

type Batch = Record<string, unknown[] | { Keys: unknown[] }>;

/** Lets at most `some` of the requests of each batch through to the engine; the rest is returned as unprocessed. */
function processOnly(some: number): void {
  items.client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = args.input as { RequestItems?: Batch };
      const request = input.RequestItems?.[items.tableName];
      if (!request) return next(args);
      const all = Array.isArray(request) ? request : request.Keys;
      const wrap = (part: unknown[]) => (Array.isArray(request) ? part : { ...request, Keys: part });
      const now = all.slice(0, some);
      const passed =
        now.length === 0
          ? { response: undefined, output: { $metadata: {} } as never }
          : await next({
              ...args,
              input: { ...input, RequestItems: { [items.tableName]: wrap(now) } },
            });
      const rest = all.slice(some);
      const name = context.commandName === 'BatchGetItemCommand' ? 'UnprocessedKeys' : 'UnprocessedItems';
      Object.assign(passed.output, { [name]: rest.length > 0 ? { [items.tableName]: wrap(rest) } : {} });
      return passed;
    },
    { step: 'initialize', name: 'processOnly' },
  );
}

describe('what a batch leaves unprocessed', () => {
  test('is sent again until all is written and read', async () => {
    processOnly(9);
    await items.table.batchWrite(Array.from({ length: 30 }, (_, at) => row.put({ ...key(at), value: at })));
    const found = await items.table.batchGet(
      Array.from({ length: 32 }, (_, at) => row.at(key(at))),
      { consistent: true },
    );
    expect(found.map((each) => each?.value)).toEqual([
      ...Array.from({ length: 30 }, (_, at) => at),
      undefined,
      undefined,
    ]);
    expect(items.calls.filter((call) => call.operation === 'BatchWriteItem')).toHaveLength(4);
    expect(items.calls.filter((call) => call.operation === 'BatchGetItem')).toHaveLength(4);
  });

  test('is reported when the service never takes it, not dropped', async () => {
    processOnly(0);
    const write = failureOf('Unprocessed', items.table.batchWrite([row.put({ ...key(1), value: 1 })]));
    const read = failureOf('Unprocessed', items.table.batchGet([row.at(key(1)), row.at(key(2))]));
    expect((await write).count).toBe(1);
    expect((await read).count).toBe(2);
  });

  test('waits longer each time, up to a bound', () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      expect(backoffMs(Math, attempt)).toBeLessThanOrEqual(Math.min(50 * 2 ** attempt, 3200));
    }
  });
});

describe('batches', () => {
  test('of any size are split, and a key asked for twice is read once', async () => {
    await items.table.batchWrite(Array.from({ length: 120 }, (_, at) => row.put({ ...key(at), value: at })));
    items.calls.length = 0;
    const wanted = [...Array.from({ length: 120 }, (_, at) => at), 0, 119];
    const found = await items.table.batchGet(wanted.map((at) => row.at(key(at))));
    expect(found.map((each) => each?.value)).toEqual(wanted);
    expect(items.calls.map((call) => call.keys.length).sort()).toEqual([100, 20]);
    await failureOf(
      'DuplicateKey',
      items.table.batchWrite([row.delete(key(1)), row.put({ ...key(1), value: 1 })]),
    );
    await failureOf('InvalidRequest', items.table.batchWrite([row.create({ ...key(1), value: 1 })]));
  });
});

describe('transactions', () => {
  test('read several items as of one moment', async () => {
    await items.table.put(row, { ...key(1), value: 1 });
    const [one, two] = await items.table.transactGet([row.at(key(1)), row.at(key(2))]);
    expect([one?.value, two]).toEqual([1, undefined]);
    expect(items.calls.at(-1)?.operation).toBe('TransactGetItems');
  });

  test('a conflict with another transaction is named as such, with the operation that met it', async () => {
    items.client.middlewareStack.add(
      (next, context) => (args) => {
        if (context.commandName !== 'TransactWriteItemsCommand') return next(args);
        const error = new Error('Transaction cancelled');
        const reasons = [{ Code: 'None' }, { Code: 'TransactionConflict', Message: 'ongoing' }];
        return Promise.reject(
          Object.assign(error, { name: 'TransactionCanceledException', CancellationReasons: reasons }),
        );
      },
      { step: 'initialize', name: 'conflict' },
    );
    const { reasons } = await failureOf(
      'TransactionCanceled',
      items.table.transactWrite([
        row.put({ ...key(1), value: 1 }),
        row.update(key(2), { add: { value: 1 } }),
      ]),
    );
    expect(reasons).toEqual([
      {
        operation: 1,
        entity: 'row',
        kind: 'update',
        code: 'TransactionConflict',
        message: 'ongoing',
        item: undefined,
      },
    ]);
  });

  test('the same client request token writes once', async () => {
    await items.table.put(row, { ...key(1), value: 0 });
    const add = () =>
      items.table.transactWrite([row.update(key(1), { add: { value: 1 } })], {
        clientRequestToken: 'only-once',
      });
    await add();
    await add();
    expect(await items.table.get(row, key(1))).toMatchObject({ value: 1 });
  });
});

describe('errors and retries of the SDK', () => {
  test('throttling is retried by the SDK, and the hook counts it', async () => {
    let throttled = 0;
    items.client.middlewareStack.add(
      (next) => (args) => {
        if (throttled >= 2) return next(args);
        throttled++;
        const error = Object.assign(new Error('slow down'), { name: 'ThrottlingException', $metadata: {} });
        return Promise.reject(error);
      },
      { step: 'deserialize', name: 'throttle', priority: 'low' },
    );
    await items.table.put(row, { ...key(1), value: 1 });
    expect(items.calls[0]).toMatchObject({ operation: 'PutItem', retries: 2, capacity: { write: 1 } });
  });

  test('other errors pass through as they are, and the hook names them', async () => {
    const calls: CallReport[] = [];
    const table = connectTable(definition, {
      client: items.client,
      tableName: 'no-such-table',
      cursorSecret: 'a secret of the tests, long enough',
      onCall: (call) => calls.push(call),
    });
    await expect(table.get(row, key(1))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      $metadata: { httpStatusCode: 400 },
    });
    expect(calls).toMatchObject([
      { operation: 'GetItem', error: 'ResourceNotFoundException', capacity: undefined },
    ]);
  });

  test('an aborted call ends at once', async () => {
    const signal = AbortSignal.abort();
    await expect(items.table.get(row, key(1), { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a scan', () => {
  test('gives every item of the entities asked for, from parallel segments, and may be left early', async () => {
    const other = defineEntity(definition, {
      name: 'other',
      key: { PK: 'other:{id}', SK: 'other' },
      attributes: { id: string() },
    });
    await items.table.batchWrite([
      ...Array.from({ length: 30 }, (_, at) => row.put({ ...key(at), value: at })),
      other.put({ id: 'x' }),
    ]);
    const seen: string[] = [];
    for await (const { entity, item } of items.table.scan([row, other], { segments: 4, pageSize: 5 })) {
      seen.push(entity === 'row' ? String(item.value) : item.id);
    }
    expect(seen.sort()).toEqual([...Array.from({ length: 30 }, (_, at) => String(at)), 'x'].sort());
    for await (const { item } of items.table.scan([other], { segments: 2 })) {
      expect(item).toEqual({ id: 'x' });
      break;
    }
  });
});

describe('an engine that gives the same page again and again', () => {
  const many = defineEntity(definition, {
    name: 'many',
    key: { PK: 'all', SK: 'many:{rowId}' },
    attributes: { rowId: string() },
  });

  /** Pages are short, and the end of the first is the end of all. */
  function standStill(): void {
    let end: unknown;
    items.client.middlewareStack.add(
      (next) => async (args) => {
        const answer = await next({ ...args, input: { ...args.input, Limit: 5 } });
        const output = answer.output as { LastEvaluatedKey?: unknown };
        end ??= output.LastEvaluatedKey;
        if (end) output.LastEvaluatedKey = end;
        return answer;
      },
      { step: 'initialize', name: 'standStill' },
    );
  }

  const drained = async (rows: AsyncIterable<unknown>) => {
    for await (const _ of rows);
  };

  test('is refused by every reader of pages', async () => {
    await items.table.batchWrite(Array.from({ length: 30 }, (_, at) => many.put(key(at))));
    await items.table.batchWrite(Array.from({ length: 30 }, (_, at) => row.put({ ...key(at), value: at })));
    const readers = [
      () => drained(items.table.each(many, {})),
      () => drained(items.table.each(many, {}, { order: 'descending' })),
      () => items.table.query(many, {}, { limit: 20, filter: (c) => c.eq('rowId', 'none') }),
      () => drained(items.table.scan([row, many], { pageSize: 5 })),
      () => drained(items.table.scan([row], { pageSize: 5, segments: 2 })),
    ];
    for (const read of readers) {
      standStill();
      await failureOf('NoProgress', read());
      items.client.middlewareStack.remove('standStill');
    }
  });
});
