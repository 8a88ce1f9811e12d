/** @engines both */
import {
  addMember,
  addTeam,
  addToTeam,
  createServiceGroup,
  createTeam,
  createUser,
  observedDirectory,
  removeFromTeam,
  removeTeam,
  searchGroupsOfTeam,
  searchMembers,
  searchTeamMembers,
  searchUsers,
  type MembershipView,
  type Page,
  type PageRequest,
  type Tenant,
  type UserFilter,
} from '#libs/directory';
import type { ServiceGroupId, TeamId, UserId } from '#libs/domain';
import { byOperator } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { rebuildAccount } from '../../support/directory/settled.js';
import { indexesSettled, testOfCalls } from '../../support/engines/engine.js';

let tenant: Tenant;
inAccount((account) => ({ tenant } = account));

let prod: ServiceGroupId;
let teams: TeamId[];
let users: Map<string, UserId>;
beforeEach(async () => {
  prod = (await createServiceGroup(tenant, { name: 'prod' }, byOperator)).state.serviceGroupId;
  teams = [];
  for (const name of ['Platform', 'Support'])
    teams.push((await createTeam(tenant, { name }, byOperator)).state.teamId);
  users = new Map();
  for (const name of ['Zoe Member', 'Yan Platform', 'Xia Both', 'Will Outside', 'Vic Support']) {
    const user = {
      name,
      email: `${name.slice(0, 3).trim().toLowerCase()}@acme.example`,
      externalId: `hr-${name.slice(0, 3)}`,
    };
    users.set(name.split(' ')[0]!, (await createUser(tenant, user, byOperator)).state.userId);
  }
  const [platform, support] = teams as [TeamId, TeamId];
  await addMember(tenant, prod, idOf('Zoe'), byOperator, { reason: 'On call' });
  await addMember(tenant, prod, idOf('Xia'), byOperator, { expiresAt: inHours(1) });
  for (const name of ['Yan', 'Xia', 'Zoe']) await addToTeam(tenant, platform, idOf(name), {}, byOperator);
  await addToTeam(tenant, support, idOf('Vic'), { expiresAt: inHours(3) }, byOperator);
  await addTeam(tenant, prod, platform, {}, byOperator);
  await addTeam(tenant, prod, support, { expiresAt: inHours(2) }, byOperator);
  await rebuildAccount(tenant);
  await indexesSettled();
});

const idOf = (name: string) => users.get(name)!;
const inHours = (hours: number) => new Date(tenant.directory.steadyNow() + hours * 3_600_000).toISOString();
/** As others see it, for whom it is so many hours later. */
const later = (hours: number): Tenant => {
  const { now, steadyNow } = tenant.directory;
  const ahead = hours * 3_600_000;
  const directory = { ...tenant.directory, now: () => now() + ahead, steadyNow: () => steadyNow() + ahead };
  return { ...tenant, directory };
};
/** Of all pages. */
async function rowsOf(request: object, of = tenant, limit = 2): Promise<MembershipView[]> {
  const rows: MembershipView[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await searchMembers(of, prod, { paths: 'all', ...request, limit, cursor });
    rows.push(...page.items);
    if (page.cursor === undefined) return rows;
    ({ cursor } = page);
  }
}
const names = async (request: object, of = tenant) =>
  (await rowsOf(request, of)).map(({ userName }) => userName.split(' ')[0]);

test('who may enter is sorted and searched, each once, with every path', async () => {
  const rows = await rowsOf({ sort: 'name' });
  const teamsOf = (row: object) =>
    (row as { via: { teamName?: string }[] }).via.map(({ teamName }) => teamName);
  expect(rows.map((row) => [row.userName, teamsOf(row)])).toEqual([
    ['Vic Support', ['Support']],
    ['Xia Both', [undefined, 'Platform']],
    ['Yan Platform', ['Platform']],
    ['Zoe Member', [undefined, 'Platform']],
  ]);
  expect(rows[0]).toMatchObject({
    serviceGroupName: 'prod',
    userEmail: 'vic@acme.example',
    addedBy: 'operator:test',
  });
  expect(rows[0]!.expiresAt).toMatch(/Z$/);
  expect(rows[1]).not.toHaveProperty('expiresAt');
  expect(rows[3]).toMatchObject({ reason: 'On call' });
  expect(await names({ sort: '-name' })).toEqual(['Zoe', 'Yan', 'Xia', 'Vic']);
  expect(await names({})).toEqual(['Zoe', 'Yan', 'Xia', 'Vic']);
  expect(await names({ sort: 'name', ending: true })).toEqual(['Vic']);
  expect(await names({ q: 'plat' })).toEqual(['Yan']);
  expect(await names({ q: 'OUTSIDE' })).toEqual([]);
  // Not by what people have in other systems.
  expect(await names({ q: 'hr' })).toEqual([]);
});

