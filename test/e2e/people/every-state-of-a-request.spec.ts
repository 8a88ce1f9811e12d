import { readFileSync } from 'node:fs';
import { inParallel } from '#libs/pacing';
import { noticeToken } from '#libs/secrets';
import {
  INVITATION_SECRET,
  startApi,
  type Answer,
  type Ask,
  type RunningApi,
} from '../../support/api/api.js';
import { created, createServiceGroup, createTeam, createUser } from '../../support/api/people.js';
import { indexesSettled } from '../../support/engines/engine.js';
import { eventually } from '../../support/eventually.js';

/** Every state of a request against every state of its service group, its user and whoever decides: the tables of docs/requests.md. */

const REQUESTS = ['open', 'approved', 'refused', 'withdrawn', 'lapsed'] as const;
const GROUPS = ['there', 'closed', 'for admins', 'removed'] as const;
const USERS = ['active', 'member', 'suspended', 'removed', 'erased'] as const;
type State = Readonly<Record<string, string>>;

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface Table {
  /** Of the columns that say what the case is. */
  cases: string[];
  rows: Record<string, string>[];
}

const IS_CASE = new Set(['who', 'request', 'service group', 'user']);

/** Below a heading of the page. The column `user` of the mails is an answer: it comes after the cases. */
function tableOf(heading: string): Table {
  const page = readFileSync(new URL('../../../docs/requests.md', import.meta.url), 'utf8');
  const lines = page.split(`## ${heading}\n`)[1]!.split('\n## ')[0]!.split('\n');
  const [names = [], , ...rows] = lines
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  const answers = rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])));
  return { cases: names.filter((name) => IS_CASE.has(name)), rows: answers };
}

/** What the page says of a case: the first row that fits. */
function saidOf({ cases, rows }: Table, state: State): State {
  const fits = (row: State) =>
    cases.every((name) => row[name] === 'any' || row[name]?.split(', ').includes(state[name] ?? ''));
  const row = rows.find(fits);
  if (!row) throw new Error(`Nothing is said of ${JSON.stringify(state)}.`);
  return Object.fromEntries(Object.entries(row).filter(([name]) => !cases.includes(name)));
}

const seen = tableOf('What is seen');
const decided = tableOf('Who decides');
const withdrawn = tableOf('Who withdraws');
const mailed = tableOf('Who is mailed');

interface Case {
  state: State;
  id: string;
  user: { id: string; email: string };
  asUser: Ask;
}

interface Place {
  team: Awaited<ReturnType<typeof createTeam>>;
  groupPath: string;
  groupId: string;
  manager: Awaited<ReturnType<typeof createUser>>;
}

/** Asks until a time that is over soon, and later if the machine was so slow that it was over before. */
async function soonOver(ask: (wish: object) => Promise<Answer>): Promise<Answer> {
  for (let milliseconds = 500; ; milliseconds *= 2) {
    const answer = await ask({ expiresAt: new Date(Date.now() + milliseconds).toISOString() });
    if (answer.body.code !== 'invalid_expires_at') return answer;
  }
}

/** An account with a service group in this state, and a request in each state of a user in that state. */
async function arrange(group: string, user: string): Promise<{ place: Place; cases: Case[] }> {
  const team = await createTeam(api);
  const { id: groupId } = await createServiceGroup(api, team.account.id);
  const groupPath = `${team.path}/service-groups/${groupId}`;
  const manager = await createUser(api, team.account.id);
  created(await api.operator('PUT', `${groupPath}/managers/${manager.id}`));
  const rule = async (membershipRules: object) =>
    created(await api.operator('PATCH', groupPath, { membershipRules }));
  await rule({ membersMayAsk: true });
  const cases: Case[] = [];
  for (const request of REQUESTS) {
    const asker = await createUser(api, team.account.id, 'admin');
    const asUser = await api.as(asker);
    const ask = (wish: object) =>
      asUser('POST', `${team.path}/access-requests`, { serviceGroupId: groupId, ...wish });
    const { id } = created<{ id: string }>(await (request === 'lapsed' ? soonOver(ask) : ask({})));
    cases.push({ state: { request, 'service group': group, user }, id, user: asker, asUser });
  }
  const become = async ({ id, state: { request }, asUser }: Case) => {
    const one = `${team.path}/access-requests/${id}`;
    const ofGroup = `${groupPath}/access-requests/${id}`;
    if (request === 'approved') created(await api.operator('POST', `${ofGroup}/approve`, {}));
    if (request === 'refused') created(await api.operator('POST', `${ofGroup}/refuse`, {}));
    if (request === 'withdrawn') created(await asUser('POST', `${one}/withdraw`));
    if (request !== 'lapsed') return;
    await eventually('lapsed', async () => (await api.operator('GET', one)).body.status === 'lapsed');
  };
  for (const one of cases) await become(one);
  if (group === 'closed') await rule({ membersMayAsk: false });
  if (group === 'for admins') await rule({ approvers: 'admins' });
  for (const { user: asker } of cases) {
    const one = `${team.path}/users/${asker.id}`;
    if (user === 'member') created(await api.operator('PUT', `${groupPath}/members/${asker.id}`));
    if (user === 'suspended') created(await api.operator('POST', `${one}/suspend`));
    if (user === 'removed' || user === 'erased')
      expect(statusOf(await api.operator('DELETE', one))).toBe('yes');
    if (user === 'erased') expect(statusOf(await api.operator('POST', `${one}/erase`))).toBe('yes');
  }
  if (group === 'removed') expect(statusOf(await api.operator('DELETE', groupPath))).toBe('yes');
  return { place: { team, groupPath, groupId, manager }, cases };
}

