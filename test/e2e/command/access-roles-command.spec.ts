import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount, createTeam } from '../../support/api/people.js';
import { indexesSettled } from '../../support/engines/engine.js';

/** The access roles of one account, or of all, from a file, by the command, against the API. */

const program = fileURLToPath(new URL('../../../dist/programs/rollbook.js', import.meta.url));

let api: RunningApi;
let folder: string;
let file: string;
beforeEach(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'rollbook-roles-'));
  file = join(folder, 'roles.json');
});
afterEach(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

async function rollbook(words: string[], { token, input }: { token?: string; input?: string } = {}) {
  await indexesSettled();
  const child = spawn(process.execPath, [program, 'access-roles', ...words], {
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      NODE_OPTIONS: '',
      ROLLBOOK_PROFILES: join(folder, 'no-profiles.json'),
      ROLLBOOK_API_URL: api.url,
      ROLLBOOK_API_TOKEN: token ?? (await api.issuer.signOperatorToken()),
      ROLLBOOK_ACCOUNT: '',
    },
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}

const reader = { key: 'log-reader', name: 'Log reader', permissions: ['logs.read'] };
const deployer = { key: 'deployer', name: 'Deployer', permissions: ['deploy'] };
const write = (accessRoles: unknown) => writeFile(file, JSON.stringify({ accessRoles }));
const rolesOf = async (accountId: string) =>
  (await api.operator('GET', `/v1/accounts/${accountId}/access-roles`)).body as {
    version: number;
    accessRoles: { key: string }[];
  };
const keysOf = async (accountId: string) => (await rolesOf(accountId)).accessRoles.map(({ key }) => key);

test('a file is applied to an account: tried first, then done, and then it is unchanged', async () => {
  const { id } = await createAccount(api);
  await write([reader, deployer]);
  const one = ['apply', file, '--account', id];
  const tried = await rollbook([...one, '--dry-run']);
  expect(tried).toEqual({ code: 0, err: '', out: `${id}  created deployer, log-reader\n` });
  expect(await keysOf(id)).toEqual([]);
  expect(await rollbook(one)).toMatchObject({ code: 0, out: `${id}  created deployer, log-reader\n` });
  expect(await rollbook(one)).toMatchObject({ code: 0, out: `${id}  unchanged\n` });
  expect((await rolesOf(id)).version).toBe(2);

  const changed = JSON.stringify({ accessRoles: [{ ...reader, name: 'Reader' }] });
  const piped = await rollbook(['apply', '-', '--account', id, '--json'], { input: changed });
  expect(JSON.parse(piped.out)).toEqual({
    accountId: id,
    created: [],
    changed: ['log-reader'],
    removed: ['deployer'],
  });
  const listed = await rollbook(['list', '--account', id]);
  expect(listed).toMatchObject({ code: 0 });
  expect(listed.out).toMatch(
    /^KEY +NAME +PERMISSIONS +ID\nlog-reader +Reader +\["logs.read"\] +role_\w{26}\n$/,
  );
});

test('with --all every active account gets them; one that refuses is printed, and the others follow', async () => {
  const accounts = [
    await createAccount(api, 'A'),
    await createAccount(api, 'B'),
    await createAccount(api, 'C'),
  ];
  const [first, full, last] = accounts.map(({ id }) => id) as [string, string, string];
  const many = Array.from({ length: 50 }, (_, n) => ({ ...reader, key: `old-${n}` }));
  await api.operator('PUT', `/v1/accounts/${full}/access-roles`, { accessRoles: many });
  const suspended = (await createAccount(api, 'D')).id;
  await api.operator('POST', `/v1/accounts/${suspended}/suspend`, undefined, { 'if-match': '*' });
  // Of 50 roles and 50 others, one transaction cannot change all.
  await write(Array.from({ length: 50 }, (_, n) => ({ ...reader, key: `new-${n}` })));
  const { code, out } = await rollbook(['apply', file, '--all']);
  const lines = out.trim().split('\n');
  expect(lines.map((line) => line.split('  ')[0])).toEqual([first, full, last]);
  expect(lines[1]).toMatch(/refused: change_too_large: .*At most 98/);
  expect(code).toBe(1);
  for (const id of [first, last]) expect(await keysOf(id)).toHaveLength(50);
  expect(await keysOf(suspended)).toEqual([]);
  expect((await keysOf(full))[0]).toBe('old-0');
  const json = await rollbook(['apply', file, '--all', '--json', '--dry-run']);
  expect(
    json.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toMatchObject([
    { accountId: first, created: [], changed: [], removed: [] },
    { accountId: full, refused: { code: 'change_too_large' } },
    { accountId: last, created: [] },
  ]);
});

test('a role that is refused is named by its place, and ends the command with 1', async () => {
  const { id } = await createAccount(api);
  await write([reader, { ...deployer, key: 'De ployer' }]);
  expect(await rollbook(['apply', file, '--account', id])).toMatchObject({
    code: 1,
    out: expect.stringMatching(
      new RegExp(`^${id}  refused: invalid_access_role: /accessRoles/1/key key must be 1 to 64`),
    ) as string,
  });
});

test('what is no set of roles, and whoever may not change one, end it with 2 before anything is changed', async () => {
  const team = await createTeam(api);
  for (const content of ['{', '[]', '{"roles":[]}', 'null']) {
    await writeFile(file, content);
    const ended = await rollbook(['apply', file, '--account', team.account.id]);
    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.err).toMatch(/roles\.json (is not valid JSON|must be an object with a list "accessRoles")/);
  }
  await write([reader]);
  const token = await api.issuer.signUserToken({ accountId: team.account.id, userId: team.member.id });
  const refused = await rollbook(['apply', file, '--account', team.account.id], { token });
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('not_permitted') as string });
  expect(await keysOf(team.account.id)).toEqual([]);
});
