import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { addMember, createAccount, createServiceGroup, createUser, grantTenant } from '#libs/directory';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { engineEndpoint, indexesSettled } from '../../support/engines/engine.js';
import { everyItem } from '../../support/directory/items.js';

/** The operator's command, as a process of its own: what it prints, and how it ends. */

const entry = fileURLToPath(new URL('../../../apps/local/rollbook.mjs', import.meta.url));

let [opened, other]: TestDirectory[] = [];
let folder: string;
let accountId: string;

beforeAll(async () => {
  [opened, other] = [await openTestDirectory(), await openTestDirectory()];
  folder = await mkdtemp(join(tmpdir(), 'rollbook-command-'));
  const { directory } = opened;
  accountId = (await createAccount(directory, { name: 'Acme' }, byOperator)).state.accountId;
  await createAccount(directory, { name: 'Other' }, byOperator);
  const tenant = grantTenant(directory, accountId);
  const ada = { name: 'Ada', email: 'ada@x.example', role: 'owner' } as const;
  const { userId } = (await createUser(tenant, ada, byOperator)).state;
  const { serviceGroupId } = (await createServiceGroup(tenant, { name: 'dev' }, byOperator)).state;
  await addMember(tenant, serviceGroupId, userId, byOperator);
});
afterAll(async () => {
  await Promise.all([opened?.close(), other?.close()]);
  await rm(folder, { recursive: true, force: true });
});

async function rollbook(...args: string[]) {
  return run([...args, '--dynamodb-endpoint', engineEndpoint(), '--table', opened!.tableName]);
}
async function run(args: string[], input?: string, environment: Record<string, string> = {}) {
  await indexesSettled();
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...process.env, ROLLBOOK_TABLE: '', ROLLBOOK_DYNAMODB_ENDPOINT: '', ...environment },
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}

test('migrate says that the table has the shape this version needs, and then changes nothing', async () => {
  const before = await everyItem(opened!);
  for (const mode of ['--plan', '--run'])
    expect(await rollbook('migrate', mode)).toEqual({
      code: 0,
      err: '',
      out: 'The table has shape 4, which this version needs. There is nothing to do.\n',
    });
  expect(await everyItem(opened!)).toEqual(before);
  for (const modes of [[], ['--plan', '--run']])
    expect(await rollbook('migrate', ...modes)).toMatchObject({
      code: 2,
      err: expect.stringContaining('choose --plan or --run') as unknown,
    });
  const slow = await rollbook('migrate', '--run', '--rate', '0');
  expect(slow).toMatchObject({ code: 2 });
  expect(slow.err).toMatch(/--rate.*It must be a number above 0/);
});

test('table show prints an item with each of its packed attributes on its own', async () => {
  const event = (await everyItem(opened!)).find(({ type }) => type === 'user.created')!;
  const shown = await rollbook('table', 'show', String(event['PK']), String(event['SK']));
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(shown.out)).toEqual(event);
  expect(event).toMatchObject({ schemaVersion: 1, data: { role: 'owner' } });
  const none = await rollbook('table', 'show', 'events:nobody', 'v:1');
  expect(none).toMatchObject({
    code: 2,
    err: expect.stringContaining('has no item events:nobody v:1') as unknown,
  });
});

const forgeName = async (name: string) => {
  const head = (await everyItem(opened!)).find(({ entity }) => entity === 'service-group');
  const Item = marshall({ ...head, name });
  await opened!.client.send(new PutItemCommand({ TableName: opened!.tableName, Item }));
  await indexesSettled();
};

test('verifies one account, or all, and ends with 0 when nothing is wrong', async () => {
  expect(await rollbook('verify', accountId)).toMatchObject({
    code: 0,
    out: `${accountId}  3 aggregates, 4 events, 1 memberships: nothing wrong\n`,
  });
  const { code, out } = await rollbook('verify', '--json');
  expect(code).toBe(0);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { verification: { accountId: string } });
  expect(lines.map(({ verification }) => verification.accountId)).toContain(accountId);
  expect(lines).toHaveLength(2);
});

test('shows how far it is on a terminal, takes that away again, and is silent in a pipe', async () => {
  const args = ['verify', accountId, '--dynamodb-endpoint', engineEndpoint(), '--table', opened!.tableName];
  const clear = '\r\u001b[2K';
  const piped = await run(args);
  expect(piped.code).toBe(0);
  expect(piped.err).not.toContain(clear);
  // What the process is told of its standard error; there need be no terminal where tests run.
  const terminal = '--import=data:text/javascript,process.stderr.isTTY=true';
  const shown = await run(args, undefined, { NODE_OPTIONS: terminal });
  expect(shown).toMatchObject({ code: 0, out: piped.out });
  expect(shown.err).toMatch(new RegExp(`${accountId}  █{30}  100 %  (\\d+) of \\1`));
  expect(shown.err.lastIndexOf(clear)).toBeGreaterThan(shown.err.lastIndexOf('█'));
});

