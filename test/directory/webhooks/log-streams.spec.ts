import {
  commandLogStream,
  createLogStream,
  createUser,
  erasePersonalData,
  getLogStream,
  openDirectory,
  removeUser,
  wakeQueue,
  type Directory,
  type LogStreamHealth,
  type Tenant,
} from '#libs/directory';
import { LOG_FORMS, type LogForm, type LogStreamId } from '#libs/domain';
import type { PublishedEvent } from '#libs/event-contracts';
import { feeder } from '../../../apps/stream-processor/src/feeder/feeder.js';
import { Deliverer, type DelivererOptions } from '../../../apps/webhooks/src/deliverer.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { engineClient } from '../../support/engines/engine.js';
import { startAccount } from '../../support/streams/busy-directory.js';
import { streamShards } from '../../support/streams/stream-records.js';
import {
  startWebhookReceiver,
  statuses,
  type ReceivedRequest,
  type WebhookReceiver,
} from '../../support/streams/webhook-receiver.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let receiver: WebhookReceiver;
/** How far the clock was moved: the specs do not wait for hours. */
let moved = 0;
const workers: Deliverer[] = [];

beforeEach(async () => {
  moved = 0;
  opened = await openTestDirectory({ now: () => Date.now() + moved });
  directory = opened.directory;
  ({ tenant } = await startAccount(directory));
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((each) => each.stop()));
  await receiver.stop();
  await opened.close();
});

function worker(options: Partial<DelivererOptions> = {}): Deliverer {
  const made = new Deliverer({
    directory,
    allowLocal: true,
    onNotice: (line) => {
      throw new Error(line);
    },
    ...options,
  });
  workers.push(made);
  return made;
}

const SECRET = 'token-of-the-receiver';
async function stream(input: Partial<Parameters<typeof createLogStream>[1]> = {}, of = tenant) {
  const settings = { url: receiver.url, form: 'ndjson', secret: SECRET, ...input } as const;
  return (await createLogStream(of, settings, byOperator)).state.logStreamId;
}

let users = 0;
/** @returns the ids of their events */
async function usersCreated(count: number, of = tenant): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    users += 1;
    const input = {
      name: `Ada Lovelace ${users}`,
      email: `ada-${users}@lovelace.example`,
      role: 'member',
    } as const;
    ids.push((await createUser(of, input, byOperator)).events[0]!.eventId);
  }
  return ids;
}

/** Appends to the feeds what was committed, as the stream processor does. */
async function fed(): Promise<void> {
  const records = (await streamShards(opened.client, opened.tableName)).flatMap((shard) => shard.records);
  const { signal } = new AbortController();
  const feeds = feeder({ directory, onNotice: () => {} });
  const { unfinished } = await feeds({ records, signal, shardId: 'shardId-00000001' });
  expect(unfinished).toEqual([]);
}

/** What the bus's events lead to: the stream is woken, and a worker does what there is to do. */
async function sends(logStreamId: LogStreamId, by = worker(), { accountId } = tenant): Promise<void> {
  await fed();
  await works(logStreamId, by, accountId);
}

async function works(logStreamId: LogStreamId, by: Deliverer, accountId: string): Promise<void> {
  await wakeQueue(directory, logStreamId);
  by.start({ accountId, webhookEndpointId: logStreamId });
  await by.idle();
}

const eventsOf = ({ body }: ReceivedRequest) =>
  body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as PublishedEvent);
const batches = () => receiver.received.map((request) => eventsOf(request).map(({ id }) => id));
const received = () => batches().flat();
const shown = (id: LogStreamId): Promise<LogStreamHealth> => getLogStream(tenant, id);

