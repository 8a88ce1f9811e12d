import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { Webhook } from 'standardwebhooks';
import {
  addMember,
  claimQueue,
  commandAccount,
  commandWebhookEndpoint,
  createAccount,
  createServiceGroup,
  createUser,
  createWebhookEndpoint,
  DELIVERY_UNITS,
  dueQueues,
  enqueueDeliveries,
  getDelivery,
  getHistory,
  getWebhookEndpoint,
  grantTenant,
  listDeliveries,
  listWebhookEndpoints,
  readSecrets,
  redeliver,
  releaseQueue,
  removeWebhookEndpoint,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { DomainEvent, UserId, WebhookEndpoint, WebhookEndpointId } from '#libs/domain';
import type { CallReport } from '@rollbook/single-table';
import { Deliverer, type DelivererOptions } from '../../../apps/webhooks/src/deliverer.js';
import { RETRY_DELAYS_MS } from '../../../apps/webhooks/src/schedule.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { eventually } from '../../support/eventually.js';
import { indexesSettled, onDynamoDBLocal } from '../../support/engines/engine.js';
import { everyItem } from '../../support/directory/items.js';
import {
  startWebhookReceiver,
  statuses,
  type WebhookReceiver,
} from '../../support/streams/webhook-receiver.js';

const HOUR = 60 * 60 * 1000;

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let receiver: WebhookReceiver;
/** How far the clock was moved: the specs do not wait for hours. */
let moved = 0;
let reports: CallReport[] = [];
const deliverers: Deliverer[] = [];

beforeEach(async () => {
  moved = 0;
  opened = await openTestDirectory({
    now: () => Date.now() + moved,
    onCall: (report) => reports.push(report),
  });
  directory = opened.directory;
  tenant = grantTenant(
    directory,
    (await createAccount(directory, { name: 'Acme' }, byOperator)).state.accountId,
  );
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await Promise.all(deliverers.splice(0).map((each) => each.stop()));
  await receiver.stop();
  await opened.close();
});

async function endpoint(input: { url?: string; eventTypes?: string[] } = {}): Promise<WebhookEndpoint> {
  const { state } = await createWebhookEndpoint(tenant, { url: receiver.url, ...input }, byOperator);
  return state;
}

function deliverer(options: Partial<DelivererOptions> = {}): Deliverer {
  const made = new Deliverer({
    directory,
    allowLocal: true,
    onNotice: (line) => {
      throw new Error(line);
    },
    ...options,
  });
  deliverers.push(made);
  return made;
}

let users = 0;

/** Something happens in the account, and the bus brings it. */
async function userCreated(): Promise<DomainEvent> {
  users += 1;
  const input = { name: 'Ada', email: `ada-${users}@x.example`, role: 'member' } as const;
  const { events } = await createUser(tenant, input, byOperator);
  await enqueueDeliveries(directory, events[0]!);
  return events[0]!;
}

/** Delivers until nothing is due at the clock's time. */
async function deliverDue(worker: Deliverer): Promise<void> {
  for (;;) {
    await worker.idle();
    // Two looks: the queues are found by an index.
    await indexesSettled();
    if ((await worker.sweep()) === 0 && (await dueQueues(directory, 1)).length === 0) return;
  }
}

async function statusOf({ webhookEndpointId }: WebhookEndpoint) {
  return getWebhookEndpoint(tenant, webhookEndpointId);
}

async function historyOf({ webhookEndpointId }: WebhookEndpoint) {
  return (await getHistory(tenant, webhookEndpointId, { limit: 100 })).items;
}

describe('an event', () => {
  test('is sent as it is published, and signed so that the Standard Webhooks package accepts it', async () => {
    const hook = await endpoint();
    const event = await userCreated();
    await deliverDue(deliverer());
    const [request] = receiver.received;
    const { secrets } = (await readSecrets(directory, hook))!;
    const verified = new Webhook(secrets[0]!).verify(request!.body, request!.headers as never);
    expect(verified).toMatchObject({
      specversion: '1.0',
      id: event.eventId,
      type: 'user.created',
      sequence: '000000000001',
      data: { name: 'Ada' },
    });
    expect(request!.headers['webhook-id']).toBe(event.eventId);
    expect(() =>
      new Webhook(`whsec_${'A'.repeat(43)}=`).verify(request!.body, request!.headers as never),
    ).toThrow();
    const log = await getDelivery(tenant, hook.webhookEndpointId, event.eventId);
    expect(log).toMatchObject({ status: 'delivered', attemptCount: 1, eventType: 'user.created' });
    expect(log.attempts).toEqual([
      { at: expect.any(String), durationMs: expect.any(Number), status: 200, response: 'thank you' },
    ]);
    expect(log).not.toHaveProperty('nextAttemptAt');
  });

  test('that is delivered alone costs the units that were promised', async () => {
    const hook = await endpoint();
    const ada = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
    const { events } = await createUser(tenant, ada, byOperator);
    reports = [];
    const worker = deliverer();
    for (const webhookEndpointId of await enqueueDeliveries(directory, events[0]!))
      worker.start({ accountId: tenant.accountId, webhookEndpointId });
    await worker.idle();
    const units = { table: 0, index: 0, read: 0 };
    for (const { capacity } of reports) {
      // A write whose condition did not hold is charged too, and answers no capacity.
      units.read += capacity?.read ?? 0;
      if (capacity?.write === 0) continue;
      units.table += capacity?.table ?? 1;
      units.index += capacity?.indexes['GSI1'] ?? 0;
    }
    // As in the capacity contract: only the embedded engine counts units as the service does.
    if (!onDynamoDBLocal()) expect(units).toEqual(DELIVERY_UNITS);
    const log = await getDelivery(tenant, hook.webhookEndpointId, events[0]!.eventId);
    expect(log.status).toBe('delivered');
  });

  test('is sent once, however often the bus brings it, and only to those that ask for it', async () => {
    const all = await endpoint();
    const some = await endpoint({ url: `${receiver.url}/some`, eventTypes: ['account.*'] });
    const event = await userCreated();
    await Promise.all([enqueueDeliveries(directory, event), enqueueDeliveries(directory, event)]);
    const worker = deliverer();
    await deliverDue(worker);
    await enqueueDeliveries(directory, event);
    await deliverDue(worker);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks']);
    const page = { limit: 10 };
    expect((await listDeliveries(tenant, all.webhookEndpointId, page)).items).toHaveLength(1);
    expect((await listDeliveries(tenant, some.webhookEndpointId, page)).items).toEqual([]);
  });

  test('of before the endpoint was there, or while it is disabled, is not sent by itself', async () => {
    const input = { name: 'Bo', email: 'bo@x.example', role: 'member' } as const;
    const { events } = await createUser(tenant, input, byOperator);
    const hook = await endpoint();
    const { webhookEndpointId } = hook;
    expect(await enqueueDeliveries(directory, events[0]!)).toEqual([]);
    await commandWebhookEndpoint(tenant, webhookEndpointId, { type: 'disable_webhook_endpoint' }, byOperator);
    await userCreated();
    await commandWebhookEndpoint(tenant, webhookEndpointId, { type: 'enable_webhook_endpoint' }, byOperator);
    await deliverDue(deliverer());
    expect(receiver.received).toEqual([]);
    // But by hand.
    await redeliver(tenant, webhookEndpointId, events[0]!.eventId, byOperator);
    await deliverDue(deliverer());
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([events[0]!.eventId]);
  });

  test('is kept in the log without what it says about people', async () => {
    await endpoint();
    await userCreated();
    await deliverDue(deliverer());
    const kept = (await everyItem(opened)).filter(({ entity }) => /^webhook/.test(String(entity)));
    expect(kept.length).toBeGreaterThan(3);
    expect(JSON.stringify(kept)).not.toContain('x.example');
    expect(JSON.stringify(kept)).not.toContain('whsec_');
  });
});

describe('a receiver', () => {
  test('that answers 200 after six failures gets the event on the seventh attempt, hours later', async () => {
    const hook = await endpoint();
    receiver.answer = statuses(500, 503, 404, 500, 429, 500, 200);
    const event = await userCreated();
    const worker = deliverer();
    const gaps: number[] = [];
    for (let attempts = 1; attempts <= 7; attempts += 1) {
      await deliverDue(worker);
      expect(receiver.received).toHaveLength(attempts);
      const { nextAttemptAt } = await getDelivery(tenant, hook.webhookEndpointId, event.eventId);
      if (nextAttemptAt === undefined) break;
      const gap = Date.parse(nextAttemptAt) - directory.now();
      gaps.push(gap);
      // Not a moment too early.
      moved += gap - 2_000;
      await deliverDue(worker);
      expect(receiver.received).toHaveLength(attempts);
      moved += 2_001;
    }
    const log = await getDelivery(tenant, hook.webhookEndpointId, event.eventId);
    expect(log).toMatchObject({ status: 'delivered', attemptCount: 7 });
    expect(log.attempts.map(({ status }) => status)).toEqual([500, 503, 404, 500, 429, 500, 200]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    for (const [index, gap] of gaps.entries()) {
      const planned = RETRY_DELAYS_MS[index]!;
      expect(gap).toBeLessThanOrEqual(planned * 1.2 + 1);
      // Some of the time may have passed since it was written.
      expect(gap).toBeGreaterThan(planned * 0.8 - 60_000);
    }
    expect(moved).toBeGreaterThan(6 * HOUR);
  });

  test('that fails to the end is given up for this event, and can be sent it again by hand', async () => {
    const hook = await endpoint();
    receiver.answer = statuses(500);
    const event = await userCreated();
    const worker = deliverer({ retryDelaysMs: [1_000, 1_000] });
    for (let attempts = 1; attempts <= 4; attempts += 1) {
      await deliverDue(worker);
      moved += 2_000;
    }
    const { webhookEndpointId } = hook;
    const failed = await getDelivery(tenant, webhookEndpointId, event.eventId);
    expect(failed).toMatchObject({ status: 'failed', attemptCount: 3 });
    receiver.answer = statuses(204);
    const again = await redeliver(tenant, webhookEndpointId, event.eventId, byOperator);
    expect(again.state).toMatchObject({ status: 'pending', attemptCount: 3 });
    await deliverDue(worker);
    const delivered = await getDelivery(tenant, webhookEndpointId, event.eventId);
    expect(delivered).toMatchObject({ status: 'delivered', attemptCount: 4 });
  });

  test('that hangs is given up for the moment, and keeps no other endpoint waiting', async () => {
    const hanging = await endpoint({ url: `${receiver.url}/hanging` });
    const well = await endpoint();
    receiver.answer = ({ path }, response) => {
      if (path !== '/hooks/hanging') response.end();
    };
    const event = await userCreated();
    await deliverDue(deliverer({ timeoutMs: 3_000 }));
    const log = async ({ webhookEndpointId }: WebhookEndpoint) =>
      getDelivery(tenant, webhookEndpointId, event.eventId);
    expect(await log(well)).toMatchObject({ status: 'delivered' });
    const { status, attempts } = await log(hanging);
    expect(status).toBe('pending');
    expect(attempts[0]!.error).toContain('no answer within 3000 ms');
  });

  test('of an account whose twenty hang is kept waiting by those only, and another account by none', async () => {
    const hanging = Array.from({ length: 20 }, (_, n) => endpoint({ url: `${receiver.url}/hanging/${n}` }));
    await Promise.all(hanging);
    receiver.answer = ({ path }, response) => {
      if (!path.includes('hanging')) response.end();
    };
    await userCreated();
    await indexesSettled();
    // Nothing that hangs is given up while this lasts.
    const worker = deliverer({ timeoutMs: HOUR });
    expect(await worker.sweep()).toBe(12);
    const { state } = await createAccount(directory, { name: 'Other' }, byOperator);
    tenant = grantTenant(directory, state.accountId);
    await endpoint({ url: `${receiver.url}/well` });
    await userCreated();
    await indexesSettled();
    expect(await worker.sweep()).toBe(1);
    await eventually('it was delivered', () => receiver.received.some(({ path }) => path === '/hooks/well'));
  });

  test('that redirects to a loopback address is not followed', async () => {
    const inner = await startWebhookReceiver();
    const hook = await endpoint();
    receiver.answer = (_, response) => void response.writeHead(308, { location: inner.url }).end();
    const event = await userCreated();
    await deliverDue(deliverer());
    expect(inner.received).toEqual([]);
    const { status, attempts } = await getDelivery(tenant, hook.webhookEndpointId, event.eventId);
    expect({ status, attempts }).toMatchObject({
      status: 'pending',
      attempts: [{ status: 308, error: expect.stringContaining('Redirects are not followed') }],
    });
    await inner.stop();
  });

  test('whose name resolves to an address of ours is not called, outside of development', async () => {
    const hook = await endpoint({ url: 'https://hooks.acme.example/' });
    const event = await userCreated();
    const worker = deliverer({
      allowLocal: false,
      resolve: (_, callback) => callback(null, [{ address: '169.254.169.254', family: 4 }]),
    });
    await deliverDue(worker);
    const { attempts } = await getDelivery(tenant, hook.webhookEndpointId, event.eventId);
    expect(attempts[0]!.error).toContain('resolves to an address that is not public');
  });

  test('that answers 410 is disabled with an event that says so', async () => {
    const hook = await endpoint();
    receiver.answer = statuses(410);
    const event = await userCreated();
    const worker = deliverer();
    await deliverDue(worker);
    expect(await statusOf(hook)).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    expect((await historyOf(hook)).at(-1)).toMatchObject({
      type: 'webhook_endpoint.disabled',
      actor: 'system:webhooks',
      data: { reason: 'gone', url: hook.url },
    });
    const log = await getDelivery(tenant, hook.webhookEndpointId, event.eventId);
    expect(log).toMatchObject({ status: 'failed', attemptCount: 1 });
    await userCreated();
    moved += 100 * HOUR;
    await deliverDue(worker);
    expect(receiver.received).toHaveLength(1);
  });

  test('that fails for five days is disabled, and resumes once it is enabled', async () => {
    const hook = await endpoint();
    receiver.answer = statuses(500);
    const worker = deliverer();
    await userCreated();
    await deliverDue(worker);
    moved += 4 * 24 * HOUR;
    await deliverDue(worker);
    expect(await statusOf(hook)).toMatchObject({ status: 'active' });
    moved += 25 * HOUR;
    await userCreated();
    await deliverDue(worker);
    expect(await statusOf(hook)).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
    const before = receiver.received.length;
    receiver.answer = statuses(500, 200);
    const { webhookEndpointId } = hook;
    await commandWebhookEndpoint(tenant, webhookEndpointId, { type: 'enable_webhook_endpoint' }, byOperator);
    for (let hours = 0; hours < 12; hours += 1) {
      moved += 2 * HOUR;
      await deliverDue(worker);
    }
    expect(receiver.received.length).toBeGreaterThan(before + 1);
    // One failure after it was enabled does not disable it again.
    expect(await statusOf(hook)).toMatchObject({ status: 'active' });
    const { items } = await listDeliveries(tenant, webhookEndpointId, { limit: 10 });
    expect(items.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  test('asks to be left alone for a while, in seconds or until a time, within reason', async () => {
    const hook = await endpoint();
    const inTenMinutes = new Date(directory.now() + 600_000).toUTCString();
    const cases: [string, number][] = [
      ['600', 600_000],
      [inTenMinutes, 600_000],
      ['9999999999', HOUR],
      ['Fri, 31 Dec 9999 23:59:59 GMT', HOUR],
    ];
    const worker = deliverer();
    for (const [value, asked] of cases) {
      receiver.answer = (_, response) => void response.writeHead(503, { 'retry-after': value }).end('later');
      const event = await userCreated();
      await deliverDue(worker);
      const { nextAttemptAt } = await getDelivery(tenant, hook.webhookEndpointId, event.eventId);
      const gap = Date.parse(nextAttemptAt!) - directory.now();
      expect(gap).toBeGreaterThan(asked - 100_000);
      expect(gap).toBeLessThanOrEqual(asked);
    }
  });

  test('has accepted an event with the status it answers, however the rest of the answer comes', async () => {
    const hook = await endpoint();
    const worker = deliverer({ timeoutMs: 500 });
    const answers: WebhookReceiver['answer'][] = [
      (_, response) => void response.writeHead(202).write('and it never ends'),
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => response.socket?.destroy());
      },
      (_, response) => void response.writeHead(204).end(),
      (_, response) => void response.writeHead(299).end('x'.repeat(5_000_000)),
    ];
    for (const answer of answers) {
      receiver.answer = answer;
      const event = await userCreated();
      await deliverDue(worker);
      const log = await getDelivery(tenant, hook.webhookEndpointId, event.eventId);
      expect(log).toMatchObject({ status: 'delivered', attemptCount: 1 });
    }
  });

  test('has not accepted an event with any other status, and the time it asks for counts in half an answer too', async () => {
    const hook = await endpoint();
    const worker = deliverer({ timeoutMs: 500 });
    for (const status of [300, 304, 400, 401, 404, 418, 500, 599]) {
      receiver.answer = (_, response) => {
        // A 304 has no body that could break off.
        if (status === 304) return void response.writeHead(status, { 'retry-after': '600' }).end();
        response.writeHead(status, { 'retry-after': '600', 'content-length': '9' });
        response.write('half', () => response.socket?.destroy());
      };
      const event = await userCreated();
      await deliverDue(worker);
      const log = await getDelivery(tenant, hook.webhookEndpointId, event.eventId);
      expect(log).toMatchObject({ status: 'pending', attempts: [{ status }] });
      expect(Date.parse(log.nextAttemptAt!) - directory.now()).toBeGreaterThan(500_000);
      expect(log.attempts[0]!.error).toContain(`answered ${status}`);
      // No address to go on to.
      expect(log.attempts[0]!.error).not.toContain('Redirects');
    }
  });

  test('gets no more requests at once than it may, by all processes together', async () => {
    await endpoint();
    const waiting: (() => void)[] = [];
    receiver.answer = (_, response) => {
      waiting.push(() => response.end());
      if (waiting.length >= 3 || receiver.received.length > 18) for (const go of waiting.splice(0)) go();
    };
    for (let count = 0; count < 20; count += 1) await userCreated();
    const workers = [deliverer({ requestsAtOnce: 3 }), deliverer({ requestsAtOnce: 3 })];
    await Promise.all(workers.map(deliverDue));
    await Promise.all(workers.map(deliverDue));
    expect(receiver.received).toHaveLength(20);
    expect(receiver.mostAtOnce).toBe(3);
  });
});

describe('a secret', () => {
  test('that is rotated signs together with the new one for a time, then no more', async () => {
    const hook = await endpoint();
    const { webhookEndpointId } = hook;
    const [old] = (await readSecrets(directory, hook))!.secrets;
    const previousUntil = new Date(directory.now() + 24 * HOUR).toISOString();
    const rotate = { type: 'rotate_webhook_secret', previousUntil } as const;
    await commandWebhookEndpoint(tenant, webhookEndpointId, rotate, byOperator);
    const { secrets, secretVersion } = (await readSecrets(directory, hook))!;
    expect(secrets).toEqual([expect.stringMatching(/^whsec_/), old]);
    expect(secretVersion).toBe(2);
    await userCreated();
    const worker = deliverer();
    await deliverDue(worker);
    const [request] = receiver.received;
    for (const secret of secrets)
      expect(new Webhook(secret).verify(request!.body, request!.headers as never)).toBeDefined();
    moved += 25 * HOUR;
    expect((await readSecrets(directory, hook))!.secrets).toEqual([secrets[0]]);
    await userCreated();
    await deliverDue(worker);
    expect(receiver.received.at(-1)!.headers['webhook-signature']).not.toContain(' ');
    expect(JSON.stringify(await historyOf(hook))).not.toContain('whsec_');
  });

  test('is missing after a restore: the log says so until it is rotated', async () => {
    const hook = await endpoint();
    const { webhookEndpointId } = hook;
    const Key = { PK: { S: `webhook-endpoint:${webhookEndpointId}` }, SK: { S: 'secret' } };
    await opened.client.send(new DeleteItemCommand({ TableName: opened.tableName, Key }));
    const event = await userCreated();
    const worker = deliverer();
    await deliverDue(worker);
    const { attempts } = await getDelivery(tenant, webhookEndpointId, event.eventId);
    expect(attempts[0]!.error).toContain('rotate the secret');
    const previousUntil = new Date(directory.now()).toISOString();
    const rotate = { type: 'rotate_webhook_secret', previousUntil } as const;
    await commandWebhookEndpoint(tenant, webhookEndpointId, rotate, byOperator);
    await redeliver(tenant, webhookEndpointId, event.eventId, byOperator);
    await deliverDue(worker);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a worker', () => {
  test('that dies with a claim is replaced once its claim is over, and nothing is lost', async () => {
    await endpoint();
    receiver.answer = () => {};
    await userCreated();
    const dying = deliverer();
    await indexesSettled();
    await dying.sweep();
    while (receiver.received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    // What a killed process leaves: a claim, and an attempt that nobody recorded.
    const other = deliverer();
    await userCreated();
    await indexesSettled();
    expect(await other.sweep()).toBe(0);
    moved += 61_000;
    receiver.answer = statuses(200);
    await deliverDue(other);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
    const { items } = await listDeliveries(tenant, (await endpointsNow())[0]!, { limit: 10 });
    expect(items.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  async function endpointsNow(): Promise<WebhookEndpointId[]> {
    const items = await everyItem(opened);
    return items
      .filter(({ entity }) => entity === 'webhook-endpoint')
      .map((item) => item['webhookEndpointId'] as WebhookEndpointId);
  }

  test('does not lose what is queued while it lets go of the queue', async () => {
    const hook = await endpoint();
    const worker = deliverer();
    // Deliver and enqueue at the same time, again and again.
    const events: DomainEvent[] = [];
    const producing = (async () => {
      for (let count = 0; count < 25; count += 1) events.push(await userCreated());
    })();
    let done = false;
    void producing.then(() => (done = true));
    while (!done) await worker.sweep().then(() => worker.idle());
    await producing;
    await deliverDue(worker);
    const { items } = await listDeliveries(tenant, hook.webhookEndpointId, { limit: 100 });
    expect(items.filter(({ status }) => status === 'delivered')).toHaveLength(events.length);
  });

  test('does not park the queue of an endpoint that was enabled after it saw it disabled', async () => {
    const { webhookEndpointId } = await endpoint({ eventTypes: ['user.*'] });
    await userCreated();
    await commandWebhookEndpoint(tenant, webhookEndpointId, { type: 'disable_webhook_endpoint' }, byOperator);
    const claim = await claimQueue(directory, webhookEndpointId, 'a worker', 60_000);
    await commandWebhookEndpoint(tenant, webhookEndpointId, { type: 'enable_webhook_endpoint' }, byOperator);
    const now = new Date(directory.now()).toISOString();
    await releaseQueue(directory, claim!, ({ wakeups }) => (wakeups === claim!.wakeups ? undefined : now));
    await deliverDue(deliverer());
    expect(receiver.received).toHaveLength(1);
  });
});

describe('an endpoint', () => {
  test('is limited in number, too, when many are registered at once, none of which is in the way of another', async () => {
    reports = [];
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => endpoint()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(new Set(refused.map(({ code }: { code: string }) => code))).toEqual(
      new Set(['too_many_webhook_endpoints']),
    );
    expect(reports.filter(({ operation }) => operation === 'TransactWriteItems')).toHaveLength(20);
    const { items } = await listWebhookEndpoints(tenant, { limit: 100 });
    expect(items).toHaveLength(20);
  });

  test('is limited in number for an account', async () => {
    for (let count = 0; count < 20; count += 1) await endpoint();
    await expect(endpoint()).rejects.toThrow(expect.objectContaining({ code: 'too_many_webhook_endpoints' }));
  });

  test('that is removed gets nothing more, and leaves no secret', async () => {
    const hook = await endpoint();
    await userCreated();
    await removeWebhookEndpoint(tenant, hook.webhookEndpointId, byOperator);
    await userCreated();
    await deliverDue(deliverer());
    expect(receiver.received).toEqual([]);
    expect(await readSecrets(directory, hook)).toBeUndefined();
    await expect(statusOf(hook)).rejects.toThrow(
      expect.objectContaining({ code: 'webhook_endpoint_not_found' }),
    );
  });

  test('of a suspended account is still reported', async () => {
    await endpoint();
    const { events } = await commandAccount(tenant, { type: 'suspend_account' }, byOperator);
    await enqueueDeliveries(directory, events[0]!);
    await deliverDue(deliverer());
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ type: 'account.suspended' });
  });

  test('receives memberships with names, without calling back', async () => {
    await endpoint({ eventTypes: ['service_group.member_added'] });
    const group = (await createServiceGroup(tenant, { name: 'dev' }, byOperator)).state;
    const event = await userCreated();
    const added = await addMember(tenant, group.serviceGroupId, event.aggregateId as UserId, byOperator);
    await enqueueDeliveries(directory, added.events[0]!);
    await deliverDue(deliverer());
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
      type: 'service_group.member_added',
      data: { userName: 'Ada', serviceGroupName: 'dev' },
    });
  });
});
