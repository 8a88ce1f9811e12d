import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packLibrary } from '../../tools/pack-library.mjs';
import { packCommand } from '../../tools/pack-command.mjs';
import { ROOT } from '../support/documented-commands.js';
import { ForeignProject, publintMessages, typesOf } from '../support/foreign-project.js';
import { startPacked, type PackedRollbook } from '../support/processes/packed-rollbook.js';

// The package `rollbook`, in a folder with nothing but its tarball: what a person does with it in the first minutes.

const MAX_BYTES = 8_000_000;

let project: ForeignProject;
let tarball: string;
let testing: string;
let launcher: string;

beforeAll(async () => {
  project = new ForeignProject();
  tarball = await packCommand(project.folder);
  testing = packLibrary('libs/testing', project.folder);
  project.install(tarball, testing, packLibrary('libs/client', project.folder));
  launcher = join(project.folder, 'node_modules/rollbook/rollbook.mjs');
});
afterAll(() => project.close());

const installed = (path: string) => join(project.folder, 'node_modules/rollbook', path);

test('the tarball is small, has the notices of what is inside, and nothing of the repository', async () => {
  expect(statSync(tarball).size).toBeLessThan(MAX_BYTES);
  expect(readdirSync(join(project.folder, 'node_modules')).filter((name) => /^[^.@]/.test(name))).toEqual([
    'rollbook',
    'undici-types',
  ]);
  const files = readdirSync(installed('.'), { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((path) => /\.(js|mjs|json|md|css|html)$/.test(path)))
    expect([file, readFileSync(installed(file), 'utf8').includes(ROOT)]).toEqual([file, false]);
  const notices = readFileSync(installed('THIRD-PARTY.md'), 'utf8');
  for (const name of ['fastify', '@nestjs/core', 'oidc-provider', '@dynoxide/linux-x64', 'react-dom'])
    expect(notices).toMatch(new RegExp(`^## ${name}\\b`, 'm'));
  expect(await publintMessages(tarball)).toEqual([]);
});

test('says which version it is', () => {
  const { version, keywords } = JSON.parse(readFileSync(installed('package.json'), 'utf8')) as {
    version: string;
    keywords: string[];
  };
  expect(project.run(process.execPath, [launcher, '--version'])).toBe(`${version}\n`);
  expect(keywords.length).toBeGreaterThan(3);
});

const dev = (...args: string[]) => startPacked(project, args);

/** Another `rollbook` command, beside the one that runs. */
const command = async (started: PackedRollbook, ...args: string[]) => {
  const env = project.environment({ ROLLBOOK_DATA_DIR: started.data, HOME: project.folder });
  const { stdout } = await promisify(execFile)(process.execPath, [launcher, ...args], { env });
  return stdout;
};

async function get(started: PackedRollbook, path: string, token = started.token): Promise<Response> {
  return fetch(started.url + path, { headers: { authorization: `Bearer ${token}`, accept: 'text/html' } });
}

interface Listed {
  data: { id: string; name: string; email?: string }[];
}
const list = async (started: PackedRollbook, path: string) =>
  ((await (await get(started, path)).json()) as Listed).data;

test('in memory: ready, the first check, the dashboard, other commands, and nothing is left', async () => {
  const started = await dev('--memory');
  try {
    expect(started.output).toMatch(/^\nRollbook is ready\.\n/);
    expect(started.output).toContain('watch them: npx rollbook events tail --all-accounts');
    const asked = /# May Ada enter prod\? (.*)\n +(curl .*)/.exec(started.output)!;
    expect(asked[1]).toBe('{"decision":true}');
    expect(asked[2]).toContain('"external:prod"');
    expect(await command(started, 'check', 'ada@acme.example', 'prod')).toMatch(
      /^yes: Ada Lovelace \(ada@acme\.example\) may enter prod, a member since .*\.\n$/,
    );
    expect(project.run('sh', ['-c', asked[2]!])).toBe(asked[1]);
    const [acme] = await list(started, '/v1/accounts');
    const account = `/v1/accounts/${acme?.id}`;
    const users = await list(started, `${account}/users`);
    const groups = await list(started, `${account}/service-groups`);
    const [ada, alan] = ['ada', 'alan'].map((name) =>
      users.find(({ email }) => email === `${name}@acme.example`),
    );
    const prod = groups.find(({ name }) => name === 'prod');
    const mayEnter = async (user?: { id: string }) => {
      const answer = await fetch(`${started.url}/access/v1/evaluation`, {
        method: 'POST',
        headers: { authorization: `Bearer ${started.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          subject: { type: 'user', id: user?.id },
          action: { name: 'enter' },
          resource: { type: 'service_group', id: prod?.id },
          context: { account_id: acme?.id },
        }),
      });
      return ((await answer.json()) as { decision: boolean }).decision;
    };
    expect([await mayEnter(ada), await mayEnter(alan)]).toEqual([true, false]);
    for (const path of ['/', '/docs']) expect((await get(started, path)).status).toBe(200);
    expect(await command(started, 'accounts', 'list')).toContain(acme!.id);
    const token = await command(started, 'token', '--account', acme!.id, '--user', alan!.id);
    expect((await get(started, `${account}/users/${alan?.id}`, token.trim())).status).toBe(200);
    expect(await command(started, 'verify', acme!.id)).toContain('nothing wrong');
  } finally {
    expect(await started.stop()).toBe(0);
  }
  expect(existsSync(started.data)).toBe(false);
});

const PEOPLE = `accounts:
  - name: Globex
    users:
      - { name: Ada Lovelace, email: ada@globex.example, role: owner }
      - { name: Bo Chen, email: bo@globex.example }
    groups:
      - { name: prod, members: [ada@globex.example] }
      - { name: dev, members: [ada@globex.example, bo@globex.example] }
    keys:
      - { name: door, scopes: ['access:check'] }
`;

test('in a folder, with what a file has: the next start finds all again, and creates nothing twice', async () => {
  const folder = join(project.folder, 'kept');
  const seed = ['--data', folder, '--seed', project.write('people.yaml', PEOPLE)];
  const first = await dev(...seed);
  expect(first.output).toContain('created 1 account, 2 users, 2 groups, 3 memberships, and 1 key.');
  const ids = async (started: PackedRollbook) => (await list(started, '/v1/accounts')).map(({ id }) => id);
  const accounts = await ids(first);
  expect(accounts).toHaveLength(1);
  expect([first.data, await first.stop()]).toEqual([folder, 0]);
  const second = await dev(...seed);
  expect(second.output).toContain('everything was there already');
  expect(await ids(second)).toEqual(accounts);
  const { Globex: seeded } = JSON.parse(readFileSync(join(folder, 'seeded-keys.json'), 'utf8')) as {
    Globex: {
      id: string;
      users: Record<string, string>;
      groups: Record<string, string>;
      keys: { door: { id: string; key: string } };
    };
  };
  expect(seeded.id).toBe(accounts[0]);
  const { id, key } = seeded.keys.door;
  expect((await get(second, '/v1/me', key)).status).toBe(200);
  const account = `/v1/accounts/${seeded.id}`;
  const idsOf = async (path: string, by: 'name' | 'email') =>
    Object.fromEntries((await list(second, `${account}/${path}`)).map((each) => [each[by], each.id]));
  expect(seeded.users).toEqual(await idsOf('users', 'email'));
  expect(seeded.groups).toEqual(await idsOf('service-groups', 'name'));
  expect({ door: id }).toEqual(await idsOf('api-keys', 'name'));
  expect(await command(second, 'verify', accounts[0]!)).toContain('3 memberships: nothing wrong');
  expect(await second.stop()).toBe(0);
  project.write('people.yaml', PEOPLE.replace('role: owner', 'role: king').replace('ada@', 'king@'));
  await expect(dev('--memory', ...seed.slice(2))).rejects.toThrow(
    /people\.yaml:7: .*no user of this account/,
  );
  project.write('people.yaml', PEOPLE.replace('role: owner', 'role: king'));
  await expect(dev('--memory', ...seed.slice(2))).rejects.toThrow(
    /people\.yaml:4: accounts\[0\]\.users\[0\]\.role: must be one of owner, admin, member\./,
  );
});

test.each([
  [['--port', '65535'], '--port is a number from 1 to 65532'],
  [['--memory', '--data', 'x'], 'cannot be used with option'],
])('refuses %j', (args, reason) => {
  expect(() => project.run(process.execPath, [launcher, 'dev', ...args])).toThrow(reason);
});

test('says on an old Node what it needs', () => {
  const old = "data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.20.0' })";
  expect(() => execFileSync(process.execPath, ['--import', old, launcher, 'dev'], { stdio: 'pipe' })).toThrow(
    'rollbook needs Node 22.15 or newer, and this is 20.20.0',
  );
});

describe('@rollbook/testing', () => {
  test('publint and arethetypeswrong find nothing', async () => {
    expect(await publintMessages(testing)).toEqual([]);
    expect(await typesOf(testing)).toEqual({ problems: [], entrypoints: 2 });
  });

  const runTests = (...args: string[]) =>
    project.run(process.execPath, ['--experimental-strip-types', '--test', ...args]);

  test('does under node:test what its page shows', () => {
    const readme = readFileSync(join(ROOT, 'libs/testing/README.md'), 'utf8');
    const code = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    expect(runTests(project.write('readme.test.mts', code))).toContain('pass 1');
  });

  test('has accounts, faults, deliveries and a clock', () => {
    const tests = readFileSync(join(ROOT, 'test/packages/testing/faults.test.mjs'), 'utf8');
    expect(runTests(project.write('faults.test.mjs', tests))).toContain('pass 6');
  });

  test("is shared by Jest's workers, each with an account of its own", () => {
    project.link('jest');
    project.write(
      'setup.mjs',
      `import { startRollbook } from '@rollbook/testing';
      export default async () => void (globalThis.rollbook = await startRollbook());`,
    );
    project.write('teardown.mjs', 'export default () => globalThis.rollbook.stop();');
    const file = `import { startRollbook } from '@rollbook/testing';
      test('a user of its own', async () => {
        const rollbook = await startRollbook();
        const account = await rollbook.createAccount();
        await account.addUser('ada@example.com');
        await account.events.waitFor('user.created');
        expect(account.events.ofType('user.created')).toHaveLength(1);
        await rollbook.stop();
      });`;
    for (const name of ['one', 'other']) project.write(`${name}.spec.mjs`, file);
    const settings = {
      ...{ globalSetup: './setup.mjs', globalTeardown: './teardown.mjs', testMatch: ['**/*.spec.mjs'] },
      ...{ transform: {}, moduleFileExtensions: ['mjs', 'js', 'json'] },
    };
    project.write('jest.config.json', JSON.stringify(settings));
    const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
    const node = [
      '--experimental-vm-modules',
      jest,
      '--maxWorkers=2',
      '--config',
      'jest.config.json',
      '--json',
    ];
    const result = JSON.parse(project.run(process.execPath, node)) as { numPassedTests: number };
    expect(result.numPassedTests).toBe(2);
  });
});
