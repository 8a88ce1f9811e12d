import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { createServiceGroup, createTeam } from '../../support/api/people.js';
import { indexesSettled } from '../../support/engines/engine.js';

/** Access that ends and requests for access, by the command, against the API. */

const program = fileURLToPath(new URL('../../../dist/programs/rollbook.js', import.meta.url));

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let groupId: string;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await createTeam(api);
  groupId = (await createServiceGroup(api, team.account.id)).id;
});

type Role = 'admin' | 'member';

/** What a command of this user prints with --json, or why it ends with 2. */
async function rollbook(role: Role, ...args: string[]): Promise<Record<string, unknown>[]> {
  await indexesSettled();
  const accountId = team.account.id;
  const token = await api.issuer.signUserToken({ accountId, userId: team[role].id });
  const child = spawn(process.execPath, [program, ...args, '--json'], {
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      NODE_OPTIONS: '',
      ROLLBOOK_PROFILES: join(tmpdir(), 'rollbook-no-profiles.json'),
      ROLLBOOK_API_URL: api.url,
      ROLLBOOK_API_TOKEN: token,
      ROLLBOOK_ACCOUNT: accountId,
    },
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) return [{ code, err }];
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const one = async (role: Role, ...args: string[]) => (await rollbook(role, ...args))[0] ?? {};
const hoursLeft = ({ expiresAt }: Record<string, unknown>) =>
  Math.round((Date.parse(String(expiresAt)) - Date.now()) / 3_600_000);

test('members are added until a day or for a length, extended, and made permanent', async () => {
  const who = [groupId, team.member.id];
  const until = await one('admin', 'members', 'add', ...who, '--until', '2030-12-31', '--reason', 'Audit');
  expect(until).toMatchObject({ expiresAt: '2031-01-01T00:00:00.000Z', reason: 'Audit' });
  expect(hoursLeft(await one('admin', 'members', 'change', ...who, '--for', '8h'))).toBe(8);
  expect(await rollbook('admin', 'members', 'list', groupId)).toMatchObject([
    { userId: team.member.id, reason: 'Audit' },
  ]);
  expect(await rollbook('admin', 'members', 'ending')).toMatchObject([{ userId: team.member.id }]);
  const later = new Date(Date.now() + 9 * 3_600_000).toISOString();
  expect(await rollbook('admin', 'members', 'ending', '--from', later)).toEqual([]);
  expect(await rollbook('admin', 'members', 'ending', '--to', later)).toHaveLength(1);
  expect(await one('admin', 'members', 'change', ...who, '--permanent')).not.toHaveProperty('expiresAt');
  const passed = await one('admin', 'members', 'change', ...who, '--until', '2020-01-01');
  expect(passed).toMatchObject({ code: 2, err: expect.stringContaining('expiresAt must be') as string });
  const both = await one('admin', 'members', 'change', ...who, '--for', '8h', '--permanent');
  expect(both).toMatchObject({ code: 2, err: expect.stringContaining('cannot be used with') as string });
});

test('the rules of a service group hold for the command, too', async () => {
  expect(
    await one('admin', 'groups', 'rules', groupId, '--max-length', '30d', '--reason-required'),
  ).toMatchObject({ membershipRules: { maxLengthSeconds: 2_592_000, reasonRequired: true } });
  const who = [groupId, team.member.id];
  expect(await one('admin', 'members', 'add', ...who, '--for', '31d', '--reason', 'Audit')).toMatchObject({
    code: 2,
    err: expect.stringContaining('expiresAt') as string,
  });
  expect(await one('admin', 'members', 'add', ...who, '--for', '1d')).toMatchObject({
    code: 2,
    err: expect.stringContaining('reason') as string,
  });
  expect(hoursLeft(await one('admin', 'members', 'add', ...who, '--reason', 'Audit'))).toBe(30 * 24);
});

test('a member asks, and an admin lists, shortens and refuses; what is withdrawn is no longer open', async () => {
  expect(await one('member', 'requests', 'ask', groupId)).toMatchObject({ code: 2 });
  expect(await one('admin', 'groups', 'rules', groupId, '--members-may-ask')).toMatchObject({
    membershipRules: { membersMayAsk: true },
  });
  const ask = async (...args: string[]) =>
    String((await one('member', 'requests', 'ask', groupId, ...args))['id']);
  const open = async (...args: string[]) =>
    (await rollbook('admin', 'requests', 'list', '--status', 'requested', ...args)).map(({ id }) => id);

  const first = await ask('--for', '8h', '--reason', 'To deploy');
  expect(await open()).toEqual([first]);
  expect(await open('--group', groupId)).toEqual([first]);
  expect(await one('member', 'requests', 'approve', first)).toMatchObject({ code: 2 });
  expect(await one('admin', 'requests', 'refuse', first, '--note', 'Not today')).toMatchObject({
    status: 'refused',
    note: 'Not today',
  });
  expect(await one('admin', 'requests', 'approve', first)).toMatchObject({
    code: 2,
    err: expect.stringContaining('no longer open') as string,
  });

  const second = await ask('--for', '8h', '--reason', 'To deploy');
  expect(await one('member', 'requests', 'withdraw', second)).toMatchObject({ status: 'withdrawn' });
  expect(await open()).toEqual([]);

  const third = await ask('--for', '8h', '--reason', 'To deploy');
  const approved = await one('admin', 'requests', 'approve', third, '--for', '2h');
  expect(approved).toMatchObject({ status: 'approved' });
  expect(hoursLeft(approved)).toBe(2);
  expect(await one('admin', 'requests', 'get', third)).toMatchObject({ status: 'approved' });
  expect(await rollbook('admin', 'members', 'list', groupId)).toMatchObject([
    { userId: team.member.id, reason: 'To deploy' },
  ]);
  const asked = await rollbook('admin', 'requests', 'list', '--user', team.member.id);
  expect(asked.map(({ status }) => status).sort()).toEqual(['approved', 'refused', 'withdrawn']);
});
