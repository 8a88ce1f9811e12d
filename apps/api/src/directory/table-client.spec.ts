import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { GetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { tableClient } from './table-client.js';

/** Lets the clock go on once a connection is idle, which it is some turns of the event loop after its answer. */
async function pause(milliseconds: number): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) await setImmediate();
  mock.timers.tick(milliseconds);
}

describe('The connections to the table', () => {
  let table: Server;
  let client: DynamoDBClient;
  let opened = 0;

  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  beforeAll(async () => {
    table = createServer((_request, response) => response.end('{}'));
    // Without it each answer would say how long the connection is kept, which DynamoDB does not.
    table.keepAliveTimeout = 0;
    table.on('connection', () => (opened += 1));
    table.listen(0, '127.0.0.1');
    await once(table, 'listening');
    const { port } = table.address() as AddressInfo;
    client = tableClient({
      table: { name: 'table', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` },
    });
  });

  afterAll(async () => {
    client.destroy();
    table.closeAllConnections();
    table.close();
    await once(table, 'close');
  });

  const call = () => client.send(new GetItemCommand({ TableName: 'table', Key: { PK: { S: 'key' } } }));

  it('outlast a pause, and not the minute after which DynamoDB closes them', async () => {
    await call();
    await pause(45_000);
    await call();
    expect(opened).toBe(1);
    await pause(55_000);
    await call();
    expect(opened).toBe(2);
  });
});