/** Yes, or the code with which it is refused. */
const statusOf = ({ status, body }: Answer): string => (status < 300 ? 'yes' : (body.code as string));

async function expectSeen({ team, groupPath, groupId }: Place, { state, id, user }: Case): Promise<void> {
  const ask = team.asks.admin;
  const listed = async (path: string) => {
    const answer = await ask('GET', `${path}${path.includes('?') ? '&' : '?'}limit=100`);
    if (answer.status !== 200) return statusOf(answer);
    return answer.body.data.some((each: { id: string }) => each.id === id) ? 'yes' : 'no';
  };
  const requests = `${team.path}/access-requests`;
  const one = await ask('GET', `${requests}/${id}`);
  const isOpen = await listed(`${requests}?status=requested&serviceGroupId=${groupId}`);
  expect({
    ...state,
    'the request': statusOf(one),
    "account's list": await listed(requests),
    "group's list": await listed(`${groupPath}/access-requests`),
    "user's list": await listed(`${team.path}/users/${user.id}/access-requests`),
    // A list of a service group that has been removed is refused.
    'open and counted': isOpen === 'yes' ? 'yes' : 'no',
    count: (await ask('GET', `${requests}/count`)).body.value,
  }).toEqual({
    ...state,
    ...saidOf(seen, state),
    // Of all requests of the account one may be open.
    count: saidOf(seen, { ...state, request: 'open' })['open and counted'] === 'yes' ? 1 : 0,
  });
  if (one.status === 200)
    expect(one.body.status).toBe(state['request'] === 'open' ? 'requested' : state['request']);
}

async function expectDecided(
  { team, groupPath, manager }: Place,
  { state, id, asUser }: Case,
): Promise<void> {
  const deciders: [string, Ask][] = [
    ['an admin', team.asks.admin],
    ['an owner', team.asks.owner],
    ['a manager', await api.as(manager)],
    ['another member', team.asks.member],
    ['the user', asUser],
  ];
  for (const [who, ask] of deciders) {
    const tried = async (what: string) =>
      statusOf(await ask('POST', `${groupPath}/access-requests/${id}/${what}?dryRun=true`, {}));
    const answers = { approve: await tried('approve'), refuse: await tried('refuse') };
    expect({ who, ...state, ...answers }).toEqual({ who, ...state, ...saidOf(decided, { who, ...state }) });
  }
  const own = await asUser('POST', `${team.path}/access-requests/${id}/withdraw?dryRun=true`);
  expect({ ...state, withdraw: statusOf(own) }).toEqual({ ...state, ...saidOf(withdrawn, state) });
}

async function expectMailed({ team, manager }: Place, { state, id, user }: Case): Promise<void> {
  const recipients = async (version: number): Promise<string[]> => {
    const token = noticeToken(INVITATION_SECRET, team.account.id, `${id}.${version}`);
    const { status, body } = await api.operator('POST', '/v1/notices/inspect', { token });
    return status === 200 ? body.recipients.map(({ email }: { email: string }) => email) : [];
  };
  const { 'those who decide': toDeciders, 'the user': toUser } = saidOf(mailed, state);
  const asked = await recipients(1);
  const deciders = state['service group'] === 'for admins' ? [team.owner, team.admin] : [manager];
  const isWhole = deciders.every(({ email }) => asked.includes(email)) && !asked.includes(user.email);
  expect({ ...state, asked, isWhole }).toEqual({
    ...{ ...state, asked: toDeciders === 'yes' ? asked : [] },
    isWhole: toDeciders === 'yes',
  });
  expect({ ...state, told: await recipients(2) }).toEqual({
    ...{ ...state, told: toUser === 'yes' ? [user.email] : [] },
  });
}

test('every reader of a request answers in every state as docs/requests.md says', async () => {
  const pairs = GROUPS.flatMap((group) => USERS.map((user) => [group, user] as const));
  let tried = 0;
  await inParallel(pairs, 4, async ([group, user]) => {
    const { place, cases } = await arrange(group, user);
    await indexesSettled();
    for (const each of cases) {
      await expectSeen(place, each);
      await expectDecided(place, each);
      await expectMailed(place, each);
      tried += 1;
    }
  });
  expect(tried).toBe(REQUESTS.length * GROUPS.length * USERS.length);
});