test('of memberships alone neither the others nor their paths are found', async () => {
  const rows = await rowsOf({ paths: 'direct', sort: 'name' });
  expect(rows.map(({ userName }) => userName)).toEqual(['Xia Both', 'Zoe Member']);
  expect(rows[0]).not.toHaveProperty('via');
  expect(rows[0]).toHaveProperty('expiresAt');
});

test('a search of users by a service group looks at teams if it is to', async () => {
  const found = async (filter: UserFilter) => {
    const page = await searchUsers(tenant, { filter, sort: 'name', count: true, limit: 10 });
    return [page.total?.value, ...page.items.map(({ name }) => name.split(' ')[0])];
  };
  expect(await found({ groupId: prod })).toEqual([2, 'Xia', 'Zoe']);
  expect(await found({ groupId: prod, paths: 'all' })).toEqual([4, 'Vic', 'Xia', 'Yan', 'Zoe']);
  expect(await found({ notInGroupId: prod, paths: 'all' })).toEqual([1, 'Will']);
});

test('what ends, is left or is removed opens nothing from then on', async () => {
  expect(await names({ sort: 'name' })).toEqual(['Vic', 'Xia', 'Yan', 'Zoe']);
  expect(await names({ sort: 'name' }, later(2.1))).toEqual(['Xia', 'Yan', 'Zoe']);
  // What is known of the people of a team may be moments old, what is shown is not.
  await removeFromTeam(tenant, teams[0]!, idOf('Yan'), byOperator);
  expect(await names({ sort: 'name' })).toEqual(['Vic', 'Xia', 'Zoe']);
  await removeTeam(tenant, teams[1]!, byOperator);
  expect(await names({ sort: 'name' })).toEqual(['Xia', 'Zoe']);
});

test('who joins a team is found 5 seconds later, at the latest', async () => {
  expect(await names({ q: 'will' })).toEqual([]);
  await addToTeam(tenant, teams[0]!, idOf('Will'), {}, byOperator);
  await indexesSettled();
  expect(await names({ q: 'will' }, later(6 / 3_600))).toEqual(['Will']);
});

testOfCalls()('a team is read once in 5 seconds; without teams a search is the calls of one', async () => {
  const calls: string[] = [];
  const directory = observedDirectory(tenant.directory, ({ operation }) => calls.push(operation));
  const observed = { ...tenant, directory } as Tenant;
  const cost = async (request: object) => {
    calls.length = 0;
    await rowsOf(request, observed, 10);
    return calls.toSorted().join(' ');
  };
  await cost({ paths: 'direct', sort: 'name' });
  const direct = await cost({ paths: 'direct', sort: 'name' });
  const first = await cost({ sort: 'name' });
  const again = await cost({ sort: 'name' });
  const { state } = await createServiceGroup(tenant, { name: 'bare' }, byOperator);
  calls.length = 0;
  await searchMembers(observed, state.serviceGroupId, { paths: 'all', sort: 'name', limit: 10 });
  expect(calls.toSorted().join(' ')).toBe(direct);
  const batches = (count: number) => Array.from({ length: count }, () => 'BatchGetItem').join(' ');
  // The changes of the search, and the members, as they were counted just now.
  expect(direct).toBe(`${batches(3)} Query Query`);
  // The teams' heads; what is shown of the teams, and the places.
  expect(first).toBe(`${batches(6)} Query Query Query Query`);
  expect(again).toBe(`${batches(6)} Query Query`);
});

