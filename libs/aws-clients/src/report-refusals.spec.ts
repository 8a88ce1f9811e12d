import { mock } from 'node:test';
import { GetItemCommand, PutItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  ScriptedService,
  whole,
  type ScriptedAnswer,
} from '../../../test/support/engines/scripted-service.js';
import { dynamoDBClient } from './clients/dynamodb.js';

const denied: ScriptedAnswer = (response) => {
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', message: 'No.' }));
};

describe('A client of an unattended program', () => {
  const service = new ScriptedService();
  let client: DynamoDBClient;
  let reported: string[];

  beforeAll(async () => {
    const endpoint = await service.start();
    client = dynamoDBClient({ endpoint, onRefused: (error) => reported.push(String(error)) });
  });
  afterAll(async () => {
    client.destroy();
    await service.stop();
  });
  beforeEach(() => {
    reported = [];
    // About the service's time: a clock that is wrong by four minutes would be put right, with one more request.
    mock.timers.enable({ apis: ['Date'], now: Date.now() });
  });
  afterEach(() => mock.timers.reset());

  const Key = { PK: { S: 'a' } };
  const get = () => client.send(new GetItemCommand({ TableName: 'table', Key })).catch(() => undefined);
  const put = () => client.send(new PutItemCommand({ TableName: 'table', Item: Key })).catch(() => undefined);

  it('says so when an operation is refused for a minute, whatever else works', async () => {
    service.answers = [denied, whole('{}'), denied, whole('{}'), denied];
    await get();
    await put();
    mock.timers.tick(59_000);
    await get();
    expect(reported).toEqual([]);
    await put();
    mock.timers.tick(1_000);
    await get();
    expect(reported).toEqual(['AccessDeniedException: No.']);
  });

  it('reports nothing if it works in between, or if errors are not refusals', async () => {
    const broken: ScriptedAnswer = (response) =>
      void response.writeHead(400).end('{"__type":"ValidationException"}');
    for (const between of [whole('{}'), broken]) {
      service.answers = [denied, between, denied];
      await get();
      mock.timers.tick(50_000);
      await get();
      mock.timers.tick(50_000);
      await get();
    }
    expect(reported).toEqual([]);
  });
});
