import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '#libs/client';
import { smoke, type SmokeOptions } from '../../../apps/cli/src/smoke/smoke.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { startBeside } from '../../support/api/whole-system.js';

/** What `rollbook smoke` says of a system that works, and of one in which something is missing. */

let api: RunningApi;
let folder: string;
const stops: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-smoke-'));
  api = await startApi({ allowLocalWebhooks: true });
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await api.close();
  await rm(folder, { recursive: true });
});

async function start(parts: Parameters<typeof startBeside>[2] = {}): Promise<void> {
  stops.push(await startBeside(api, folder, parts));
}

async function failuresOf(options: Partial<SmokeOptions> = {}): Promise<string[]> {
  const receiver = `${api.url}/health/live`;
  const results = await smoke({ client: api.client, receiver, withinMs: 30_000, ...options });
  return results.filter(({ failure }) => failure !== undefined).map(({ name }) => name);
}

test('a system that works passes, and no account of the check stays open', async () => {
  await start();
  expect(await failuresOf()).toEqual([]);
  // Closed ones are in no list.
  expect((await api.client.get('/v1/accounts')).data).toEqual([]);
});

test('a stream processor that is stopped is found', async () => {
  await start({ processor: false });
  expect(await failuresOf({ withinMs: 500 })).toEqual([
    'the group counts the member',
    'the event is delivered',
  ]);
});

test('a missing rule of the bus is found', async () => {
  await start({ webhooks: false });
  expect(await failuresOf({ withinMs: 5_000 })).toEqual(['the event is delivered']);
});

test('a token that is not an operator’s is found before anything is written', async () => {
  const forged = `${await api.issuer.signOperatorToken({ subject: 'tester' })}x`;
  const client = createClient({ baseUrl: api.url, token: () => forged });
  expect(await failuresOf({ client })).toEqual(['the token is an operator’s']);
  expect((await api.client.get('/v1/accounts')).data).toEqual([]);
});

test('an API that is not there is found', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', token: () => '', retries: { attempts: 1 } });
  expect(await failuresOf({ client })).toEqual(['the API is ready']);
});