test('where the people of a team are too many to be kept, those who are found are looked up', async () => {
  const until = Infinity;
  for (const teamId of teams) tenant.directory.search.people.set(teamId, { until, places: undefined });
  expect(await names({ sort: 'name' })).toEqual(['Vic', 'Xia', 'Yan', 'Zoe']);
  expect(await names({ sort: 'name' }, later(2.1))).toEqual(['Xia', 'Yan', 'Zoe']);
  const filter = { notInGroupId: prod, paths: 'all' } as const;
  const others = await searchUsers(tenant, { filter, count: true, limit: 10 });
  expect(others).toMatchObject({ items: [{ name: 'Will Outside' }], total: { value: 1, exact: false } });
});

/** Of all pages. */
async function all<Row>(list: (page: PageRequest) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list({ limit: 2, cursor });
    rows.push(...page.items);
    if (page.cursor === undefined) return rows;
    ({ cursor } = page);
  }
}

test('the people of a team are sorted and searched, with their places', async () => {
  const [platform, support] = teams as [TeamId, TeamId];
  const peopleIn = async (teamId: TeamId, request: object, of = tenant) =>
    (await all((page) => searchTeamMembers(of, teamId, { ...request, ...page }))).map(
      ({ userName }) => userName.split(' ')[0],
    );
  expect(await peopleIn(platform, { sort: 'name' })).toEqual(['Xia', 'Yan', 'Zoe']);
  expect(await peopleIn(platform, { sort: '-email' })).toEqual(['Zoe', 'Yan', 'Xia']);
  expect(await peopleIn(platform, { q: 'yan' })).toEqual(['Yan']);
  expect(await peopleIn(platform, { q: 'hr' })).toEqual([]);
  expect(await peopleIn(platform, { sort: 'name', ending: true })).toEqual([]);
  expect(await peopleIn(support, { sort: 'name', ending: true })).toEqual(['Vic']);
  expect(await peopleIn(support, { sort: 'name' }, later(3.1))).toEqual([]);
  const whole = await searchTeamMembers(tenant, platform, { sort: 'name', limit: 3 });
  expect([whole.items.length, whole.cursor]).toEqual([3, undefined]);
  const { items } = await searchTeamMembers(tenant, support, { q: 'vic', limit: 10 });
  expect(items).toMatchObject([{ teamId: support, teamName: 'Support', userEmail: 'vic@acme.example' }]);
  await removeFromTeam(tenant, platform, idOf('Yan'), byOperator);
  expect(await peopleIn(platform, { sort: 'name' })).toEqual(['Xia', 'Zoe']);
  tenant.directory.search.people.set(platform, { until: Infinity, places: undefined });
  expect(await peopleIn(platform, { sort: 'name' })).toEqual(['Xia', 'Zoe']);
  await removeTeam(tenant, platform, byOperator);
  await expect(peopleIn(platform, { sort: 'name' })).rejects.toMatchObject({ code: 'team_not_found' });
});

test('the service groups of a team are sorted and searched, with its access', async () => {
  const [platform, support] = teams as [TeamId, TeamId];
  for (const name of ['dev', 'billing', 'closed']) {
    const { state } = await createServiceGroup(tenant, { name, externalId: `x-${name}` }, byOperator);
    if (name !== 'closed') await addTeam(tenant, state.serviceGroupId, platform, {}, byOperator);
  }
  await rebuildAccount(tenant);
  const opened = async (teamId: TeamId, request: object, of = tenant) =>
    (await all((page) => searchGroupsOfTeam(of, teamId, { ...request, ...page }))).map(
      ({ serviceGroupName }) => serviceGroupName,
    );
  expect(await opened(platform, { sort: 'name' })).toEqual(['billing', 'dev', 'prod']);
  expect(await opened(platform, { sort: '-createdAt' })).toEqual(['billing', 'dev', 'prod']);
  expect(await opened(platform, { sort: 'createdAt' })).toEqual(['prod', 'dev', 'billing']);
  expect(await opened(platform, { q: 'BILL' })).toEqual(['billing']);
  expect(await opened(platform, { q: 'x' })).toEqual([]);
  expect(await opened(support, { sort: 'name', ending: true })).toEqual(['prod']);
  expect(await opened(support, { sort: 'name' }, later(2.1))).toEqual([]);
  await removeTeam(tenant, platform, byOperator);
  await expect(opened(platform, { q: 'dev' })).rejects.toMatchObject({ code: 'team_not_found' });
});
