import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { startBus, type Bus } from './bus.js';
import type { BusEvent } from './events/journal.js';

let dataDir: string;
let bus: Bus;
let client: EventBridgeClient;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rollbook-bus-'));
  await start();
});

afterEach(async () => {
  client.destroy();
  await bus.stop();
  await rm(dataDir, { recursive: true });
});

async function start() {
  bus = await startBus({ port: 0, dataDir });
  client = new EventBridgeClient({
    endpoint: bus.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

const entry = (n: number) => ({
  Source: 'rollbook',
  DetailType: 'user.created',
  Detail: JSON.stringify({ id: `user_1.${n}`, n }),
  EventBusName: 'rollbook',
});

/** The first `count` events of the live stream after a position. */
async function eventsAfter(position: number, count: number): Promise<BusEvent[]> {
  const answer = await fetch(`${bus.url}/events?after=${position}`);
  const events: BusEvent[] = [];
  let text = '';
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString('utf8');
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
      if (data) events.push(JSON.parse(data) as BusEvent);
      text = text.slice(end + 2);
    }
    if (events.length >= count) break;
  }
  return events;
}

describe('PutEvents through the unchanged SDK client', () => {
  test('takes a batch and streams it in order', async () => {
    const { FailedEntryCount, Entries } = await client.send(
      new PutEventsCommand({ Entries: [entry(1), entry(2), entry(3)] }),
    );
    expect(FailedEntryCount).toBe(0);
    const events = await eventsAfter(0, 3);
    expect(events.map((event) => event.detail)).toEqual([
      { id: 'user_1.1', n: 1 },
      { id: 'user_1.2', n: 2 },
      { id: 'user_1.3', n: 3 },
    ]);
    expect(events.map((event) => event.id)).toEqual(Entries?.map((result) => result.EventId));
    expect(events[0]).toMatchObject({ version: '0', source: 'rollbook', 'detail-type': 'user.created' });
  });

  test('refuses single entries inside a successful answer', async () => {
    const { FailedEntryCount, Entries } = await client.send(
      new PutEventsCommand({
        Entries: [
          { ...entry(1), Detail: 'not json' },
          entry(2),
          { ...entry(3), Source: undefined },
          { ...entry(4), Source: 'aws.ec2' },
          { ...entry(5), Detail: '[1]' },
        ],
      }),
    );
    expect(FailedEntryCount).toBe(4);
    expect(Entries?.map((result) => result.ErrorCode)).toEqual([
      'MalformedDetail',
      undefined,
      'InvalidArgument',
      'NotAuthorizedForSourceException',
      'MalformedDetail',
    ]);
    expect((await eventsAfter(0, 1)).map((event) => event.detail)).toEqual([{ id: 'user_1.2', n: 2 }]);
  });

  test('refuses eleven entries, none, and more than 1 MB in one request', async () => {
    const send = (Entries: ReturnType<typeof entry>[]) => client.send(new PutEventsCommand({ Entries }));
    await expect(send(Array.from({ length: 11 }, (_, n) => entry(n)))).rejects.toMatchObject({
      name: 'ValidationException',
    });
    await expect(send([])).rejects.toMatchObject({ name: 'ValidationException' });
    const large = { ...entry(1), Detail: JSON.stringify({ text: 'x'.repeat(600_000) }) };
    await expect(send([large, large])).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(send([large])).resolves.toMatchObject({ FailedEntryCount: 0 });
  });

  test('keeps what it accepted across a restart, and drops a line a crash cut short', async () => {
    await client.send(new PutEventsCommand({ Entries: [entry(1), entry(2)] }));
    client.destroy();
    await bus.stop();
    await appendFile(join(dataDir, 'bus', 'events.jsonl'), '{"seq":3,"bus":"roll');
    await start();
    await client.send(new PutEventsCommand({ Entries: [entry(3)] }));
    expect((await eventsAfter(0, 3)).map((event) => (event.detail as { n: number }).n)).toEqual([1, 2, 3]);
  });
});

test('the live stream starts with what comes next, and a reconnecting client misses nothing', async () => {
  await client.send(new PutEventsCommand({ Entries: [entry(1), entry(2)] }));
  const next = eventsAfter(2, 1);
  await client.send(new PutEventsCommand({ Entries: [entry(3)] }));
  expect((await next).map((event) => (event.detail as { n: number }).n)).toEqual([3]);
});

test.each([{ origin: 'https://attacker.example' }, { origin: 'null' }])(
  'a page of another origin sends and reads nothing: %j',
  async (headers) => {
    const target = { 'x-amz-target': 'AWSEvents.PutEvents' };
    const body = JSON.stringify({ Entries: [entry(1)] });
    const sent = await fetch(bus.url, { method: 'POST', headers: { ...headers, ...target }, body });
    expect(sent.status).toBe(403);
    expect((await fetch(`${bus.url}/events?after=0`, { headers })).status).toBe(403);
    expect(await (await fetch(bus.url)).json()).toMatchObject({ events: 0 });
  },
);

test('a taken port is reported', async () => {
  await expect(startBus({ port: Number(new URL(bus.url).port), dataDir })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

test('unknown operations and bodies that are not JSON get the errors the SDK knows', async () => {
  const post = (target: string, body: string) =>
    fetch(bus.url, { method: 'POST', headers: { 'x-amz-target': target }, body }).then((answer) =>
      answer.json(),
    );
  expect(await post('AWSEvents.Unknown', '{}')).toMatchObject({ __type: 'UnknownOperationException' });
  expect(await post('AWSEvents.PutEvents', '{')).toMatchObject({ __type: 'SerializationException' });
});
