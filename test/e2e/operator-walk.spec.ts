import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDirectory, runJobChunk, type Directory } from '#libs/directory';
import { invitationToken } from '#libs/invitation-tokens';
import { INVITATION_SECRET, startApi, type RunningApi } from '../support/api.js';
import { engineClient, engineEndpoint } from '../support/engine.js';
import { testMasterKey } from '../support/master-key.js';

/** A new operator's first day, with `rollbook` alone. */

const program = fileURLToPath(new URL('../../dist/apps/cli/src/main.js', import.meta.url));

let api: RunningApi;
let client: ReturnType<typeof engineClient>;
let directory: Directory;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  client = engineClient();
  const cursorSecret = 'the cursor secret of a test, 32 characters or more';
  const tableName = api.configuration.table.name;
  directory = openDirectory({ client, tableName, cursorSecret, masterKey: testMasterKey() });
  folder = await mkdtemp(join(tmpdir(), 'rollbook-walk-'));
});
afterAll(async () => {
  client.destroy();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function rollbook(args: string[], { account = '', input = '' } = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      NODE_OPTIONS: '',
      ROLLBOOK_PROFILES: join(folder, 'profiles.json'),
      ROLLBOOK_ACCOUNT: account,
      ROLLBOOK_API_TOKEN: '',
      ROLLBOOK_API_URL: '',
    },
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}

/** What a command prints with --json, when it ends well. */
async function json<T>(args: string[], account = ''): Promise<T[]> {
  const { code, out, err } = await rollbook([...args, '--json'], { account });
  expect({ args, code, err }).toEqual({ args, code: 0, err: '' });
  return out
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

interface Thing {
  id: string;
}

async function importFile(kind: string, lines: string[], account: string) {
  const file = join(folder, `${kind}.csv`);
  await writeFile(file, lines.join('\n'));
  const [job] = await json<Thing>([kind, 'import', file, '--no-wait'], account);
  // What the stream processor does.
  while ((await runJobChunk(directory, job!.id)) !== 'done');
  return rollbook(['jobs', 'watch', job!.id, '--json'], { account });
}

test('an account with an owner, groups and fifty users is made, audited and verified by commands', async () => {
  const token = await api.issuer.signOperatorToken();
  const added = await rollbook(['profiles', 'add', 'here', '--api', api.url], { input: token });
  expect(added).toEqual({ code: 0, out: '', err: '' });
  expect((await stat(join(folder, 'profiles.json'))).mode & 0o777).toBe(0o600);
  const account = (await json<Thing>(['accounts', 'create', 'Acme']))[0]!.id;

  const [owner] = await json<Thing>(
    ['invitations', 'send', 'ada@x.example', 'Ada', '--role', 'owner'],
    account,
  );
  const mailed = invitationToken(INVITATION_SECRET, account, `${owner!.id}.1`);
  await json(['invitations', 'accept', mailed], account);
  const dev = (await json<Thing>(['groups', 'create', 'dev'], account))[0]!.id;
  await json(['groups', 'create', 'prod'], account);

  const people = Array.from({ length: 50 }, (_, n) => `user${n}@x.example`);
  const users = await importFile(
    'users',
    ['email,name', ...people.map((email) => `${email},${email.split('@')[0]}`)],
    account,
  );
  expect(users).toMatchObject({ code: 0, out: expect.stringContaining('"created":50') as string });
  const rows = people.map((email, n) => `${email},${n % 2 ? 'prod' : 'dev'}`);
  const members = await importFile(
    'members',
    ['userEmail,serviceGroupName', ...rows, 'nobody@x.example,dev'],
    account,
  );
  // One row was refused: that is said, and how the command ends.
  expect(members).toMatchObject({ code: 1, out: expect.stringContaining('"created":50') as string });
  expect(members.out).toContain('"line":52,"code":"user_not_found"');

  const [gone] = await json<{ userId: string }>(['members', 'list', dev], account);
  await json(['users', 'remove', gone!.userId], account);
  const events = await json<{ type: string }>(['events', 'list', '--limit', '100'], account);
  expect(events.map(({ type }) => type)).toContain('user.removed');
  const output = join(folder, 'exported.csv');
  expect((await rollbook(['members', 'export', '-o', output], { account })).code).toBe(0);
  expect((await readFile(output, 'utf8')).trim().split('\r\n')).toHaveLength(50);
  const table = await rollbook(['users', 'list'], { account });
  expect(table.out.split('\n')[0]).toMatch(/^ID +EMAIL +NAME +ROLE +STATUS$/);
  const place = ['--dynamodb-endpoint', engineEndpoint(), '--table', api.configuration.table.name];
  expect(await rollbook(['verify', account, ...place])).toMatchObject({
    code: 0,
    out: expect.stringContaining('nothing wrong') as string,
  });
}, 180_000);

test('what is refused ends with 2 and the reason, and completion knows the commands', async () => {
  const refused = await rollbook(['users', 'get', 'user_1'], { account: 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8' });
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(await rollbook(['users', 'list', '--profile', 'none'])).toMatchObject({
    code: 2,
    err: 'There is no profile none.\n',
  });
  const { out } = await rollbook(['completion']);
  expect(out).toContain('users) words="list create get remove import export"');
}, 60_000);