describe('a log stream', () => {
  test('sends what happens from its creation on, in order, each event once, with its secret', async () => {
    const id = await stream();
    const first = await usersCreated(3);
    await sends(id);
    expect(batches()).toEqual([[`${id}.1`, ...first]]);
    expect(receiver.received[0]!.headers).toMatchObject({
      authorization: `Bearer ${SECRET}`,
      'content-type': 'application/x-ndjson',
    });
    const more = await usersCreated(2);
    await sends(id);
    await sends(id);
    expect(batches().slice(1)).toEqual([more]);
    const { sentAt, sentTo, waitingSince, refusal, failingSince } = await shown(id);
    expect([waitingSince, refusal, failingSince]).toEqual([undefined, undefined, undefined]);
    expect(sentAt! > sentTo!).toBe(true);
  });

  test.each([
    ['splunk-hec', 'authorization', `Splunk ${SECRET}`],
    ['datadog', 'dd-api-key', SECRET],
    ['cloudevents', 'authorization', `Bearer ${SECRET}`],
  ] as const)('in the form %s sends its secret as %s', async (form: LogForm, header, value) => {
    const id = await stream({ form });
    const [event] = await usersCreated(1);
    await sends(id);
    expect(receiver.received[0]!.headers[header]).toBe(value);
    expect(receiver.received[0]!.body).toContain(event);
  });

  test('sends only the types it was created for', async () => {
    const id = await stream({ eventTypes: ['account.*'] });
    await usersCreated(2);
    await sends(id);
    expect(received()).toEqual([]);
    await commandLogStream(
      tenant,
      id,
      { type: 'change_log_stream', eventTypes: ['user.created'] },
      byOperator,
    );
    const later = await usersCreated(1);
    await sends(id);
    expect(received()).toEqual(later);
  });

  test('waits for what was committed but not fed yet', async () => {
    const id = await stream();
    await sends(id);
    const before = received();
    const [event] = await usersCreated(1);
    await wakeQueue(directory, id);
    const dueAt: number[] = [];
    const waiting = worker({ onDue: (_, at) => dueAt.push(at) });
    waiting.start({ accountId: tenant.accountId, webhookEndpointId: id });
    await waiting.idle();
    expect(received()).toEqual(before);
    expect(dueAt[0]! - directory.now()).toBeLessThan(5 * SECOND);
    moved += 2 * SECOND;
    await fed();
    waiting.start({ accountId: tenant.accountId, webhookEndpointId: id });
    await waiting.idle();
    expect(received()).toEqual([...before, event]);
  });

  test('loses and reorders nothing when its worker is killed at any call', async () => {
    let most = 0;
    for (const after of [false, true])
      for (let nth = 1, isKilled = true; isKilled; nth += 1) {
        const { tenant: own } = await startAccount(directory, `Acme ${nth}`);
        const id = await stream({}, own);
        const ids = [`${id}.1`, ...(await usersCreated(3, own))];
        await fed();
        receiver.received.length = 0;
        const dying = dyingDirectory(nth, after);
        const { accountId } = own;
        await works(id, worker({ directory: dying.directory, onNotice: () => {} }), accountId);
        isKilled = dying.calls() >= nth;
        most = Math.max(most, dying.calls());
        // The claim of the dead has run out.
        moved += 61 * SECOND;
        await works(id, worker(), accountId);
        const came = received();
        expect(came.filter((each, index) => came.indexOf(each) === index)).toEqual(ids);
        await works(id, worker(), accountId);
        expect(received()).toEqual(came);
      }
    expect(most).toBeGreaterThan(5);
  });
});

/** A directory of a process that is killed at its nth call: before it is made, or before its answer comes. */
function dyingDirectory(nth: number, after: boolean) {
  let calls = 0;
  const client = engineClient();
  client.middlewareStack.add(
    (next) => async (args) => {
      calls += 1;
      const killed = new Error('killed');
      if (calls > nth || (calls === nth && !after)) throw killed;
      const result = await next(args);
      if (calls === nth) throw killed;
      return result;
    },
    { step: 'initialize' },
  );
  const { cursorSecret } = directory;
  const { tableName } = opened;
  const now = () => Date.now() + moved;
  return {
    directory: openDirectory({ client, tableName, cursorSecret, masterKey: testMasterKey(), now }),
    calls: () => calls,
  };
}

