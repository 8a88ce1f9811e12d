import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventBridgeClient, PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import type { PublishedEvent } from '#libs/event-contracts';
import { startBus, type Bus } from '../../../apps/local/src/bus/bus.js';
import { startStreamProcessor, type StreamProcessor } from '../../../apps/stream-processor/src/node-host.js';
import { AccountLog } from '../../../apps/subscriber/src/account-log.js';
import { mayEnter } from '../../../apps/subscriber/src/access-model.js';
import { startSubscriberServer } from '../../../apps/subscriber/src/server.js';
import { Subscriber } from '../../../apps/subscriber/src/subscriber.js';
import { compareWithApi } from '../../support/api/access-answers.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { engineEndpoint } from '../../support/engines/engine.js';
import { eventually } from '../../support/eventually.js';
import { createAccount, createServiceGroup, createUser } from '../../support/api/people.js';
import { masterKeyFile } from '../../support/directory/master-key.js';

// Generous for a busy machine: processes are started and leases waited for.

let folder: string;
let api: RunningApi;
let bus: Bus;
let processor: StreamProcessor;
let log: AccountLog;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-subscriber-'));
  api = await startApi();
  bus = await startBus({ port: 0, dataDir: folder });
  processor = await startStreamProcessor(
    {
      table: api.configuration.table.name,
      eventBus: 'rollbook',
      masterKeyFile: masterKeyFile(),
      dynamodbEndpoint: engineEndpoint(),
      eventBridgeEndpoint: bus.url,
    },
    () => {},
    { leaseDurationMs: 1_000 },
  );
  const token = await api.issuer.signOperatorToken({ subject: 'subscriber' });
  log = new AccountLog({ apiUrl: api.url, token: () => token });
});

afterEach(async () => {
  await processor.stop();
  await bus.stop();
  await api.close();
  await rm(folder, { recursive: true });
});

/** Runs the subscriber behind a rule of the bus, as its own process would. */
async function subscribe(file = join(folder, 'model.json')) {
  const subscriber = new Subscriber(file, log);
  const server = await startSubscriberServer(subscriber, 0);
  const { url } = server;
  const client = new EventBridgeClient({
    endpoint: bus.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const on = { EventBusName: 'rollbook' };
  await client.send(new PutRuleCommand({ ...on, Name: 'all', EventPattern: '{"source":["rollbook"]}' }));
  await client.send(
    new PutTargetsCommand({ ...on, Rule: 'all', Targets: [{ Id: 's', Arn: `${url}/events` }] }),
  );
  client.destroy();
  await subscriber.catchUp();
  return {
    subscriber,
    url,
    async stop() {
      await server.stop();
      await subscriber.stop();
    },
  };
}

async function team() {
  const account = await createAccount(api);
  const [ada, bo] = [await createUser(api, account.id), await createUser(api, account.id)];
  const group = await createServiceGroup(api, account.id);
  const members = `/v1/accounts/${account.id}/service-groups/${group.id}/members`;
  for (const user of [ada, bo]) await api.operator('PUT', `${members}/${user.id}`);
  return { account, ada, bo, group, members };
}

test('a subscriber that starts late knows the same as the API, and keeps knowing it', async () => {
  const { account, ada, bo, group, members } = await team();
  const { subscriber, stop, url } = await subscribe();
  expect(await compareWithApi(subscriber.model, api)).toMatchObject({ differences: [] });
  expect(mayEnter(subscriber.model, ada.id, group.id)).toBe(true);

  await api.operator('DELETE', `${members}/${bo.id}`);
  await api.operator('POST', `/v1/accounts/${account.id}/users/${ada.id}/suspend`);
  const other = await createServiceGroup(api, account.id);
  await api.operator('PUT', `/v1/accounts/${account.id}/service-groups/${other.id}/members/${bo.id}`);
  await eventually('the last change arrived', () => mayEnter(subscriber.model, bo.id, other.id));
  expect(await compareWithApi(subscriber.model, api)).toMatchObject({ differences: [] });
  expect(mayEnter(subscriber.model, ada.id, group.id)).toBe(false);
  const asked = await fetch(`${url}/access?user=${bo.id}&serviceGroup=${other.id}`);
  expect(await asked.json()).toEqual({ mayEnter: true });
  await stop();
});

test('what the bus never brought is noticed by the sequence and fetched from the account log', async () => {
  const { subscriber, stop } = await subscribe();
  await stop();
  const { account, ada, group } = await team();
  const late = new Subscriber(join(folder, 'late.json'), log);
  let last: PublishedEvent | undefined;
  for await (const event of log.ofSubject(account.id, ada.id)) last = event;
  await late.receive(last!);
  expect(late.counts).toMatchObject({ gaps: 1, applied: 2 });
  // The group's own events never came either: it is not known, so nobody may enter it yet.
  expect(mayEnter(late.model, ada.id, group.id)).toBe(false);
  for await (const event of log.everything()) await late.receive(event);
  expect(mayEnter(late.model, ada.id, group.id)).toBe(true);
  expect(late.counts.duplicates).toBeGreaterThan(0);
  await late.stop();
  expect(subscriber.model).not.toEqual(late.model);
});

test('a restart finds the model of before, and an old copy of it catches up', async () => {
  const file = join(folder, 'model.json');
  const first = await subscribe(file);
  const { ada, group, members } = await team();
  await eventually('all arrived', () => mayEnter(first.subscriber.model, ada.id, group.id));
  await first.stop();
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(first.subscriber.model);
  // While it is away, things happen; the bus brings them once it is back.
  await api.operator('DELETE', `${members}/${ada.id}`);
  const second = await subscribe(file);
  await eventually('the removal arrived', () => !mayEnter(second.subscriber.model, ada.id, group.id));
  expect(await compareWithApi(second.subscriber.model, api)).toMatchObject({ differences: [] });
  await second.stop();
});

test('nobody enters a service group of an account that is closed, also before its users are gone', async () => {
  const { account, ada, group } = await team();
  const { subscriber, stop } = await subscribe();
  await eventually('all arrived', () => mayEnter(subscriber.model, ada.id, group.id));
  const { headers } = await api.operator('GET', `/v1/accounts/${account.id}`);
  const ifMatch = { 'if-match': headers.get('etag') ?? '' };
  await api.operator('DELETE', `/v1/accounts/${account.id}`, undefined, ifMatch);
  // By the account's own event alone.
  await eventually('the closing arrived', () => !mayEnter(subscriber.model, ada.id, group.id));
  expect(subscriber.model.accounts[account.id]).toMatchObject({ closed: true });
  await stop();
});

test('a first catch-up that broke off is taken up again at the next start', async () => {
  const { ada, group } = await team();
  const file = join(folder, 'broken-off.json');
  const everything = async function* () {
    let left = 2;
    for await (const event of log.everything()) {
      if (left === 0) throw new Error('The API is gone.');
      left -= 1;
      yield event;
    }
  };
  const brokenOff = { everything, ofSubject: log.ofSubject.bind(log) } as unknown as AccountLog;
  const first = new Subscriber(file, brokenOff);
  await expect(first.catchUp()).rejects.toThrow('gone');
  await first.stop();
  const second = new Subscriber(file, log);
  expect(mayEnter(second.model, ada.id, group.id)).toBe(false);
  await second.catchUp();
  expect(mayEnter(second.model, ada.id, group.id)).toBe(true);
  await second.stop();
  const third = new Subscriber(file, brokenOff);
  await third.catchUp();
  await third.stop();
});
