import type { EngineCall } from '../../support/weak-table/engine-call.js';
import {
  plan,
  query,
  refuseCondition,
  returned,
  scan,
  type QueryInput,
  type ScanInput,
  type WriteInput,
  type WriteKind,
} from './operations.js';
import { StoredTable, type Change, type KeyNames } from './stored-table.js';
import { decodeIterator, Stream } from './stream.js';
import { invalid, notModelled, Refusal, refuse, type Item } from './values.js';

type Input = Record<string, unknown>;

interface Key {
  AttributeName: string;
  KeyType: string;
}

interface CreateInput {
  TableName: string;
  KeySchema: Key[];
  GlobalSecondaryIndexes?: { IndexName: string; KeySchema: Key[] }[];
  StreamSpecification?: { StreamEnabled: boolean };
}

type TransactWrite = Partial<Record<WriteKind, WriteInput>>;

const MAX_TRANSACTION = 100;
const TOKENS_KEPT_MS = 10 * 60_000;

/**
 * DynamoDB, as far as the product uses it, in memory: each call is answered at once and whole, and what the product does not send throws. A
 * spec compares it with the embedded engine and with DynamoDB Local (`model.spec.ts`).
 */
export class ModelledTables {
  readonly #tables = new Map<
    string,
    { table: StoredTable; created: CreateInput; stream: Stream | undefined }
  >();
  readonly #tokens = new Map<string, { input: string; at: number }>();

  /** @param now milliseconds since the epoch */
  constructor(
    private readonly now: () => number,
    private readonly onChange: (table: string, change: Change) => void = () => {},
  ) {}

  readonly call: EngineCall = (operation, input) =>
    new Promise((resolve) => {
      try {
        resolve({ status: 200, body: this.#answer(operation, input) as Input });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        resolve(error.answer);
      }
    });

  table(name: string): StoredTable {
    return this.#of(name).table;
  }

  stream(name: string): Stream {
    return this.#of(name).stream ?? notModelled('table without a stream');
  }

  #of(name: string) {
    return this.#tables.get(name) ?? refuse('ResourceNotFoundException', 'Requested resource not found');
  }

  #answer(operation: string, input: Input): object {
    switch (operation) {
      case 'CreateTable':
        return this.#create(input as unknown as CreateInput);
      case 'UpdateTimeToLive':
        return {};
      case 'DescribeTable':
        return this.#describe(input['TableName'] as string);
      case 'GetItem':
        return this.#get(input as unknown as { TableName: string; Key: Item });
      case 'BatchGetItem':
        return this.#batchGet(input['RequestItems'] as Record<string, { Keys: Item[] }>);
      case 'Query':
        return query(this.table(input['TableName'] as string), input as unknown as QueryInput);
      case 'Scan':
        return scan(this.table(input['TableName'] as string), input as unknown as ScanInput);
      case 'TransactGetItems':
        return this.#transactGet(input['TransactItems'] as { Get: { TableName: string; Key: Item } }[]);
      case 'PutItem':
        return this.#write('Put', input as unknown as WriteInput);
      case 'UpdateItem':
        return this.#write('Update', input as unknown as WriteInput);
      case 'DeleteItem':
        return this.#write('Delete', input as unknown as WriteInput);
      case 'BatchWriteItem':
        return this.#batchWrite(input['RequestItems'] as Record<string, Record<string, WriteInput>[]>);
      case 'TransactWriteItems':
        return this.#transactWrite(input as { TransactItems: TransactWrite[]; ClientRequestToken?: string });
      case 'Streams.DescribeStream':
        return this.#streamOf(input['StreamArn'] as string).describe();
      case 'Streams.GetShardIterator':
        return this.#streamOf(input['StreamArn'] as string).iterator(input);
      case 'Streams.GetRecords': {
        const { arn, position } = decodeIterator(input['ShardIterator'] as string);
        return this.#streamOf(arn).read(position, Number(input['Limit'] ?? 1_000));
      }
      default:
        return notModelled(`operation ${operation}`);
    }
  }

  #create(created: CreateInput): object {
    const { TableName: name, KeySchema, GlobalSecondaryIndexes: indexes = [], StreamSpecification } = created;
    if (this.#tables.has(name)) refuse('ResourceInUseException', `Table already exists: ${name}`);
    const keys = {
      key: keyNames(KeySchema),
      indexes: new Map(indexes.map(({ IndexName, KeySchema: schema }) => [IndexName, keyNames(schema)])),
    };
    const stream = StreamSpecification?.StreamEnabled ? new Stream(name, this.now) : undefined;
    const table = new StoredTable(name, keys, (change) => {
      stream?.add(change);
      this.onChange(name, change);
    });
    this.#tables.set(name, { table, created, stream });
    return this.#describe(name);
  }

