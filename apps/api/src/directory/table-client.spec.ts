import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  ConditionalCheckFailedException,
  PutItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import {
  brokenOff,
  inPieces,
  ScriptedService,
  stalled,
  whole,
  type ScriptedAnswer,
} from '../../../../test/support/engines/scripted-service.js';
import { tableClient } from './table-client.js';

const HANDLERS: [string, boolean][] = [
  ['undici', false],
  ["Node's own client", true],
];

const refused: ScriptedAnswer = (response) => {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  const __type = 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException';
  response.end(JSON.stringify({ __type, message: 'No.', Item: { PK: { S: 'ä' } } }));
};

describe.each(HANDLERS)('The table through %s', (_title, oneRequestAtATime) => {
  const table = new ScriptedService();
  let client: DynamoDBClient;
  let impatient: DynamoDBClient;

  beforeAll(async () => {
    const endpoint = await table.start();
    const configuration = { table: { name: 'table', endpoint }, oneRequestAtATime };
    client = tableClient(configuration);
    impatient = tableClient(configuration, 500);
  });

  afterAll(async () => {
    client.destroy();
    impatient.destroy();
    await table.stop();
  });

  function put(through = client, abortSignal?: AbortSignal) {
    const command = new PutItemCommand({ TableName: 'table', Item: { PK: { S: 'key' } } });
    return through.send(command, abortSignal && { abortSignal });
  }

  it.each([
    ['at once', whole],
    ['in pieces', inPieces],
  ])('is understood when it answers %s', async (_how, answer) => {
    table.answers = [answer('{"Attributes":{"name":{"S":"Käthe 🦉"}}}')];
    const { Attributes, $metadata } = await put();
    expect(Attributes).toEqual({ name: { S: 'Käthe 🦉' } });
    expect($metadata.attempts).toBe(1);
  });

  it("refuses with the SDK's own errors", async () => {
    table.answers = [refused];
    const error = await put().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConditionalCheckFailedException);
    expect(error).toMatchObject({ message: 'No.', Item: { PK: { S: 'ä' } } });
  });

  it('is asked again when its answer breaks off', async () => {
    table.answers = [brokenOff, whole('{"Attributes":{}}')];
    expect(await put()).toMatchObject({ Attributes: {}, $metadata: { attempts: 2 } });
  });

  it.each([
    ['stays out', () => {}],
    ['stays out in the middle', stalled],
  ])('is asked again when its answer %s', async (_what, answer) => {
    table.answers = [answer, whole('{"Attributes":{}}')];
    expect(await put(impatient)).toMatchObject({ Attributes: {}, $metadata: { attempts: 2 } });
  });

  it('can be waited for no longer', async () => {
    const waiting = new AbortController();
    table.answers = [() => waiting.abort()];
    await expect(put(client, waiting.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('A connection to the table', () => {
  const table = new ScriptedService();
  let client: DynamoDBClient;

  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  beforeAll(async () => {
    const endpoint = await table.start();
    client = tableClient({ table: { name: 'table', endpoint } });
  });

  afterAll(async () => {
    client.destroy();
    await table.stop();
  });

  async function call(): Promise<void> {
    table.answers = [whole('{}')];
    await client.send(new PutItemCommand({ TableName: 'table', Item: { PK: { S: 'key' } } }));
  }

  /** Lets the clock go on once a connection is idle, which it is some turns of the event loop after its answer. */
  async function pause(milliseconds: number): Promise<void> {
    for (let turns = 0; turns < 10; turns += 1) await setImmediate();
    mock.timers.tick(milliseconds);
  }

  it('outlasts a pause, and not the minute after which DynamoDB closes it', async () => {
    await call();
    await pause(45_000);
    await call();
    expect(table.connections).toBe(1);
    await pause(55_000);
    await call();
    expect(table.connections).toBe(2);
  });
});