test('finds damage, says what a repair would write, and writes it only on request', async () => {
  await forgeName('forged');
  const found = await rollbook('verify', accountId);
  expect(found.code).toBe(1);
  expect(found.out).toContain('differs in name');
  expect(found.out).toContain('name: "forged", but "dev" by the events');
  const dry = await rollbook('verify', accountId, '--repair');
  expect(dry.code).toBe(1);
  expect(dry.out).toContain('Nothing was written');
  expect((await rollbook('verify', accountId)).code).toBe(1);
  expect((await rollbook('verify', accountId, '--repair', '--yes')).code).toBe(0);
  expect((await rollbook('verify', accountId)).code).toBe(0);
});

test.each([
  ['verify', []],
  ['verify --repair', ['--repair']],
  ['verify --repair --yes', ['--repair', '--yes']],
])('%s of an account that is not there fails and says so', async (_, options) => {
  const { code, err } = await rollbook('verify', 'acct_nobody', ...options);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('There is no account acct_nobody') });
});

test.each([
  ['rebuild', ['acct_nobody', '--yes']],
  ['rebuild', ['search', 'acct_nobody', '--yes']],
  ['export', ['acct_nobody']],
  [
    'republish',
    ['--account', 'acct_nobody', '--from', '2026-01-01T00:00:00Z', '--to', '2026-01-02T00:00:00Z'],
  ],
])('%s of an account that is not there fails, says so and writes nothing: %j', async (command, args) => {
  const before = await everyItem(opened!);
  expect(await rollbook(command, ...args)).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('There is no account acct_nobody in this table.') as string,
  });
  expect(await everyItem(opened!)).toEqual(before);
});

test('rebuilds an account', async () => {
  await forgeName('forged');
  // After a minute, the two counts that no projector has made are due as well.
  expect(await rollbook('rebuild', accountId, '--yes')).toMatchObject({
    code: 0,
    out: expect.stringMatching(`^${accountId}  [13] items written; nothing wrong\n$`) as string,
  });
});

test('exports an account to a file or a pipe, and imports it elsewhere', async () => {
  const file = join(folder, 'acme.ndjson');
  expect((await rollbook('export', accountId, '--output', file)).code).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const piped = await rollbook('export', accountId);
  const text = await readFile(file, 'utf8');
  expect(piped.out.split('\n').slice(1, -2)).toEqual(text.split('\n').slice(1, -2));
  expect((await rollbook('export', accountId, '--output', file)).code).toBe(2);

  const there = ['--dynamodb-endpoint', engineEndpoint(), '--table', other!.tableName];
  expect(await run(['import', file, ...there])).toMatchObject({
    code: 0,
    out: `${accountId}  4 events created, 0 already existed, 3 aggregates\n`,
  });
  expect(await run(['import', ...there], text)).toMatchObject({
    code: 0,
    out: `${accountId}  0 events created, 4 already existed, 3 aggregates\n`,
  });
  expect((await run(['verify', ...there])).code).toBe(0);
  expect(await run(['import', ...there], 'nonsense\n')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Line 1 is not valid JSON') as string,
  });
});

test('says what an account used in a month, and what that costs', async () => {
  const month = new Date().toISOString().slice(0, 7);
  const { code, out } = await rollbook(
    'cost',
    '--account',
    accountId,
    '--month',
    month,
    '--reads',
    '1000000',
  );
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringContaining('4 events, 0 webhook') as string,
  });
  expect(out).toMatch(/^ +0\.88 {2}DynamoDB, reads$/m);
  const json = await rollbook('cost', '--account', accountId, '--month', month, '--json');
  // By the capacity contract: an account, a user, a service group and a membership.
  expect(JSON.parse(json.out)).toMatchObject({ account: accountId, events: 4, writeUnits: 6 + 7 + 7 + 8 });
  expect(await rollbook('cost', '--account', 'acct_nobody', '--month', month)).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no account acct_nobody') as string,
  });
  expect(await rollbook('cost', '--account', accountId, '--month', '2026-13')).toMatchObject({
    code: 2,
    err: expect.stringContaining('It must be a month like 2026-03.') as string,
  });
});

test('ends with 2 and a reason where nobody answers', async () => {
  const { code, err } = await run(['verify', 'acct_1', '--dynamodb-endpoint', 'http://127.0.0.1:9']);
  expect(code).toBe(2);
  expect(err).toContain('ECONNREFUSED');
});

test.each([
  ['an unknown command', ['verfy']],
  ['--yes without --repair', ['verify', '--yes']],
  ['a rebuild without --yes', ['rebuild', 'acct_1']],
])('ends with 2 and a reason: %s', async (_, args) => {
  const { code, err, out } = await rollbook(...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).not.toBe('');
});

test('names the folder in which it found no data and no token of npm start', async () => {
  const nowhere = join(folder, 'nowhere');
  const environment = {
    ROLLBOOK_DATA_DIR: nowhere,
    ROLLBOOK_PROFILES: join(nowhere, 'profiles.json'),
    ROLLBOOK_API_TOKEN: '',
  };
  for (const args of [['verify'], ['accounts', 'list']])
    expect(await run(args, undefined, environment)).toMatchObject({
      out: '',
      err: expect.stringContaining(nowhere) as string,
    });
});

test('runs on the data of npm start while nobody else does', async () => {
  expect(await run(['import', join(folder, 'acme.ndjson'), '--data', join(folder, 'data')])).toMatchObject({
    code: 0,
  });
  const verified = await run(['verify', '--data', join(folder, 'data')]);
  expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('nothing wrong') as string });
});
