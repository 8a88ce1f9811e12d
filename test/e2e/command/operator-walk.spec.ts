import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createUsers, grantTenant, openDirectory, type Directory } from '#libs/directory';
import { EVENT_SOURCE, type PublishedEvent } from '#libs/event-contracts';
import { webhookHandler } from '#libs/subscriber';
import { termsFromApi } from '../../../apps/mailer/src/invitation-terms.js';
import { fileMailer } from '../../../apps/mailer/src/file-mailer.js';
import { mailInvitation } from '../../../apps/mailer/src/mailer.js';
import { INVITATION_SECRET, startApi, type RunningApi } from '../../support/api/api.js';
import { finishJob } from '../../support/directory/jobs.js';
import { byOperator } from '../../support/directory/directory.js';
import { startProcessorOf } from '../../support/streams/processor-of-api.js';
import { engineClient, engineEndpoint, indexesSettled } from '../../support/engines/engine.js';
import { testMasterKey } from '../../support/directory/master-key.js';

/**
 * A new operator's first day, with `rollbook` alone. What runs beside the API is done here: the job of an import, and the
 * mail of an invitation.
 */

const program = fileURLToPath(new URL('../../../dist/programs/rollbook.js', import.meta.url));

let api: RunningApi;
let client: ReturnType<typeof engineClient>;
let directory: Directory;
let folder: string;
/** Stands still, for events that share it. */
let moment: number | undefined;
beforeAll(async () => {
  api = await startApi();
  client = engineClient();
  const cursorSecret = 'the cursor secret of a test, 32 characters or more';
  const tableName = api.configuration.table.name;
  const now = () => moment ?? Date.now();
  directory = openDirectory({ client, tableName, cursorSecret, masterKey: testMasterKey(), now });
  folder = await mkdtemp(join(tmpdir(), 'rollbook-walk-'));
});
afterAll(async () => {
  client.destroy();
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

function start(args: string[], account = '') {
  return spawn(process.execPath, [program, ...args], {
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
}

async function rollbook(args: string[], { account = '', input = '' } = {}) {
  const child = start(args, account);
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}

/** What a command prints with --json, when it ends well. */
async function json<T>(args: string[], account = ''): Promise<T[]> {
  await indexesSettled();
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

async function importFile(kind: string, lines: string[]) {
  const file = join(folder, `${kind}.csv`);
  await writeFile(file, lines.join('\n'));
  const [job] = await json<Thing>([kind, 'import', file, '--no-wait']);
  // What the stream processor does.
  await finishJob(directory, job!.id);
  return rollbook(['jobs', 'watch', job!.id, '--json']);
}

/** The file that the mail of an invitation is written to. */
async function mailOf(userId: string, account: string): Promise<string> {
  const events = await json<PublishedEvent>(['events', 'list', '--subject', userId], account);
  const send = fileMailer(join(folder, 'mail'));
  const readTerms = termsFromApi(api.url);
  const options = { send, secret: INVITATION_SECRET, acceptUrl: 'https://app.example.com/accept', readTerms };
  for (const event of events)
    await mailInvitation(options, { source: EVENT_SOURCE, detail: { ...event, accountid: account } });
  return join(folder, 'mail', `${events.at(-1)!.id}.eml`);
}

/** A profile of its own, which becomes the current one. */
async function addProfile(name: string, token: string, account: string[] = []) {
  const added = await rollbook(['profiles', 'add', name, '--api', api.url, ...account], { input: token });
  expect(added).toEqual({ code: 0, out: '', err: '' });
  expect((await stat(join(folder, 'profiles.json'))).mode & 0o777).toBe(0o600);
}

test('an account with an owner, groups and fifty users is made, audited and verified by commands', async () => {
  await addProfile('operator', await api.issuer.signOperatorToken());
  const account = (await json<Thing>(['accounts', 'create', 'Acme']))[0]!.id;
  const invite = ['invitations', 'send', 'ada@x.example', 'Ada', '--role', 'owner'];
  const [owner] = await json<Thing>(invite, account);
  const input = await readFile(await mailOf(owner!.id, account), 'utf8');
  const accepted = await rollbook(['invitations', 'accept', '-', '--json'], { input });
  expect(JSON.parse(accepted.out)).toEqual({ accountId: account, userId: owner!.id });

  // From here on as the owner, with the token of its identity provider, and for this account.
  const userId = owner!.id;
  await addProfile('ada', await api.issuer.signUserToken({ accountId: account, userId }), [
    '--account',
    account,
  ]);
  const dev = (await json<Thing>(['groups', 'create', 'dev']))[0]!.id;
  await json(['groups', 'create', 'prod']);
  const people = Array.from({ length: 50 }, (_, n) => `user${n}@x.example`);
  const users = await importFile('users', [
    'email,name',
    ...people.map((email) => `${email},${email.split('@')[0]}`),
  ]);
  expect(users).toMatchObject({ code: 0, out: expect.stringContaining('"created":50') as string });
  const rows = people.map((email, n) => `${email},${n % 2 ? 'prod' : 'dev'}`);
  const members = await importFile('members', [
    'userEmail,serviceGroupName',
    ...rows,
    'nobody@x.example,dev',
  ]);
  // One row was refused: that is said, and how the command ends.
  expect(members).toMatchObject({ code: 1, out: expect.stringContaining('"created":50') as string });
  expect(members.out).toContain('"line":52,"lastLine":52,"code":"user_not_found"');

  const check = (...names: string[]) => rollbook(['check', ...names]);
  expect(await check('USER1@x.example', 'Prod')).toEqual({
    ...{ code: 0, err: '' },
    out: expect.stringMatching(
      /^yes: user1 \(user1@x\.example\) may enter prod, a member since 20.*\.\n$/,
    ) as string,
  });
  const no = async (why: string, ...names: string[]) =>
    expect(await check(...names)).toEqual({ code: 1, err: '', out: `no: ${why}\n` });
  await no('user0 (user0@x.example) is not a member of prod.', 'user0@x.example', 'prod');
  await no('There is no user nobody@x.example.', 'nobody@x.example', 'prod');
  await no('There is no service group pro.', 'user1@x.example', 'pro');
  await no('There is no service group external:prod.', 'user1@x.example', 'external:prod');
  const [{ userId: first } = { userId: '' }] = await json<{ userId: string }>([
    'check',
    'user1@x.example',
    'prod',
  ]);
  await json(['users', 'suspend', first]);
  await no('user1 (user1@x.example) is a member of prod, but is suspended.', first, 'prod');
  await json(['users', 'reactivate', first]);
  expect(await check(first, dev)).toMatchObject({ code: 1 });

  const shown = await rollbook(['members', 'list', dev]);
  expect(shown.out).toMatch(
    /^USERID +EMAIL +NAME +SINCE +EXPIRESAT +ACCESSROLE\nuser_\w+ +user\d+@x.example +user\d+ +20/,
  );
  const [gone, ...others] = await json<{ userId: string }>(['members', 'list', dev]);
  await json(['members', 'remove', dev, others[0]!.userId]);
  await json(['users', 'remove', gone!.userId]);
  const events = await json<{ type: string }>(['events', 'list', '--limit', '150']);
  expect(events).toHaveLength(109);
  const ofOne = await json<{ type: string }>(['events', 'list', '--subject', gone!.userId]);
  expect(ofOne.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['user.created', 'service_group.member_added', 'user.removed']),
  );
  const output = join(folder, 'exported.csv');
  expect((await rollbook(['members', 'export', '-o', output])).code).toBe(0);
  expect((await readFile(output, 'utf8')).trim().split('\r\n')).toHaveLength(49);
  const lists = [
    ['users', 'list'],
    ['members', 'list', dev],
    ['events', 'list'],
    ['groups', 'list'],
  ];
  for (const list of lists) expect(await json([...list, '--limit', '1'])).toHaveLength(1);
  const table = await rollbook(['users', 'list']);
  expect(table.out.split('\n')[0]).toMatch(/^ID +EMAIL +NAME +ROLE +STATUS$/);
  // The owner, who sends all of this, is the only one who has been here.
  const seen = await json<{ id: string; lastSeenAt: string | null }>(['users', 'list', '--last-seen']);
  expect(seen.filter(({ lastSeenAt }) => lastSeenAt !== null)).toMatchObject([{ id: userId }]);
  expect((await rollbook(['users', 'list', '--last-seen'])).out).toMatch(
    / STATUS +LASTSEENAT\n.* active +20/,
  );
  const [someone] = await json<Record<string, string>>(['users', 'list', '--sort', '-name']);
  expect(await json(['search', someone!['id']!])).toMatchObject([{ kind: 'user', id: someone!['id'] }]);
  const place = ['--dynamodb-endpoint', engineEndpoint(), '--table', api.configuration.table.name];
  expect(await rollbook(['verify', account, ...place])).toMatchObject({
    code: 0,
    out: expect.stringContaining('nothing wrong') as string,
  });
});

test('what can be done can be taken back: accounts, users, invitations, groups, keys', async () => {
  await addProfile('operator', await api.issuer.signOperatorToken());
  const account = (await json<Thing>(['accounts', 'create', 'Undone']))[0]!.id;
  const done = async (...args: string[]) => (await json<Record<string, unknown>>(args, account))[0];
  expect(await done('accounts', 'suspend', account)).toMatchObject({ status: 'suspended' });
  expect(await done('accounts', 'reactivate', account)).toMatchObject({ status: 'active' });
  const login = 'https://login.x.example';
  const rules = async (...args: string[]) => json<object>(['accounts', 'sign-in-rules', ...args], account);
  await rules('set', login, '--domain', 'x.example');
  const trusted = { issuer: login, domains: ['x.example', 'y.example'] };
  expect(await rules('set', login, '--domain', 'x.example', 'y.example')).toEqual([trusted]);
  const byClaim = { issuer: 'https://entra.example', domains: [], externalIdClaim: 'oid' };
  await rules('set', byClaim.issuer, '--external-id-claim', 'oid');
  expect(await rules('list')).toEqual([trusted, byClaim]);
  expect(await rules('remove', login)).toEqual([byClaim]);
  const { id: ada } = (await json<Thing>(['users', 'create', 'ada@x.example', 'Ada'], account))[0]!;
  expect(await done('users', 'suspend', ada)).toMatchObject({ status: 'suspended' });
  expect(await done('users', 'reactivate', ada)).toMatchObject({ status: 'active' });
  expect(await done('users', 'change', ada, '--role', 'admin')).toMatchObject({ role: 'admin', name: 'Ada' });
  const { id: bob } = (await json<Thing>(['invitations', 'send', 'bob@x.example', 'Bob'], account))[0]!;
  expect(await done('invitations', 'resend', bob)).toMatchObject({ status: 'invited' });
  expect(await done('invitations', 'list')).toMatchObject({ id: bob, status: 'pending' });
  expect(await done('invitations', 'revoke', bob)).toEqual({ revoked: bob });
  expect(await done('invitations', 'list')).toBeUndefined();
  const { id: dev } = (await json<Thing>(['groups', 'create', 'dev'], account))[0]!;
  expect(await done('groups', 'rename', dev, 'prod')).toMatchObject({ name: 'prod' });
  const [key] = await json<Thing & { key: string }>(['api-keys', 'create', 'HR', 'users:read'], account);
  await addProfile('hr', key!.key, ['--account', account]);
  expect((await rollbook(['users', 'export'])).out).toContain('ada@x.example,Ada,admin,');
  expect((await rollbook(['users', 'export', '--bom'])).out.startsWith('\ufeff')).toBe(true);
  await rollbook(['profiles', 'remove', 'hr']);
  expect(await done('api-keys', 'revoke', key!.id, '--profile', 'operator')).toEqual({ revoked: key!.id });
  const refused = await rollbook(['accounts', 'close', account]);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("'--yes' not specified") as string });
});

test('events tail shows each event once, however many share a moment', async () => {
  const processor = await startProcessorOf(api);
  await addProfile('operator', await api.issuer.signOperatorToken());
  const account = (await json<Thing>(['accounts', 'create', 'Busy']))[0]!.id;
  const child = start(['events', 'tail', '--from-beginning', '--json'], account);
  try {
    const lines: string[] = [];
    let note = () => {};
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push((JSON.parse(line) as Thing).id);
      note();
    });
    const shown = (count: number) =>
      new Promise<void>((resolve) => {
        note = () => lines.length >= count && resolve();
        note();
      });
    await shown(1);
    moment = Date.now();
    const crowd = Array.from({ length: 130 }, (_, n) => ({
      email: `crowd${n}@x.example`,
      name: `Crowd ${n}`,
      role: 'member' as const,
    }));
    await createUsers(grantTenant(directory, account), crowd, byOperator);
    await shown(131);
    moment = undefined;
    const after = (await json<Thing>(['users', 'create', 'last@x.example', 'Last'], account))[0]!.id;
    await shown(132);
    expect(new Set(lines).size).toBe(132);
    expect(lines.at(-1)).toBe(`${after}.1`);
  } finally {
    moment = undefined;
    child.kill('SIGKILL');
    await processor.stop();
  }
});

