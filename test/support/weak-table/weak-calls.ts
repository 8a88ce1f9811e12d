import type { EngineAnswer, EngineCall } from './engine-call.js';
import type { Item } from './items.js';
import type { WeakClock, WeakSettings } from './settings.js';
import { weaknessOf, type Weakness } from './weakness.js';
import { batchGet, getItem, readPage } from './weaknesses/reads.js';
import { Replica } from './weaknesses/replica.js';
import { Shards } from './weaknesses/shards.js';
import { batchWrite, transactGet, transactWrite, writeOne } from './weaknesses/writes.js';

export interface WeakCalls {
  call: EngineCall;
  /** Makes indexes and replicas show everything written so far. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** An engine's calls, as weak as AWS documents DynamoDB to be, where the engine is stronger. All calls for one table have to go through these. */
export function weakCalls(engine: EngineCall, settings: WeakSettings, clock: WeakClock): WeakCalls {
  const weakness = weaknessOf(settings, engine, clock);
  const shards = new Shards(engine, settings.shardRecords, settings.seed, clock, settings.iteratorMs);
  return {
    async call(operation, input) {
      if (!operation.startsWith('Streams.')) return answerOf(weakness, operation, input);
      return (await shards.answer(operation.slice('Streams.'.length), input)) ?? engine(operation, input);
    },
    settle: async () => weakness.replica?.settle(),
    stop: async () => weakness.replica?.stop(),
  };
}

async function answerOf(weakness: Weakness, operation: string, input: Item): Promise<EngineAnswer> {
  switch (operation) {
    case 'TransactWriteItems':
      return transactWrite(weakness, input);
    case 'TransactGetItems':
      return transactGet(weakness, input);
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return writeOne(weakness, operation, input);
    case 'BatchWriteItem':
      return batchWrite(weakness, input);
    case 'GetItem':
      return getItem(weakness, input);
    case 'BatchGetItem':
      return batchGet(weakness, input);
    case 'Query':
    case 'Scan':
      return readPage(weakness, operation, input);
    default:
      return changeTable(weakness, operation, input);
  }
}

/** Operations on a whole table also apply to its replica. */
async function changeTable(
  { call, catalog, replica }: Weakness,
  operation: string,
  input: Item,
): Promise<EngineAnswer> {
  const answered = await call(operation, input);
  const table = input['TableName'] as string;
  if (answered.status !== 200) return answered;
  if (operation === 'ListTables') {
    const names = (answered.body['TableNames'] as string[]).filter((name) => !Replica.isReplica(name));
    return { status: 200, body: { ...answered.body, TableNames: names } };
  }
  if (['CreateTable', 'UpdateTable', 'DeleteTable'].includes(operation)) catalog.forget(table);
  if (operation === 'CreateTable') await replica?.createTable(input);
  if (operation === 'UpdateTable') await replica?.updateTable(input);
  if (operation === 'DeleteTable') await replica?.deleteTable(table);
  return answered;
}
