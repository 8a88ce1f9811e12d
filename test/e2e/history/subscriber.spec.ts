import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { subscribeToAccess, type Access } from '../../../apps/subscriber/src/access.js';
import { startSubscriberServer } from '../../../apps/subscriber/src/server.js';
import { compareWithApi } from '../../support/api/access-answers.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount, createServiceGroup, createUser } from '../../support/api/people.js';
import { eventually } from '../../support/eventually.js';
import { startProcessorOf, type ProcessorOfApi } from '../../support/streams/processor-of-api.js';

let folder: string;
let api: RunningApi;
let processor: ProcessorOfApi;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-subscriber-'));
  api = await startApi();
  processor = await startProcessorOf(api);
});
afterEach(async () => {
  await processor.stop();
  await api.close();
  await rm(folder, { recursive: true });
});

/** As its own process would. */
async function subscribe(): Promise<Access> {
  const token = () => api.issuer.signOperatorToken({ subject: 'subscriber' });
  const access = subscribeToAccess(join(folder, 'access.json'), { baseUrl: api.url, token });
  await access.subscriber.start();
  return access;
}

async function team() {
  const account = await createAccount(api);
  const [ada, bo] = [await createUser(api, account.id), await createUser(api, account.id)];
  const group = await createServiceGroup(api, account.id);
  const members = `/v1/accounts/${account.id}/service-groups/${group.id}/members`;
  for (const user of [ada, bo]) await api.operator('PUT', `${members}/${user.id}`);
  return { account, ada, bo, group, members };
}

const mayEnter = ({ copy }: Access, { id: user }: { id: string }, { id: group }: { id: string }) =>
  copy.mayEnter(user, group, Date.now());

test('a subscriber that starts late knows the same as the API, and keeps knowing it', async () => {
  const { account, ada, bo, group, members } = await team();
  const access = await subscribe();
  await eventually('all arrived', () => mayEnter(access, bo, group));
  expect(await compareWithApi(access.copy, api)).toMatchObject({ differences: [] });
  expect(mayEnter(access, ada, group)).toBe(true);

  await api.operator('DELETE', `${members}/${bo.id}`);
  await api.operator('POST', `/v1/accounts/${account.id}/users/${ada.id}/suspend`);
  const other = await createServiceGroup(api, account.id);
  await api.operator('PUT', `/v1/accounts/${account.id}/service-groups/${other.id}/members/${bo.id}`);
  await eventually('the last change arrived', () => mayEnter(access, bo, other));
  expect(await compareWithApi(access.copy, api)).toMatchObject({ differences: [], compared: 4 });
  expect(mayEnter(access, ada, group)).toBe(false);
  const server = await startSubscriberServer(access, 0);
  const asked = await fetch(`${server.url}/access?user=${bo.id}&serviceGroup=${other.id}`);
  expect(await asked.json()).toEqual({ mayEnter: true, permissions: ['enter'] });
  expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('rollbook_subscriber_handled_total');
  await server.stop();
  await access.stop();
});

test('a restart finds the copy of before, and what happened since', async () => {
  const first = await subscribe();
  const { ada, bo, group, members } = await team();
  await eventually('all arrived', () => mayEnter(first, bo, group));
  await first.stop();
  await api.operator('DELETE', `${members}/${ada.id}`);
  const second = await subscribe();
  expect(mayEnter(second, bo, group)).toBe(true);
  await eventually('the removal arrived', () => !mayEnter(second, ada, group));
  expect(await compareWithApi(second.copy, api)).toMatchObject({ differences: [] });
  // Otherwise it would have read everything again.
  expect(second.subscriber.status().handled).toBeLessThan(3);
  await second.stop();
});

test('nobody enters a service group of an account that is closed, also before its users are gone', async () => {
  const { account, ada, group } = await team();
  const access = await subscribe();
  await eventually('all arrived', () => mayEnter(access, ada, group));
  const { headers } = await api.operator('GET', `/v1/accounts/${account.id}`);
  const ifMatch = { 'if-match': headers.get('etag') ?? '' };
  await api.operator('DELETE', `/v1/accounts/${account.id}`, undefined, ifMatch);
  // By the account's own event alone.
  await eventually('the closing arrived', () => !mayEnter(access, ada, group));
  await access.stop();
});

test('it begins again when it is told to', async () => {
  const { bo, group, members } = await team();
  const access = await subscribe();
  await eventually('all arrived', () => mayEnter(access, bo, group));
  access.copy.endMembership(bo.id, group.id);
  expect(mayEnter(access, bo, group)).toBe(false);
  await access.subscriber.rebuild();
  expect(mayEnter(access, bo, group)).toBe(true);
  await api.operator('DELETE', `${members}/${bo.id}`);
  await eventually('it goes on', () => !mayEnter(access, bo, group));
  await access.stop();
});
