import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDevelopmentIssuer } from '#libs/dev-issuer';
import { ensureTable } from '#libs/directory';
import { engineClient, engineEndpoint, uniqueTableName } from '../../support/engines/engine.js';
import { masterKeyFile } from '../../support/directory/master-key.js';
import { nodeEnvironment } from '../../support/processes/node-environment.js';

// The built program: what `npm start` runs.
const program = fileURLToPath(new URL('../../../dist/programs/api.js', import.meta.url));

let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-process-'));
  const { issuer, jwksUrl } = await openDevelopmentIssuer(folder);
  const table = uniqueTableName();
  const client = engineClient();
  await ensureTable(client, table);
  client.destroy();
  environment = {
    PORT: '0',
    ROLLBOOK_TABLE: table,
    ROLLBOOK_MASTER_KEY_FILE: masterKeyFile(),
    ROLLBOOK_CURSOR_SECRET: 'only-for-tests-only-for-tests-only-for-tests',
    ROLLBOOK_JWT_ISSUER: issuer,
    ROLLBOOK_JWKS_URL: jwksUrl.href,
    ROLLBOOK_DYNAMODB_ENDPOINT: engineEndpoint(),
  };
});
afterAll(() => rm(folder, { recursive: true }));

interface Started {
  child: ChildProcess;
  errorOutput(): string;
  exit: Promise<[number | null]>;
}

function start(changes: NodeJS.ProcessEnv): Started {
  const child = fork(program, {
    execArgv: [],
    env: { ...nodeEnvironment(), ...environment, ...changes },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
  return { child, errorOutput: () => output, exit: once(child, 'exit') as Promise<[number | null]> };
}

async function readyUrl({ child }: Started): Promise<string> {
  const [message] = (await once(child, 'message')) as [{ ready: boolean; url: string }];
  expect(message.ready).toBe(true);
  return message.url;
}

describe('the API as a process', () => {
  test('tells its parent where it listens, and ends on SIGTERM', async () => {
    const started = start({});
    const url = await readyUrl(started);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    started.child.kill('SIGTERM');
    expect(await started.exit).toEqual([0, null]);
  });

  test('ends when its parent has gone', async () => {
    const started = start({});
    await readyUrl(started);
    started.child.disconnect();
    expect(await started.exit).toEqual([null, 'SIGKILL']);
  });

  test('serves a complete OpenAPI document and a page without anything from elsewhere', async () => {
    const started = start({});
    const url = await readyUrl(started);
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as { openapi: string };
    expect(document.openapi).toBe('3.1.0');
    const page = await (await fetch(`${url}/docs`)).text();
    expect(page).not.toMatch(/(src|href)="https?:/);
    const assets = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, path]) => new URL(path ?? '', `${url}/docs`),
    );
    expect(assets.length).toBeGreaterThan(1);
    for (const asset of assets) {
      const answer = await fetch(asset);
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    started.child.kill('SIGTERM');
    await started.exit;
  });

  test('says in one line that its port is in use', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as AddressInfo;
    const started = start({ PORT: String(port) });
    expect(await started.exit).toEqual([1, null]);
    expect(started.errorOutput()).toBe(
      `Port ${port} on 127.0.0.1 is in use: stop the program that uses it, or set another PORT.\n`,
    );
    blocker.close();
  });

  test('says in one line each what is wrong with its environment', async () => {
    const started = start({ PORT: '70000', ROLLBOOK_CURSOR_SECRET: 'short', ROLLBOOK_JWKS_URL: undefined });
    expect(await started.exit).toEqual([1, null]);
    expect(started.errorOutput()).toBe(
      'PORT must be a port from 0 to 65535, not "70000".\n' +
        'ROLLBOOK_CURSOR_SECRET must have at least 32 characters; it has 5.\n' +
        'ROLLBOOK_JWKS_URL is not set.\n',
    );
  });
});
