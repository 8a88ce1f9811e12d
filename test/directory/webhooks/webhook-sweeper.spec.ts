import {
  createAccount,
  createUser,
  createWebhookEndpoint,
  enqueueDeliveries,
  grantTenant,
  redeliver,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { DomainEvent, WebhookEndpointId } from '#libs/domain';
import { Deliverer, type DelivererOptions } from '../../../apps/webhooks/src/deliverer.js';
import { Sweeper } from '../../../apps/webhooks/src/sweeper.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { eventually } from '../../support/eventually.js';
import {
  startWebhookReceiver,
  statuses,
  type WebhookReceiver,
} from '../../support/streams/webhook-receiver.js';
import { indexesSettled } from '../../support/engines/engine.js';

const HOUR = 60 * 60 * 1000;

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let receiver: WebhookReceiver;
let stop: () => Promise<unknown>;

beforeEach(async () => {
  opened = await openTestDirectory();
  directory = opened.directory;
  tenant = grantTenant(
    directory,
    (await createAccount(directory, { name: 'Acme' }, byOperator)).state.accountId,
  );
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await stop();
  await receiver.stop();
  await opened.close();
});

/** It looks by itself once, when it starts: what comes later, nobody finds by looking within this spec's time. */
async function started(options: Partial<DelivererOptions> = {}) {
  const deliverer = new Deliverer({
    directory,
    allowLocal: true,
    onNotice: () => {},
    onDue: (queue, at) => sweeper.startAt(queue, at),
    onRoom: () => sweeper.wake(),
    ...options,
  });
  const sweeper = new Sweeper(deliverer, { runtime: directory, onNotice: () => {} });
  stop = () => Promise.all([sweeper.stop(), deliverer.stop()]);
  const looks: Promise<number>[] = [];
  const sweep = deliverer.sweep.bind(deliverer);
  deliverer.sweep = () => {
    looks.push(indexesSettled().then(sweep));
    return looks.at(-1)!;
  };
  sweeper.start(HOUR);
  await looks[0];
  return { deliverer, sweeper, looks };
}

async function endpoint(path = ''): Promise<WebhookEndpointId> {
  const { state } = await createWebhookEndpoint(tenant, { url: `${receiver.url}${path}` }, byOperator);
  return state.webhookEndpointId;
}

const queueOf = (webhookEndpointId: WebhookEndpointId) => ({
  accountId: tenant.accountId,
  webhookEndpointId,
});

async function userCreated(): Promise<DomainEvent> {
  const input = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
  return (await createUser(tenant, input, byOperator)).events[0]!;
}

test('a retry comes by its timer, without a look', async () => {
  await endpoint();
  receiver.answer = statuses(500, 500, 200);
  const { deliverer, looks } = await started({ retryDelaysMs: [30, 30] });
  for (const id of await enqueueDeliveries(directory, await userCreated())) deliverer.start(queueOf(id));
  await eventually('all three attempts were made', () => receiver.received.length === 3);
  expect(looks).toHaveLength(1);
});

test('who is resumed finds what another process has queued', async () => {
  const webhookEndpointId = await endpoint();
  const { sweeper } = await started();
  const { eventId } = await userCreated();
  await redeliver(tenant, webhookEndpointId, eventId, byOperator);
  sweeper.wake();
  await eventually('it was sent', () => receiver.received.length === 1);
});

test('endpoints that found no room get their turn when there is some', async () => {
  for (const path of ['/a', '/b', '/c']) await endpoint(path);
  const { deliverer } = await started({ endpointsAtOnce: 1 });
  for (const id of await enqueueDeliveries(directory, await userCreated())) deliverer.start(queueOf(id));
  await eventually('each got it', () => new Set(receiver.received.map(({ path }) => path)).size === 3);
});

test('an endpoint that could not be worked on is tried again soon', async () => {
  await endpoint();
  const { deliverer } = await started();
  const resumed = await enqueueDeliveries(directory, await userCreated());
  const { get } = directory.table;
  directory.table.get = () => {
    directory.table.get = get;
    return Promise.reject(new Error('throttled'));
  };
  for (const id of resumed) deliverer.start(queueOf(id));
  await eventually('it was sent', () => receiver.received.length === 1);
});
