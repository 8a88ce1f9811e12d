import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { engineCall, type EngineAnswer } from './engine-call.js';
import type { Item } from './items.js';
import { batchGet, getItem, readPage } from './weaknesses/reads.js';
import { Replica } from './weaknesses/replica.js';
import type { WeakSettings } from './settings.js';
import { Shards } from './weaknesses/shards.js';
import { weaknessOf, type Weakness } from './weakness.js';
import { batchWrite, transactGet, transactWrite, writeOne } from './weaknesses/writes.js';

/** An operation known only to tests: see `indexesSettled`. */
export const SETTLE = 'WeakTable.Settle';

export interface WeakTable {
  readonly endpoint: string;
  close(): Promise<void>;
}

/**
 * A proxy in front of an engine that is as weak as AWS documents DynamoDB to be, where the engine is stronger. All calls for
 * one table have to go through the same proxy.
 */
export async function startWeakTable(engine: string, settings: WeakSettings): Promise<WeakTable> {
  const { call, close } = engineCall(engine);
  const weakness = weaknessOf(settings, call);
  const shards = new Shards(call, settings.shardRecords, settings.seed);
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    answerTo(weakness, shards, request).then(
      (answer) => send(response, answer),
      // The engine is down, and so is the table.
      () => request.socket.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  weakness.replica?.start();
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await weakness.replica?.stop();
      await close();
    },
  };
}

async function answerTo(weakness: Weakness, shards: Shards, request: IncomingMessage): Promise<EngineAnswer> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
  // Health checks have no operation.
  const target = request.headers['x-amz-target'];
  if (target === undefined) return { status: 200, body: {} };
  const [service = '', operation = ''] = String(target).split('.');
  if (target === SETTLE) {
    await weakness.replica?.settle();
    return { status: 200, body: {} };
  }
  const input = JSON.parse(text === '' ? '{}' : text) as Item;
  if (service.startsWith('DynamoDBStreams'))
    return (await shards.answer(operation, input)) ?? weakness.call(`Streams.${operation}`, input);
  return answer(weakness, operation, input);
}

async function answer(weakness: Weakness, operation: string, input: Item): Promise<EngineAnswer> {
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

function send(response: ServerResponse, { status, body }: EngineAnswer): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
}
