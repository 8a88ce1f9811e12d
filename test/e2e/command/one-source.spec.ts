import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../support/documented-commands.js';

// A folder that somebody else has made may name an API. What it gets to see is what is in that folder, and no other credential.

let server: Server;
let url: string;
let received: (string | undefined)[];
let folder: string;

beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    received.push(headers.authorization);
    response.setHeader('content-type', 'application/json').end('{"data":[],"nextCursor":null}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  received = [];
  folder = mkdtempSync(join(tmpdir(), 'one-source-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Sources {
  environment?: { url?: string; token?: string };
  profile?: { api: string; token?: string };
  folder?: { 'api-url'?: string; 'operator-token'?: string };
}

async function listAccounts(sources: Sources) {
  const data = join(folder, '.rollbook');
  mkdirSync(data);
  for (const [name, text] of Object.entries(sources.folder ?? {})) writeFileSync(join(data, name), text);
  const profiles = join(folder, 'profiles.json');
  const { environment = {}, profile } = sources;
  writeFileSync(
    profiles,
    JSON.stringify(profile ? { current: 'p', profiles: { p: profile } } : { profiles: {} }),
  );
  const entry = join(ROOT, 'apps/local/rollbook.mjs');
  const child = spawn(process.execPath, [entry, 'accounts', 'list'], {
    env: {
      ...process.env,
      ...{ NODE_OPTIONS: '', PORT: '', ROLLBOOK_PROFILE: '', ROLLBOOK_ACCOUNT: '' },
      ...{ ROLLBOOK_DATA_DIR: data, ROLLBOOK_PROFILES: profiles },
      ROLLBOOK_API_URL: environment.url ?? '',
      ROLLBOOK_API_TOKEN: environment.token ?? '',
    },
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, err, received };
}

test.each([
  ['the environment', () => ({ environment: { url, token: 'its' }, folder: { 'operator-token': 'other' } })],
  ['a profile', () => ({ profile: { api: url, token: 'its' }, folder: { 'operator-token': 'other' } })],
  ['the folder', () => ({ folder: { 'api-url': url, 'operator-token': 'its' } })],
])('URL and token come from one source: %s', async (_, sources) => {
  expect(await listAccounts(sources())).toEqual({ code: 0, err: '', received: ['Bearer its'] });
});

test.each([
  [
    "the environment's to the folder's URL",
    () => ({ environment: { token: 'x' }, folder: { 'api-url': url } }),
  ],
  ["the environment's to a profile's URL", () => ({ environment: { token: 'x' }, profile: { api: url } })],
  ["the environment's to one without a URL", () => ({ environment: { token: 'x' } })],
  [
    "a profile's to the environment's URL",
    () => ({ environment: { url }, profile: { api: 'http://x', token: 'x' } }),
  ],
  [
    "the folder's to the environment's URL",
    () => ({ environment: { url }, folder: { 'operator-token': 'x' } }),
  ],
  ["the folder's to a profile's URL", () => ({ profile: { api: url }, folder: { 'operator-token': 'x' } })],
])('no token is sent elsewhere: %s', async (_, sources) => {
  const { code, err, received: requests } = await listAccounts(sources());
  expect({ code, requests }).toEqual({ code: 2, requests: [] });
  expect(err).toMatch(/ROLLBOOK_API_URL|ROLLBOOK_API_TOKEN/);
});

test('a folder cannot name an API on another machine', async () => {
  const { code, err } = await listAccounts({
    folder: { 'api-url': 'http://api.example.com', 'operator-token': 'its' },
  });
  expect(code).toBe(2);
  expect(err).toContain('http://api.example.com, which is not on this machine');
});
