import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { listMeteredUsage, usageWriter } from '#libs/directory';
import { AGGREGATE_KINDS } from '#libs/domain';
import { itemBytes } from '#libs/dynamodb-streams';
import { RequestMeter } from '../../../apps/api/src/usage/request-meter.js';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';
import { startBeside } from '../../support/processes/whole-system.js';
import { openTestDirectory } from '../../support/directory/directory.js';
import { everyWireItem } from '../../support/directory/items.js';
import { engineClient } from '../../support/engines/engine.js';
import { startUnreliableEngine } from '../../support/engines/unreliable-engine.js';
import { eventually } from '../../support/eventually.js';

const WEBHOOKS = '/v1/accounts/{accountId}/webhook-endpoints';
const ofToday = () => ({ from: new Date().toISOString().slice(0, 10) });

let api: RunningApi;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-usage-'));
  api = await startApi({ allowLocalWebhooks: true });
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const metered = () => api.client.get('/v1/usage', { query: ofToday() });

test('an operator sees what each account used: requests, events, deliveries, storage', async () => {
  const beside = await startBeside(api, folder);
  const { account, owner, asks } = await createTeam(api);
  const quiet = await createTeam(api);
  const path = { accountId: account.id };
  const url = `${api.url}/health/live`;
  const body = { url, eventTypes: ['user.profile_changed' as const] };
  const { id } = await api.client.post(WEBHOOKS, { path, body });
  for (let n = 0; n < 20; n += 1) await asks.owner('GET', `/v1/accounts/${account.id}/users`);
  for (let n = 0; n < 5; n += 1)
    await asks.owner('PATCH', `/v1/accounts/${account.id}/users/${owner.id}`, { name: `Ada ${n}` });
  const endpoint = { ...path, webhookEndpointId: id };
  await eventually('the events are sent', async () => {
    const { data } = await api.client.get(`${WEBHOOKS}/{webhookEndpointId}/deliveries`, { path: endpoint });
    return data.filter(({ attemptCount }) => attemptCount > 0).length === 5;
  });
  await beside.projected();
  expect((await metered()).data).toEqual([]);
  await beside.stop();
  await api.app.get(RequestMeter).writer.write();
  const { data, nextCursor } = await metered();
  expect(nextCursor).toBeNull();
  expect(data.map(({ accountId }) => accountId)).toEqual([account.id, quiet.account.id].sort());
  const mine = data.find(({ accountId }) => accountId === account.id)!;
  // Three users, an endpoint and five changes; the operator created the account before it had an id.
  expect(mine).toMatchObject({ writes: 9, events: 10, deliveries: 5 });
  expect(mine.reads).toBeGreaterThanOrEqual(21);
  // Stored events have keys, and personal data encrypted.
  const share = mine.storedBytes! / (await bytesOf(account.id));
  expect(share).toBeGreaterThan(0.8);
  expect(share).toBeLessThan(1.05);
  expect(data.find(({ accountId }) => accountId === quiet.account.id)).toMatchObject({ reads: 0, events: 4 });
});

/** Of heads and events, as DynamoDB counts them; those in the index twice. */
async function bytesOf(accountId: string): Promise<number> {
  const client = engineClient();
  const table = { client, tableName: api.configuration.table.name };
  const items = (await everyWireItem(table)) as Record<string, AttributeValue>[];
  client.destroy();
  return items
    .filter((item) => item['accountId']?.S === accountId)
    .filter((item) => [...AGGREGATE_KINDS, 'event'].includes(item['entity']?.S ?? ''))
    .reduce((sum, item) => sum + itemBytes(item) * (item['GSI1PK'] ? 2 : 1), 0);
}

test('pages are continued by their cursor, and a period is one of days', async () => {
  const first = await api.client.get('/v1/usage', { query: { ...ofToday(), limit: 1 } });
  const cursor = first.nextCursor!;
  const second = await api.client.get('/v1/usage', { query: { ...ofToday(), limit: 1, cursor } });
  expect([...first.data, ...second.data]).toEqual((await metered()).data);
  expect((await api.client.get('/v1/usage', { query: { to: ofToday().from } })).data).toEqual([]);
  for (const wrong of ['2026-02-30', 'yesterday', '2026-03-01T00:00:00Z'])
    expect((await api.operator('GET', `/v1/usage?from=${wrong}`)).body.errors).toEqual([
      expect.objectContaining({ detail: 'from must be a day like 2026-03-01.' }),
    ]);
  expect((await api.operator('GET', '/v1/usage?from=2026-03-02&to=2026-03-02')).body.errors).toEqual([
    { code: 'out_of_range', detail: 'to must be after from.', parameter: 'to' },
  ]);
  const { asks } = await createTeam(api);
  await expectProblem(await asks.owner('GET', '/v1/usage'), 403, 'not_permitted');
});

test('is written in one call for an account, however much it did, and kept while the table refuses it', async () => {
  let calls = 0;
  const engine = await startUnreliableEngine();
  const client = engineClient(engine.endpoint);
  const { directory, close } = await openTestDirectory({
    client,
    tableName: api.configuration.table.name,
    onCall: () => (calls += 1),
  });
  const notices: string[] = [];
  const { write } = usageWriter(directory, (line) => notices.push(line));
  for (let n = 0; n < 10_000; n += 1) directory.usage.add('acct_1', { reads: 1, day: '2020-01-01' });
  expect(calls).toBe(0);
  await write();
  expect(calls).toBe(1);
  await write();
  expect(calls).toBe(1);
  engine.decide = () => ({ error: 'ValidationException' });
  directory.usage.add('acct_2', { writes: 1, storedBytes: 100, day: '2020-01-02' });
  await write();
  expect(notices).toHaveLength(1);
  // Only the storage is added, and not once more.
  engine.decide = (_, body) => (body.includes('metered-usage') ? { error: 'ValidationException' } : 'pass');
  await write();
  engine.decide = null;
  directory.usage.add('acct_2', { writes: 1, storedBytes: -40, day: '2020-01-02' });
  await write();
  const counts = { reads: 0, writes: 0, events: 0, deliveries: 0 };
  expect((await listMeteredUsage(directory, { limit: 10, to: '2020-02-01' })).items).toEqual([
    { ...counts, day: '2020-01-01', accountId: 'acct_1', reads: 10_000, storedBytes: undefined },
    { ...counts, day: '2020-01-02', accountId: 'acct_2', writes: 2, storedBytes: 60 },
  ]);
  client.destroy();
  await close();
  await engine.close();
});
