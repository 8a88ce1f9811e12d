import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// On an old Node every command runs again on a pinned one. Here this Node pretends to be old, and the pinned one, which comes
// from a registry of this file, is a script that starts this Node. `.ci/run` does the same with a real Node 20.
const root = fileURLToPath(new URL('../../', import.meta.url));
const NAME = `node-${process.platform}-${process.arch}`;
const VERSION = '24.0.0';
const OLD = 'Node 20.20.0 is older than 22.15: this runs on Node 24.0.0 in .runtime.';

interface Lock {
  packages: Record<string, { version: string; integrity: string; optionalDependencies?: object }>;
}
const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

let folder: string;
let registry: Server;
let tarball: Buffer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollbook-old-node-'));
  cpSync(join(root, 'tools/runtime'), join(folder, 'tools/runtime'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  write(
    'pretend.mjs',
    `const { PRETENDED_NODE: node, PRETENDED_PLATFORM: platform } = process.env;
     if (node) Object.defineProperty(process.versions, 'node', { value: node });
     if (platform) Object.defineProperty(process, 'platform', { value: platform });
     delete process.env.PRETENDED_NODE;`,
  );
  write(
    'program.mjs',
    `import './tools/runtime/rerun.mjs';
     process.on('SIGTERM', () => process.exit(4));
     console.log(process.env.RAN_ON ?? 'its own', ...process.argv.slice(2));
     if (process.argv.includes('--stay')) setInterval(() => {}, 1_000);
     else process.exitCode = 3;`,
  );
  tarball = packNode();
  pin(tarball);
  registry = createServer(({ url }, response) => {
    const { port } = registry.address() as AddressInfo;
    const dist = { tarball: `http://127.0.0.1:${port}/node.tgz`, integrity: integrityOf(tarball) };
    const versions = { [VERSION]: { name: NAME, version: VERSION, dist } };
    response.end(url === '/node.tgz' ? tarball : JSON.stringify({ name: NAME, versions }));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
});
afterEach(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

function write(file: string, content: string) {
  writeFileSync(join(folder, file), content);
}

function packNode(): Buffer {
  const contents = join(folder, 'package');
  mkdirSync(join(contents, 'bin'), { recursive: true });
  writeFileSync(join(contents, 'package.json'), JSON.stringify({ name: NAME, version: VERSION }));
  const script = `#!/bin/sh\nRAN_ON=pinned exec '${process.execPath}' "$@"\n`;
  writeFileSync(join(contents, 'bin', 'node'), script, { mode: 0o755 });
  return execFileSync('tar', ['czf', '-', '-C', folder, 'package']);
}

const integrityOf = (content: Buffer) => `sha512-${createHash('sha512').update(content).digest('base64')}`;

function pin(content: Buffer, name = NAME) {
  const pinned = { version: VERSION, integrity: integrityOf(content), optional: true };
  write(
    'tools/runtime/package-lock.json',
    JSON.stringify({ packages: { [`node_modules/${name}`]: pinned } }),
  );
}

function start(args: string[], pretended: NodeJS.ProcessEnv = { PRETENDED_NODE: '20.20.0' }) {
  const { port } = (registry.address() as AddressInfo | null) ?? { port: 9 };
  const child = spawn(process.execPath, ['--import', './pretend.mjs', 'program.mjs', ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      npm_config_registry: `http://127.0.0.1:${port}`,
      npm_config_fetch_retries: '0',
      ...pretended,
    },
  });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => (output[stream] += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, ...output }));
  return { child, ended };
}
const run = (...args: Parameters<typeof start>) => start(...args).ended;

test('on an old Node a program runs again on the pinned one, which is fetched once, and said once', async () => {
  expect(await run(['a b', '--c'])).toEqual({
    code: 3,
    stdout: 'pinned a b --c\n',
    stderr: `Fetching Node ${VERSION} …\n${OLD}\n`,
  });
  expect(readdirSync(join(folder, '.runtime'))).toEqual([`${NAME}-${VERSION}`, 'notice']);
  registry.close();
  expect(await run([])).toEqual({ code: 3, stdout: 'pinned\n', stderr: '' });
  expect(await run([], { PRETENDED_NODE: '18.1.0' })).toMatchObject({
    stderr: OLD.replace('20.20.0', '18.1.0') + '\n',
  });
});

test('a signal reaches the program, and its exit code is passed on', async () => {
  const { child, ended } = start(['--stay']);
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 4 });
});

test('on a Node that is new enough nothing is fetched or said', async () => {
  for (const PRETENDED_NODE of ['22.15.0', '24.0.0', '26.1.0'])
    expect(await run([], { PRETENDED_NODE })).toEqual({ code: 3, stdout: 'its own\n', stderr: '' });
  expect(existsSync(join(folder, '.runtime'))).toBe(false);
});

describe('what cannot be had is one line, and leaves nothing behind:', () => {
  const refusal = (reason: string) => ({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      `^(Fetching Node 24.0.0 …\n)?Rollbook needs Node 22.15 or newer; this is 20.20.0, and ${reason}.*\\.\n$`,
    ) as string,
  });
  afterEach(() => {
    if (existsSync(join(folder, '.runtime'))) expect(readdirSync(join(folder, '.runtime'))).toEqual([]);
  });

  test('a package with another content than the pinned hash', async () => {
    pin(Buffer.from('another'));
    expect(await run([])).toEqual(refusal('Node 24.0.0 could not be fetched \\(EINTEGRITY'));
  });

  test('a registry that does not answer', async () => {
    registry.close();
    expect(await run([])).toEqual(refusal('Node 24.0.0 could not be fetched \\(E'));
  });

  test('a machine without npm', async () => {
    const environment = { PRETENDED_NODE: '20.20.0', PATH: folder };
    expect(await run([], environment)).toEqual(
      refusal('Node 24.0.0 could not be fetched \\(spawnSync npm ENOENT'),
    );
  });

  test('a platform for which none is pinned', async () => {
    const environment = { PRETENDED_NODE: '20.20.0', PRETENDED_PLATFORM: 'aix' };
    expect(await run([], environment)).toEqual(refusal('none is pinned for this platform'));
  });
});

test.each(Object.entries(readJson<{ scripts: Record<string, string> }>(join(root, 'package.json')).scripts))(
  'npm run %s runs on a Node that is new enough',
  async (_name, script) => {
    const child = spawn('/bin/sh', ['-c', script], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        NODE_OPTIONS: `--import ${join(folder, 'pretend.mjs')}`,
        PRETENDED_NODE: '20.20.0',
        PRETENDED_PLATFORM: 'aix',
      },
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [code] = (await once(child, 'close')) as [number];
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'Rollbook needs Node 22.15 or newer; this is 20.20.0, and none is pinned for this platform.\n',
    });
  },
);

test('one version of Node is pinned, with a hash for each platform, and developers use it too', () => {
  const { packages } = readJson<Lock>(join(root, 'tools/runtime/package-lock.json'));
  const { '': own, ...pinned } = packages;
  const developers = readFileSync(join(root, '.node-version'), 'utf8').trim();
  expect(Object.keys(pinned)).toHaveLength(Object.keys(own?.optionalDependencies ?? {}).length);
  for (const { version, integrity } of Object.values(pinned)) {
    expect(version).toBe(developers);
    expect(integrity).toMatch(/^sha512-/);
  }
});
