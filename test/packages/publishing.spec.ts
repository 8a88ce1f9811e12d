import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { packLibrary } from '../../tools/pack-library.mjs';
import { ROOT } from '../support/documented-commands.js';
import { ForeignProject } from '../support/foreign-project.js';

// Publishing with npm itself, to a registry on this machine that fails when it is told to.

interface Published {
  name: string;
  versions: Record<string, { dist: { integrity: string } }>;
}

let project: ForeignProject;
let registry: Server;
let url: string;
const stored = new Map<string, Published>();
const order: string[] = [];
let failing: string | undefined;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = decodeURIComponent(request.url!.slice(1));
  const reply = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (request.method !== 'PUT') return void reply(stored.has(name) ? 200 : 404, stored.get(name) ?? {});
  const document = (await json(request)) as Published;
  if (name === failing) return void reply(500, {});
  order.push(name);
  stored.set(name, document);
  reply(201, {});
}

beforeAll(async () => {
  registry = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  url = `127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  project = new ForeignProject();
  project.write('npmrc', `registry=http://${url}\n//${url}:_authToken=of-the-spec\nfetch-retries=0\n`);
  mkdirSync(join(project.folder, 'release'));
  // The command, in place of the real one, which is packed elsewhere.
  const rollbook = { name: 'rollbook', version: '0.2.0', publishConfig: { provenance: true } };
  mkdirSync(join(project.folder, 'command'));
  project.write('command/package.json', JSON.stringify(rollbook));
  project.run('npm', ['pack', './command', '--pack-destination', 'release']);
  for (const name of ['guard', 'client', 'testing'])
    packLibrary(`libs/${name}`, join(project.folder, 'release'));
  for (const each of readdirSync(join(project.folder, 'release')))
    if (!each.endsWith('.tgz')) rmSync(join(project.folder, 'release', each), { recursive: true });
});
afterAll(() => {
  project.close();
  registry.close();
});

async function publish(): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = join(ROOT, 'tools/publish.mjs');
  const env = project.environment({
    npm_config_userconfig: join(project.folder, 'npmrc'),
    npm_config_cache: join(project.folder, 'cache'),
  });
  return promisify(execFile)(process.execPath, [program, join(project.folder, 'release')], {
    cwd: project.folder,
    env,
  }).then(
    (output) => ({ code: 0, ...output }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

test('libraries come before what needs them, and after a failure the rest is published by the same command', async () => {
  failing = '@rollbook/guard';
  const first = await publish();
  expect([first.code, order]).toEqual([1, ['@rollbook/client']]);
  failing = undefined;
  const second = await publish();
  expect(second.stdout.trim().split('\n')).toEqual([
    '@rollbook/client@0.2.0: was there already',
    '@rollbook/guard@0.2.0: published',
    '@rollbook/testing@0.2.0: published',
    'rollbook@0.2.0: published',
  ]);
  expect(order).toEqual(['@rollbook/client', '@rollbook/guard', '@rollbook/testing', 'rollbook']);
  expect((await publish()).stdout).not.toContain(': published');
});

test('nothing is published if the registry has other contents of a version', async () => {
  stored.delete('rollbook');
  stored.get('@rollbook/guard')!.versions['0.2.0']!.dist.integrity = 'sha512-of-something-else';
  const before = order.length;
  const { code, stderr } = await publish();
  expect([code, order.length]).toEqual([1, before]);
  expect(stderr).toContain('The registry has other contents of @rollbook/guard@0.2.0: set a new version.');
});

test('a registry that cannot answer is not taken for one without the package', async () => {
  const [address] = url.split(':');
  project.write('npmrc', `registry=http://${address}:9/\nfetch-retries=0\n`);
  const { code, stderr } = await publish();
  expect(code).toBe(1);
  expect(stderr).toContain('The registry cannot say whether it has @rollbook/client@0.2.0');
});
