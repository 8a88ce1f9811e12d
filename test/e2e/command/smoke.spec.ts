import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '#libs/client';
import { startBus } from '../../../apps/local/src/bus/bus.js';
import { smoke, type SmokeOptions } from '../../../apps/cli/src/smoke/smoke.js';
import { startStreamProcessor } from '../../../apps/stream-processor/src/node-host.js';
import { startWebhooks } from '../../../apps/webhooks/src/node-host.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { engineEndpoint } from '../../support/engines/engine.js';
import { masterKeyFile } from '../../support/directory/master-key.js';

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

async function start(parts: { processor: boolean; webhooks: boolean }): Promise<void> {
  const bus = await startBus({ port: 0, dataDir: folder });
  stops.push(() => bus.stop());
  const common = {
    table: api.configuration.table.name,
    eventBus: 'rollbook',
    dynamodbEndpoint: engineEndpoint(),
    eventBridgeEndpoint: bus.url,
    masterKeyFile: masterKeyFile(),
  };
  if (parts.webhooks) {
    const webhooks = await startWebhooks({ ...common, port: 0, allowLocal: true }, () => {});
    stops.push(() => webhooks.stop());
  }
  if (parts.processor) {
    const processor = await startStreamProcessor(common, () => {}, { leaseDurationMs: 1_000 });
    stops.push(() => processor.stop());
  }
}

async function failuresOf(options: Partial<SmokeOptions> = {}): Promise<string[]> {
  const receiver = `${api.url}/health/live`;
  const results = await smoke({ client: api.client, receiver, withinMs: 30_000, ...options });
  return results.filter(({ failure }) => failure !== undefined).map(({ name }) => name);
}

test('a system that works passes, and no account of the check stays open', async () => {
  await start({ processor: true, webhooks: true });
  expect(await failuresOf()).toEqual([]);
  // Closed ones are in no list.
  expect((await api.client.get('/v1/accounts')).data).toEqual([]);
});

test('a stream processor that is stopped is found', async () => {
  await start({ processor: false, webhooks: true });
  expect(await failuresOf({ withinMs: 500 })).toEqual([
    'the group counts the member',
    'the event is delivered',
  ]);
});

test('a missing rule of the bus is found', async () => {
  await start({ processor: true, webhooks: false });
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
