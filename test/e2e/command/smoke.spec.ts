import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '#libs/client';
import { deployedEnvironment } from '../../../apps/cli/src/smoke/environment.js';
import { smoke, type SmokeOptions } from '../../../apps/cli/src/smoke/smoke.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { startCloudFormation } from '../../support/api/cloudformation.js';
import { startBeside } from '../../support/processes/whole-system.js';
import { startKms } from '../../support/directory/kms.js';
import { startUnreliableEngine } from '../../support/engines/unreliable-engine.js';

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
  stops.push((await startBeside(api, folder, parts)).stop);
}

/** Until the test has ended. */
function onAws(endpoints: Record<string, string>): void {
  const before = { ...process.env };
  stops.push(() => Promise.resolve(void (process.env = before)));
  Object.assign(process.env, endpoints, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'of-the-spec',
    AWS_SECRET_ACCESS_KEY: 'of-the-spec',
  });
}

/** What fails, and the page that is to help. */
async function failuresOf(options: Partial<SmokeOptions> = {}): Promise<string[]> {
  const receiver = `${api.url}/health/live`;
  const results = await smoke({ client: api.client, url: api.url, receiver, withinMs: 30_000, ...options });
  return results.flatMap(({ name, failure }) =>
    failure === undefined ? [] : [`${name}: ${/See docs\/(.*)\.$/.exec(failure)?.[1]}`],
  );
}

test('a system that works passes, and no account of the check stays open', async () => {
  await start();
  expect(await failuresOf()).toEqual([]);
  // Closed ones are in no list.
  expect((await api.client.get('/v1/accounts')).data).toEqual([]);
});

describe('the dashboard', () => {
  const found = async (url: string) => {
    const receiver = `${api.url}/health/live`;
    const [, dashboard] = await smoke({ client: api.client, url, receiver, withinMs: 500 });
    return dashboard?.failure ?? dashboard?.found;
  };
  const withPages = async (...files: string[]) => {
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(folder, 'index.html'), '<script src="/assets/index-1.js"></script>');
    for (const file of files) await writeFile(join(folder, 'assets', file), file);
    const { url, close } = await startApi({ dashboard: folder });
    stops.push(close);
    return url;
  };

  test('is loaded with its files, or is not there', async () => {
    expect(await found(api.url)).toBe('there is none');
    expect(await found(await withPages('index-1.js'))).toBe('its page and 1 files');
  });

  test('that lacks a file of its page is found', async () => {
    expect(await found(await withPages())).toMatch(
      /^\/assets\/index-1\.js answered 404\..*docs\/deploy\.md\.$/,
    );
  });
});

test('a stream processor that is stopped is found', async () => {
  await start({ processor: false });
  expect(await failuresOf({ withinMs: 500 })).toEqual([
    'the group counts the member: runbook/stream-fell-behind.md',
    'the event is delivered: runbook/untaken-events.md',
  ]);
});

test('a missing rule of the bus is found', async () => {
  await start({ webhooks: false });
  expect(await failuresOf({ withinMs: 5_000 })).toEqual([
    'the event is delivered: runbook/untaken-events.md',
  ]);
});

test('a token that is not an operator’s is found before anything is written', async () => {
  const forged = `${await api.issuer.signOperatorToken({ subject: 'tester' })}x`;
  const client = createClient({ baseUrl: api.url, token: () => forged });
  expect(await failuresOf({ client })).toEqual(['the token is an operator’s: deploy.md']);
  expect((await api.client.get('/v1/accounts')).data).toEqual([]);
});

test('an API that is not there is found', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:9', token: () => '', retries: { attempts: 1 } });
  expect(await failuresOf({ client })).toEqual(['the API is ready: runbook/api-errors.md']);
});

test('a token for another audience is found', async () => {
  const { client, close } = await startApi({ tokens: { audience: 'another' } });
  stops.push(close);
  expect(await failuresOf({ client })).toEqual(['the token is an operator’s: deploy.md']);
});

test('a key that the API may not use is found', async () => {
  const kms = await startKms([], { denies: true });
  stops.push(kms.stop);
  onAws({ AWS_ENDPOINT_URL_KMS: kms.url });
  const { client, close } = await startApi({
    allowLocalWebhooks: true,
    masterKey: { kmsKeyId: 'alias/erasure', file: undefined },
  });
  stops.push(close);
  expect(await failuresOf({ client })).toEqual([
    'a webhook endpoint is registered: runbook/key-rotation.md',
    'a user is created: runbook/key-rotation.md',
  ]);
});

test('an index that is still being built is found', async () => {
  const engine = await startUnreliableEngine();
  stops.push(engine.close);
  const { client, close } = await startApi({ endpoint: engine.endpoint, allowLocalWebhooks: true });
  stops.push(close);
  // DynamoDB refuses to read such an index: "Cannot read from backfilling global secondary index".
  engine.decide = (operation, body) =>
    operation === 'Query' && body.includes('"IndexName"') ? { error: 'ValidationException' } : 'pass';
  const [first] = await failuresOf({ client, withinMs: 500 });
  expect(first).toBe('the index lists the member: runbook/throttled-table.md');
});

test('an environment is found by the outputs of its stacks, wherever its API runs', async () => {
  const ofApi = {
    Url: 'https://api.example',
    TokenIssuer: 'https://login.example/?a&b',
    TokenAudience: 'rollbook',
  };
  const stacks = await startCloudFormation({
    'rollbook-dev-api': ofApi,
    'rollbook-prod-containers': { ...ofApi, Url: 'https://prod.example' },
    'rollbook-prod-api': {},
  });
  stops.push(async () => void (await stacks.stop()));
  onAws({ AWS_ENDPOINT_URL_CLOUDFORMATION: stacks.url });
  const tokens = { issuer: 'https://login.example/?a&b', audience: 'rollbook' };
  expect(await deployedEnvironment('dev')).toEqual({ url: 'https://api.example', ...tokens });
  expect(await deployedEnvironment('prod')).toEqual({ url: 'https://prod.example', ...tokens });
  await expect(deployedEnvironment('staging')).rejects.toThrow(
    'There is no API of the environment staging in this AWS account and region',
  );
});
