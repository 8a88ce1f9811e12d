import { isDeepStrictEqual } from 'node:util';
import { CreateTableCommand, DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { askWith, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { startApiProcess } from '../../support/processes/api-process.js';
import { engineClient, engineEndpoint, uniqueTableName } from '../../support/engines/engine.js';
import { eventually } from '../../support/eventually.js';
import { startUnreliableEngine } from '../../support/engines/unreliable-engine.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('told to stop, the API answers what it has begun, takes nothing new, and ends', async () => {
  const engine = await startUnreliableEngine();
  const one = await startApiProcess(api, { ROLLBOOK_DYNAMODB_ENDPOINT: engine.endpoint });
  const ask = askWith(one.url, await api.issuer.signOperatorToken());
  expect((await ask('GET', '/v1/accounts')).status).toBe(200);
  let begun = false;
  let mayGoOn = false;
  // The first attempt is lost on purpose, until the API has been told to stop.
  engine.decide = (operation) => {
    if (operation !== 'TransactWriteItems') return 'pass';
    begun = true;
    return mayGoOn
      ? 'pass'
      : { error: 'TransactionCanceledException', reasons: [{ Code: 'TransactionConflict' }] };
  };
  const answer = ask('POST', '/v1/accounts', { name: 'Begun before' });
  await eventually('the request has begun', () => begun);
  one.child.kill('SIGTERM');
  await eventually('nothing new is taken', async () => {
    try {
      return (await fetch(`${one.url}/health/live`)).status === 503;
    } catch {
      return true;
    }
  });
  mayGoOn = true;
  expect((await answer).status).toBe(201);
  expect(await one.exit).toEqual([0, null]);
  await engine.close();
});

test('an API whose supervisor is gone ends, also with lines of its log that nobody has read', async () => {
  const { url, child, exit } = await startApiProcess(api);
  child.stdout?.removeAllListeners('data').pause();
  // More than what is between two processes holds, so that some of it is still to be written.
  for (let left = 40; left > 0; left -= 1)
    await Promise.all(Array.from({ length: 50 }, async () => (await fetch(`${url}/v1/none`)).text()));
  child.stdout?.destroy();
  child.disconnect();
  const [, signal] = await exit;
  // Nobody is there whom an exit code would tell something.
  expect(signal).toBe('SIGKILL');
});

describe('readiness', () => {
  test('says which shape the table has, be it a newer one', async () => {
    const { url, configuration, close } = await startApi();
    const ready = async () => await (await fetch(`${url}/health/ready`)).json();
    expect(await ready()).toEqual({ status: 'ready', tableShape: 4 });
    const client = engineClient();
    const shape = {
      PK: 'table',
      SK: 'shape',
      entity: 'table-shape',
      shape: 5,
      readableFrom: 4,
      updatedAt: '2026-03-03T10:00:00.000Z',
    };
    await client.send(new PutItemCommand({ TableName: configuration.table.name, Item: marshall(shape) }));
    client.destroy();
    await eventually('the newer shape is seen', async () =>
      isDeepStrictEqual(await ready(), { status: 'ready', tableShape: 5 }),
    );
    await close();
  });

  test('says when the table is not there', async () => {
    const none = await startApi({ table: uniqueTableName() });
    const problem = await expectProblem(await fetch(`${none.url}/health/ready`), 503, 'service_unavailable');
    expect(problem.detail).toBe(`The table ${none.configuration.table.name} does not exist.`);
    expect((await fetch(`${none.url}/health/live`)).status).toBe(200);
    await none.close();
  });

  test('says when the table has no index', async () => {
    const table = uniqueTableName();
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({ endpoint: engineEndpoint(), region: 'us-east-1', credentials });
    await client.send(
      new CreateTableCommand({
        TableName: table,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: 'PK', AttributeType: 'S' },
          { AttributeName: 'SK', AttributeType: 'S' },
        ],
        KeySchema: [
          { AttributeName: 'PK', KeyType: 'HASH' },
          { AttributeName: 'SK', KeyType: 'RANGE' },
        ],
      }),
    );
    client.destroy();
    const bare = await startApi({ table });
    const problem = await expectProblem(await fetch(`${bare.url}/health/ready`), 503, 'service_unavailable');
    expect(problem.detail).toBe(
      `The table ${table} does not fit this version: it has no index GSI1; its stream is none, not NEW_AND_OLD_IMAGES.`,
    );
    await bare.close();
  });
});

test('a client that does not send its request is not waited for longer than a minute', () => {
  const server = api.app.getHttpServer() as { requestTimeout: number; headersTimeout: number };
  expect(server.requestTimeout).toBe(60_000);
  expect(server.headersTimeout).toBeLessThanOrEqual(60_000);
});