  #describe(name: string): object {
    const { created, stream } = this.#of(name);
    const indexes = created.GlobalSecondaryIndexes?.map((index) => ({ ...index, IndexStatus: 'ACTIVE' }));
    return {
      Table: {
        ...created,
        TableStatus: 'ACTIVE',
        BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
        ...(indexes && { GlobalSecondaryIndexes: indexes }),
        ...(stream && { LatestStreamArn: stream.arn }),
      },
    };
  }

  #streamOf(arn: string): Stream {
    return this.stream(arn.split('/')[1] ?? '');
  }

  #get({ TableName, Key }: { TableName: string; Key: Item }): object {
    const table = this.table(TableName);
    const found = table.get(table.keyIn(Key, false));
    return found ? { Item: found } : {};
  }

  #batchGet(requests: Record<string, { Keys: Item[] }>): object {
    const Responses: Record<string, Item[]> = {};
    for (const [name, { Keys }] of Object.entries(requests)) {
      const table = this.table(name);
      const keys = Keys.map((key) => table.keyIn(key, false));
      requireDistinct(keys.map((key) => table.textOf(key)));
      Responses[name] = keys.map((key) => table.get(key)).filter((item) => item !== undefined);
    }
    return { Responses, UnprocessedKeys: {} };
  }

  #transactGet(items: { Get: { TableName: string; Key: Item } }[]): object {
    return { Responses: items.map(({ Get }) => this.#get(Get)) };
  }

  #write(kind: WriteKind, input: WriteInput): object {
    const planned = plan(this.table(input.TableName), kind, input);
    if (!planned.isHeld) return refuseCondition(planned, input);
    planned.table.write(planned.key, planned.after);
    return returned(planned, input.ReturnValues);
  }

  #batchWrite(requests: Record<string, Record<string, WriteInput>[]>): object {
    const planned = Object.entries(requests).flatMap(([name, some]) =>
      some.map(({ PutRequest, DeleteRequest }) =>
        plan(this.table(name), PutRequest ? 'Put' : 'Delete', (PutRequest ?? DeleteRequest)!),
      ),
    );
    requireDistinct(planned.map(({ table, key }) => `${table.name} ${table.textOf(key)}`));
    for (const { table, key, after } of planned) table.write(key, after);
    return { UnprocessedItems: {} };
  }

  #transactWrite({
    TransactItems: items,
    ClientRequestToken: token,
  }: {
    TransactItems: TransactWrite[];
    ClientRequestToken?: string;
  }): object {
    if (items.length > MAX_TRANSACTION)
      invalid(`Member must have length less than or equal to ${MAX_TRANSACTION}`);
    const text = token === undefined ? '' : JSON.stringify(items);
    const known = token === undefined ? undefined : this.#tokens.get(token);
    if (known && this.now() - known.at < TOKENS_KEPT_MS) {
      if (known.input === text) return {};
      refuse('IdempotentParameterMismatchException', 'The token was used with other parameters.');
    }
    const writes = items.map((item) => {
      const [[kind, input]] = Object.entries(item) as [[WriteKind, WriteInput]];
      return { input, planned: attempt(() => plan(this.table(input.TableName), kind, input)) };
    });
    requireDistinct(
      writes.flatMap(({ planned }) =>
        'key' in planned ? `${planned.table.name} ${planned.table.textOf(planned.key)}` : [],
      ),
    );
    const reasons = writes.map(({ input, planned }) => reasonOf(input, planned));
    if (reasons.some(({ Code }) => Code !== 'None')) refuseTransaction(reasons);
    for (const { planned } of writes)
      if ('key' in planned && planned.after !== planned.before)
        planned.table.write(planned.key, planned.after);
    if (token !== undefined) this.#tokens.set(token, { input: text, at: this.now() });
    return {};
  }
}

type Attempted = ReturnType<typeof plan> | { refusal: Refusal };

function attempt(make: () => ReturnType<typeof plan>): Attempted {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

interface Reason {
  Code: string;
  Message?: string;
  Item?: Item;
}

function reasonOf(input: WriteInput, planned: Attempted): Reason {
  if ('refusal' in planned) return { Code: 'ValidationError', Message: planned.refusal.message };
  if (planned.isHeld) return { Code: 'None' };
  const Item = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? planned.before : undefined;
  return { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', ...(Item && { Item }) };
}

function refuseTransaction(reasons: Reason[]): never {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return refuse(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons: reasons },
  );
}

function requireDistinct(texts: readonly string[]): void {
  if (new Set(texts).size < texts.length) invalid('Provided list of item keys contains duplicates');
}

function keyNames(schema: readonly Key[]): KeyNames {
  const [partition, sort] = ['HASH', 'RANGE'].map(
    (type) => schema.find(({ KeyType }) => KeyType === type)?.AttributeName,
  );
  return { partition: partition ?? invalid('No partition key'), sort };
}