test('trigger sends an example to a subscriber, signed like a delivery', async () => {
  const secret = `whsec_${Buffer.from('the secret of a subscriber').toString('base64')}`;
  const received: string[] = [];
  const handler = webhookHandler(
    { receive: ({ id, data }) => Promise.resolve(void received.push(`${id} ${JSON.stringify(data)}`)) },
    { secrets: [secret] },
  );
  const server = createServer((request, response) => void handler(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sent = ['trigger', 'user.suspended', '--to', to, '--data', '{"userName":"Bo"}'];
  expect(await rollbook([...sent, '--secret', secret])).toMatchObject({ code: 0, err: '' });
  expect(received).toEqual([expect.stringMatching(/^user_\w+\.7 \{.*"userName":"Bo"/)]);
  expect(await rollbook(sent)).toMatchObject({ code: 1, out: expect.stringMatching(/^401 /) as string });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const nobody = await rollbook(sent);
  expect(nobody).toMatchObject({
    code: 2,
    err: expect.stringContaining(`Nothing answers at ${to}`) as string,
  });
  const unknown = await rollbook(['trigger', 'user.born']);
  expect(unknown).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no event user.born') as string,
  });
});

test('what is refused ends with 2 and the reason, and completion knows the commands', async () => {
  const refused = await rollbook(['users', 'get', 'user_1'], { account: 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8' });
  expect(refused).toMatchObject({ code: 2, out: '' });
  expect(await rollbook(['users', 'list', '--profile', 'none'])).toMatchObject({
    code: 2,
    err: 'There is no profile none.\n',
  });
  expect(await rollbook(['users', 'list'], { account: 'acct_1' })).toMatchObject({ code: 2 });
});

test('completion says what may come next in bash, and is there for zsh and fish', async () => {
  const { out } = await rollbook(['completion']);
  const ask = (...words: string[]) => {
    const typed = ['rollbook', ...words].map((word) => `'${word}'`).join(' ');
    const lines = [
      out,
      `COMP_WORDS=(${typed})`,
      `COMP_CWORD=${words.length}`,
      '_rollbook',
      'echo "${COMPREPLY[@]}"',
    ];
    return execFileSync('bash', ['-c', lines.join('\n')], { encoding: 'utf8' }).trim();
  };
  expect(ask('us')).toBe('users usage');
  expect(ask('users', 're')).toBe('reactivate remove');
  expect(ask('users', 'import', 'file.csv', '--d')).toBe('--dry-run');
  for (const shell of ['zsh', 'fish'])
    expect((await rollbook(['completion', shell])).out).toContain('reactivate');
});
