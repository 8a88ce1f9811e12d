import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  CreateEventBusCommand,
  DeleteRuleCommand,
  DescribeEventBusCommand,
  DescribeRuleCommand,
  DisableRuleCommand,
  EnableRuleCommand,
  EventBridgeClient,
  ListRulesCommand,
  ListTargetsByRuleCommand,
  PutEventsCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
  TestEventPatternCommand,
  type Target,
} from '@aws-sdk/client-eventbridge';
import { eventually } from '../../../../../test/support/eventually.js';
import { startBus, type Bus } from '../bus.js';

let dataDir: string;
let bus: Bus;
let client: EventBridgeClient;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rollbook-bus-'));
  await start();
});
afterEach(async () => {
  await stop();
  await rm(dataDir, { recursive: true });
});

async function start() {
  bus = await startBus({ port: 0, dataDir });
  client = new EventBridgeClient({
    endpoint: bus.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
}
async function stop() {
  client.destroy();
  await bus.stop();
}

/** An HTTP target that answers as configured and records what it receives. */
async function httpTarget(statusOf: (n: number, body: string) => number | Promise<number> = () => 200) {
  const received: { detail: { n: number } }[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      void Promise.resolve(statusOf(requests++, body)).then((status) => {
        if (status === 200) received.push(...[JSON.parse(body) as { detail: { n: number } }].flat());
        response.writeHead(status).end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    numbers: () => received.map((event) => event.detail.n),
    get requests() {
      return requests;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const put = (...numbers: number[]) =>
  client.send(
    new PutEventsCommand({
      Entries: numbers.map((n) => ({
        Source: 'rollbook',
        DetailType: n % 2 ? 'odd' : 'even',
        Detail: JSON.stringify({ n }),
        EventBusName: 'rollbook',
      })),
    }),
  );
const all = JSON.stringify({ source: ['rollbook'] });

async function rule(Name: string, EventPattern: string, ...Targets: Partial<Target>[]) {
  await client.send(new PutRuleCommand({ Name, EventPattern, EventBusName: 'rollbook' }));
  const targets = Targets.map((target, index) => ({ Id: `t${index}`, Arn: '', ...target }));
  return client.send(new PutTargetsCommand({ Rule: Name, EventBusName: 'rollbook', Targets: targets }));
}

describe('rules and targets, through the unchanged SDK client', () => {
  test('deliver what matches to an HTTP endpoint and to a file, in order, across a restart', async () => {
    const target = await httpTarget();
    const file = join(dataDir, 'targets', 'even.jsonl');
    await rule('everything', all, { Arn: target.url });
    await rule('even', JSON.stringify({ 'detail-type': ['even'] }), {
      Arn: pathToFileURL(file).href,
    });
    await put(1, 2, 3);
    await eventually('three arrived', () => target.received.length === 3);
    await stop();
    await start();
    await put(4);
    await eventually('the fourth arrived', () => target.received.length === 4);
    expect(target.numbers()).toEqual([1, 2, 3, 4]);
    await eventually(
      'the file has both',
      async () => (await readFile(file, 'utf8')).split('\n').length === 3,
    );
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { detail: unknown }).detail)).toEqual([
      { n: 2 },
      { n: 4 },
    ]);
    await target.stop();
  });

  test('many go together to a target that asks for it, and one by one when it refuses them together', async () => {
    let most = 0;
    const target = await httpTarget((_, body) => {
      const events = JSON.parse(body) as unknown[];
      if (Array.isArray(events)) most = Math.max(most, events.length);
      return Array.isArray(events) && body.includes('"n":17}') ? 503 : 200;
    });
    const HttpParameters = { HeaderParameters: { 'x-events-at-once': '5' } };
    await rule('together', all, { Arn: target.url, HttpParameters });
    const numbers = Array.from({ length: 30 }, (_, n) => n);
    await Promise.all([
      put(...numbers.slice(0, 10)),
      put(...numbers.slice(10, 20)),
      put(...numbers.slice(20)),
    ]);
    await eventually('all arrived', () => target.received.length === 30);
    expect([...target.numbers()].sort((a, b) => a - b)).toEqual(numbers);
    expect(most).toBe(5);
    expect(target.requests).toBeLessThan(30);
    await target.stop();
  });

  test('what was on its way when the bus was stopped is not sent again', async () => {
    let stopping: Promise<void> | undefined;
    const target = await httpTarget(async () => {
      stopping ??= stop();
      await delay(100);
      return 200;
    });
    await rule('everything', all, { Arn: target.url });
    await put(1);
    await eventually('it was sent', () => stopping !== undefined);
    await stopping;
    await start();
    await put(2);
    await eventually('the second arrived', () => target.numbers().includes(2));
    expect(target.numbers()).toEqual([1, 2]);
    await target.stop();
  });

  test('what was accepted while the target was away, or the bus was restarted, is still delivered', async () => {
    let isAway = true;
    const target = await httpTarget(() => (isAway ? 503 : 200));
    await rule('everything', all, { Arn: target.url });
    await put(1, 2);
    await eventually('attempts were made', () => target.requests >= 2);
    await stop();
    isAway = false;
    await start();
    await eventually('both arrived', () => target.received.length === 2);
    expect(target.numbers()).toEqual([1, 2]);
    await target.stop();
  });

  test('a failing event is tried again while later ones go on, and ends in the dead-letter file', async () => {
    const target = await httpTarget((_, body) => (body.includes('"n":1}') ? 500 : 200));
    await rule('everything', all, { Arn: target.url, RetryPolicy: { MaximumRetryAttempts: 2 } });
    await put(1, 2, 3);
    await eventually('the others arrived', () => target.received.length === 2);
    const file = join(dataDir, 'bus', 'dead-letters.jsonl');
    await eventually('the letter is there', () =>
      readFile(file).then(
        () => true,
        () => false,
      ),
    );
    const letter = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    expect(letter).toMatchObject({
      EXHAUSTED_RETRY_CONDITION: 'MaximumRetryAttempts',
      RETRY_ATTEMPTS: 2,
      ERROR_MESSAGE: 'The target answered 500.',
      event: { detail: { n: 1 } },
    });
    expect(target.requests).toBe(5);
    await target.stop();
  });

  test('a target that refuses an event for good is not asked again', async () => {
    const target = await httpTarget(() => 400);
    await rule('everything', all, { Arn: target.url });
    await put(1);
    const file = join(dataDir, 'bus', 'dead-letters.jsonl');
    await eventually('the letter is there', () =>
      readFile(file).then(
        () => true,
        () => false,
      ),
    );
    expect(target.requests).toBe(1);
    await target.stop();
  });

  test('a disabled rule delivers nothing', async () => {
    const target = await httpTarget();
    await rule('everything', all, { Arn: target.url });
    await client.send(new DisableRuleCommand({ Name: 'everything', EventBusName: 'rollbook' }));
    await put(1);
    await rule('other', all, { Arn: target.url });
    await put(2);
    await eventually('the second arrived', () => target.received.length === 1);
    expect(target.numbers()).toEqual([2]);
    const described = await client.send(
      new DescribeRuleCommand({ Name: 'everything', EventBusName: 'rollbook' }),
    );
    expect(described).toMatchObject({ State: 'DISABLED', EventPattern: all });
    await client.send(new EnableRuleCommand({ Name: 'everything', EventBusName: 'rollbook' }));
    await target.stop();
  });

  test('are listed page by page, and removed: targets first', async () => {
    for (const name of ['b', 'a', 'c']) await rule(name, all, { Arn: 'http://127.0.0.1:9' });
    const first = await client.send(new ListRulesCommand({ EventBusName: 'rollbook', Limit: 2 }));
    expect(first.Rules?.map(({ Name }) => Name)).toEqual(['a', 'b']);
    const second = await client.send(
      new ListRulesCommand({ EventBusName: 'rollbook', Limit: 2, NextToken: first.NextToken }),
    );
    expect(second.Rules?.map(({ Name }) => Name)).toEqual(['c']);
    const named = { Rule: 'a', EventBusName: 'rollbook' };
    await expect(
      client.send(new DeleteRuleCommand({ Name: 'a', EventBusName: 'rollbook' })),
    ).rejects.toMatchObject({ name: 'ValidationException' });
    const removed = await client.send(new RemoveTargetsCommand({ ...named, Ids: ['t0', 'unknown'] }));
    expect(removed).toMatchObject({ FailedEntryCount: 1, FailedEntries: [{ TargetId: 'unknown' }] });
    expect((await client.send(new ListTargetsByRuleCommand(named))).Targets).toEqual([]);
    await client.send(new DeleteRuleCommand({ Name: 'a', EventBusName: 'rollbook' }));
    await expect(
      client.send(new DescribeRuleCommand({ Name: 'a', EventBusName: 'rollbook' })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  test.each([
    ['another folder', (folder: string) => pathToFileURL(join(folder, 'start-file')).href],
    [
      'a path that leads out',
      (folder: string) => `${pathToFileURL(join(folder, 'targets')).href}/../start-file`,
    ],
    [
      'an encoded path that leads out',
      (folder: string) => `${pathToFileURL(join(folder, 'targets')).href}/..%2Fstart-file`,
    ],
    [
      'a folder whose name begins alike',
      (folder: string) => pathToFileURL(join(folder, 'targets-of-mine/file')).href,
    ],
    ['the folder itself', (folder: string) => pathToFileURL(join(folder, 'targets')).href],
    ['a file of another host', () => 'file://host/share/file'],
  ])('write to files below the folder of targets only: not to %s', async (_, arnIn) => {
    const Arn = arnIn(dataDir);
    const refused = { FailedEntryCount: 1, FailedEntries: [{ ErrorCode: 'ValidationException' }] };
    expect(await rule('file', all, { Arn })).toMatchObject(refused);
    expect(
      await rule('letters', all, { Arn: 'http://127.0.0.1:9', DeadLetterConfig: { Arn } }),
    ).toMatchObject(refused);
  });

  test('write to no other file that an earlier version let in: the event is a dead letter', async () => {
    await stop();
    const file = join(dataDir, 'start-file');
    const [stateFile, letters] = ['state.json', 'dead-letters.jsonl'].map((name) =>
      join(dataDir, 'bus', name),
    ) as [string, string];
    const state = JSON.parse(await readFile(stateFile, 'utf8')) as { rules: object[] };
    const targets = [{ Id: 't', Arn: pathToFileURL(file).href }];
    state.rules.push({ Name: 'old', EventBusName: 'rollbook', EventPattern: all, State: 'ENABLED', targets });
    await writeFile(stateFile, JSON.stringify(state));
    await start();
    await put(1);
    await eventually('it is a dead letter', () => existsSync(letters));
    expect(await readFile(letters, 'utf8')).toContain('"ERROR_CODE":"NO_RETRY"');
    expect(existsSync(file)).toBe(false);
  });

  test('have the limits and errors of the service', async () => {
    const target = (Id: string) => ({ Id, Arn: 'http://127.0.0.1:9' });
    await rule('r', all, ...Array.from({ length: 5 }, () => ({ Arn: 'http://127.0.0.1:9' })));
    const on = { Rule: 'r', EventBusName: 'rollbook' };
    await expect(
      client.send(new PutTargetsCommand({ ...on, Targets: [target('sixth')] })),
    ).rejects.toMatchObject({
      name: 'LimitExceededException',
    });
    await expect(
      client.send(
        new PutTargetsCommand({ ...on, Targets: Array.from({ length: 11 }, (_, n) => target(`x${n}`)) }),
      ),
    ).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(
      client.send(new PutTargetsCommand({ ...on, Rule: 'unknown', Targets: [target('a')] })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    expect(
      await rule('lambda', all, { Arn: 'arn:aws:lambda:us-east-1:000000000000:function:f' }),
    ).toMatchObject({
      FailedEntryCount: 1,
    });
    expect(await rule('part', all, { Arn: 'http://127.0.0.1:9', InputPath: '$.detail' })).toMatchObject({
      FailedEntries: [{ ErrorMessage: 'The local bus delivers events as they are, without InputPath.' }],
    });
    await expect(
      client.send(new PutRuleCommand({ Name: 'x', EventPattern: '{"a":1}' })),
    ).rejects.toMatchObject({
      name: 'InvalidEventPatternException',
    });
    await expect(client.send(new PutRuleCommand({ Name: 'x' }))).rejects.toMatchObject({
      name: 'ValidationException',
    });
    await expect(
      client.send(new PutRuleCommand({ Name: 'not a name', EventPattern: all })),
    ).rejects.toMatchObject({
      name: 'ValidationException',
    });
    await expect(
      client.send(new PutRuleCommand({ Name: 'x', EventPattern: all, EventBusName: 'unknown' })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    await expect(client.send(new CreateEventBusCommand({ Name: 'rollbook' }))).rejects.toMatchObject({
      name: 'ResourceAlreadyExistsException',
    });
  });
});

test('a bus is made, described, and takes events; an unknown one refuses them', async () => {
  const { EventBusArn } = await client.send(new CreateEventBusCommand({ Name: 'other' }));
  expect(await client.send(new DescribeEventBusCommand({ Name: 'other' }))).toMatchObject({
    Arn: EventBusArn,
  });
  const to = (EventBusName: string) =>
    client.send(
      new PutEventsCommand({ Entries: [{ Source: 's', DetailType: 't', Detail: '{}', EventBusName }] }),
    );
  expect((await to(EventBusArn ?? '')).FailedEntryCount).toBe(0);
  expect(await to('unknown')).toMatchObject({
    FailedEntryCount: 1,
    Entries: [{ ErrorCode: 'InvalidArgument' }],
  });
});

test('a pattern can be tried on an event', async () => {
  const event = {
    id: '1',
    account: '000000000000',
    source: 'rollbook',
    time: '2026-03-03T10:00:00Z',
    region: 'us-east-1',
    resources: [],
    'detail-type': 'odd',
    detail: { n: 1 },
  };
  const attempt = (EventPattern: string, Event = JSON.stringify(event)) =>
    client.send(new TestEventPatternCommand({ EventPattern, Event }));
  expect(await attempt('{"detail":{"n":[1]}}')).toMatchObject({ Result: true });
  expect(await attempt('{"detail":{"n":[2]}}')).toMatchObject({ Result: false });
  await expect(attempt('{"n":2}')).rejects.toMatchObject({ name: 'InvalidEventPatternException' });
  await expect(attempt(all, '{"detail":{}}')).rejects.toMatchObject({ name: 'ValidationException' });
});