describe('what is refused', () => {
  test('with 413 is sent in halves', async () => {
    const id = await stream();
    receiver.answer = (request, response) =>
      void response.writeHead(eventsOf(request).length > 2 ? 413 : 200).end();
    const ids = [`${id}.1`, ...(await usersCreated(6))];
    await sends(id);
    expect(
      batches()
        .map(({ length }) => length)
        .slice(0, 3),
    ).toEqual([7, 3, 1]);
    const accepted = batches()
      .filter(({ length }) => length <= 2)
      .flat();
    expect(accepted).toEqual(ids);
  });

  test('alone, with 400, stops the stream, which shows it; nothing is skipped, and nothing comes twice', async () => {
    const id = await stream();
    const ids = [`${id}.1`, ...(await usersCreated(5))];
    const bad = ids[3]!;
    receiver.answer = (request, response) => {
      const refused = eventsOf(request).some((event) => event.id === bad);
      response.writeHead(refused ? 400 : 200).end(refused ? 'field too long' : '');
    };
    await sends(id);
    const accepted = () =>
      batches()
        .filter((batch) => !batch.includes(bad))
        .flat();
    expect(accepted()).toEqual(ids.slice(0, 3));
    const { refusal, waitingSince, failingSince } = await shown(id);
    expect(refusal).toMatchObject({ status: 400, eventId: bad, response: 'field too long' });
    expect(waitingSince).toBeDefined();
    expect(failingSince).toBeDefined();
    receiver.answer = statuses(200);
    moved += HOUR;
    await sends(id);
    expect(received().slice(-3)).toEqual(ids.slice(3));
    const healthy = await shown(id);
    expect(healthy).toMatchObject({ failingSince: undefined, refusal: { status: 400, eventId: bad } });
    expect(healthy.refusal).not.toHaveProperty('response');
    expect(healthy.waitingSince).toBeUndefined();
  });

  test('with 429 is sent again when the receiver says, and with 500 ever later, not by each new event', async () => {
    const id = await stream();
    receiver.answer = (_, response) => void response.writeHead(429, { 'retry-after': '120' }).end();
    const ids = [`${id}.1`, ...(await usersCreated(1))];
    await sends(id);
    moved += 110 * SECOND;
    await sends(id);
    expect(received()).toEqual(ids);
    receiver.answer = statuses(500);
    moved += 11 * SECOND;
    await sends(id);
    expect(batches()).toHaveLength(2);
    moved += 30 * SECOND;
    ids.push(...(await usersCreated(1)));
    await sends(id);
    expect(batches()).toHaveLength(2);
    expect((await shown(id)).refusal).toMatchObject({ status: 500 });
    receiver.answer = statuses(200);
    moved += 60 * SECOND;
    await sends(id);
    expect(batches().slice(2)).toEqual([ids]);
  });

  test('is sent at once when the stream is changed', async () => {
    const id = await stream();
    receiver.answer = statuses(401, 200);
    await sends(id);
    await commandLogStream(tenant, id, { type: 'replace_stream_secret' }, byOperator, 'second');
    await sends(id);
    expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${SECRET}`,
      'Bearer second',
    ]);
  });

  test('with 410 disables the stream, and days without success do; enabled, it goes on where it stopped', async () => {
    const id = await stream();
    receiver.answer = statuses(410);
    await sends(id);
    expect(await shown(id)).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    const missed = [`${id}.1`, ...(await usersCreated(1))];
    receiver.answer = statuses(500);
    await commandLogStream(tenant, id, { type: 'enable_log_stream' }, byOperator);
    await sends(id);
    moved += 5 * 24 * HOUR;
    await sends(id);
    expect(await shown(id)).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
    receiver.received.length = 0;
    receiver.answer = statuses(200);
    await commandLogStream(tenant, id, { type: 'enable_log_stream' }, byOperator);
    await sends(id);
    expect(received()).toEqual([
      missed[0],
      `${id}.2`,
      missed[1],
      ...[3, 4, 5].map((version) => `${id}.${version}`),
    ]);
  });

  test('by a receiver that hangs holds up no other account', async () => {
    const hanging = await stream({ url: `${receiver.url}/hangs` });
    const { tenant: other } = await startAccount(directory, 'Other');
    const well = await stream({}, other);
    const ids = [`${well}.1`, ...(await usersCreated(1, other))];
    receiver.answer = ({ path }, response) => void (path.endsWith('/hangs') || response.end());
    await fed();
    for (const each of [hanging, well]) await wakeQueue(directory, each);
    const both = worker({ timeoutMs: 400 });
    both.start({ accountId: tenant.accountId, webhookEndpointId: hanging });
    both.start({ accountId: other.accountId, webhookEndpointId: well });
    await both.idle();
    const came = receiver.received.filter(({ path }) => !path.endsWith('/hangs')).flatMap(eventsOf);
    expect(came.map((event) => event.id)).toEqual(ids);
    expect(new Set(came.map(({ accountid }) => accountid))).toEqual(new Set([other.accountId]));
    expect((await shown(hanging)).refusal?.status).toBeUndefined();
    expect((await shown(hanging)).refusal?.error).toMatch(/no answer within/);
  });
});

describe('a replay', () => {
  test('begins with the first event of the account, or with a time', async () => {
    const before = await usersCreated(2);
    const id = await stream();
    await sends(id);
    const replayed = async (from: string | undefined) => {
      receiver.received.length = 0;
      const now = new Date(directory.now()).toISOString();
      await commandLogStream(tenant, id, { type: 'replay_log_stream', from, now }, byOperator);
      await sends(id);
      return received();
    };
    const all = await replayed(undefined);
    expect(all.slice(0, 1)).toEqual([`${tenant.accountId}.1`]);
    expect(all.slice(-4)).toEqual([...before, `${id}.1`, `${id}.2`]);
    const from = (await shown(id)).createdAt;
    expect(await replayed(from)).toEqual([`${id}.1`, `${id}.2`, `${id}.3`]);
  });

  test('is not undone by a batch that was under way', async () => {
    const id = await stream();
    const ids = [`${id}.1`, ...(await usersCreated(1))];
    await sends(id);
    await usersCreated(1);
    await fed();
    receiver.answer = (_, response) => {
      receiver.answer = statuses(200);
      const now = new Date(directory.now()).toISOString();
      const replay = { type: 'replay_log_stream', from: undefined, now } as const;
      void commandLogStream(tenant, id, replay, byOperator).then(() => response.end());
    };
    await sends(id);
    receiver.received.length = 0;
    await sends(id);
    expect(received().slice(0, 1)).toEqual([`${tenant.accountId}.1`]);
    expect(received()).toEqual(expect.arrayContaining(ids));
  });

  test('has nothing of a person whose data was erased', async () => {
    const id = await stream({ personalData: true });
    const { userId } = (
      await createUser(
        tenant,
        { name: 'Grace Hopper', email: 'grace@hopper.example', role: 'member' },
        byOperator,
      )
    ).state;
    await sends(id);
    expect(receiver.received[0]!.body).toContain('Grace Hopper');
    await removeUser(tenant, userId, byOperator);
    await erasePersonalData(tenant, userId, byOperator);
    receiver.received.length = 0;
    const now = new Date(directory.now()).toISOString();
    await commandLogStream(tenant, id, { type: 'replay_log_stream', from: undefined, now }, byOperator);
    await sends(id);
    const sent = receiver.received.map(({ body }) => body).join('');
    expect(sent).toContain(userId);
    expect(sent).not.toMatch(/grace|hopper/i);
  });

  test('to Datadog of events that it drops is not sent, and says so', async () => {
    const id = await stream({ form: 'datadog' });
    receiver.answer = statuses(500);
    await sends(id);
    moved += 19 * HOUR;
    receiver.received.length = 0;
    receiver.answer = statuses(200);
    await sends(id);
    expect(receiver.received).toEqual([]);
    expect((await shown(id)).refusal?.error).toMatch(/older than datadog takes \(18 hours\): replay/);
    const from = new Date(directory.now() - HOUR).toISOString();
    const now = new Date(directory.now()).toISOString();
    await commandLogStream(tenant, id, { type: 'replay_log_stream', from, now }, byOperator);
    await sends(id);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]!.body).toContain('log_stream.replayed');
  });
});

test.each(LOG_FORMS)('without personal data there is no name and no email in %s', async (form) => {
  const id = await stream({ form });
  const [event] = await usersCreated(3);
  await sends(id);
  const sent = receiver.received.map(({ body }) => body).join('');
  expect(sent).toContain(event);
  expect(sent).not.toMatch(/\bada\b|lovelace/i);
});
