import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { startBus, type Bus } from '../bus/bus.js';

/** `npm run events`, as a separate process next to a bus. */

const entry = fileURLToPath(new URL('../../events.mjs', import.meta.url));
let dataDir: string;
let bus: Bus;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'rollbook-watch-'));
  bus = await startBus({ port: 0, dataDir });
});
afterAll(async () => {
  await bus.stop();
  await rm(dataDir, { recursive: true });
});

function watch(...args: string[]) {
  const env = { ...process.env, ROLLBOOK_BUS_URL: bus.url };
  return spawn(process.execPath, [entry, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function outcomeOf(...args: string[]) {
  const child = watch(...args);
  const [output, errors] = [child.stdout.toArray(), child.stderr.toArray()];
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output: String(await output), errors: String(await errors) };
}

test('prints the events from the first one, and ends on request', async () => {
  const client = new EventBridgeClient({
    endpoint: bus.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const detail = { subject: 'user_1', sequence: 3, accountid: 'acct_1', data: { name: 'Ada' } };
  const taken = { Source: 'rollbook', DetailType: 'user.created', EventBusName: 'rollbook' };
  await client.send(new PutEventsCommand({ Entries: [{ ...taken, Detail: JSON.stringify(detail) }] }));
  client.destroy();
  const child = watch('--all');
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('user.created')) continue;
    expect(line).toMatch(/user_1 #3 {2}in acct_1 {2}\{"name":"Ada"\}$/);
    break;
  }
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('says what it takes, and refuses what it does not know', async () => {
  expect(await outcomeOf('--help')).toEqual({
    code: 0,
    output: expect.stringContaining('npm run events [-- --all]'),
    errors: '',
  });
  const refused = await outcomeOf('--al');
  expect(refused).toMatchObject({ code: 1, output: '' });
  expect(refused.errors).toContain("Unknown option '--al'");
  expect(refused.errors).toContain('--all   starts at the first event');
});
