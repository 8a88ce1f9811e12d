/** @engines both */
import {
  addMember,
  addTeam,
  addToTeam,
  createServiceGroup,
  createTeam,
  createUser,
  createUsers,
  listAllowedMembersAsOf,
  listAllowedServiceGroupsAsOf,
  listMembersByPaths,
  listMembersByPathsAsOf,
  listServiceGroupsByPaths,
  listServiceGroupsByPathsAsOf,
  listWhoMay,
  observedDirectory,
  removeFromTeam,
  removeMember,
  removeTeam,
  removeUser,
  replaceAccessRoles,
  searchOwnGroups,
  type MembershipByPaths,
  type Page,
  type PageRequest,
  type Tenant,
} from '#libs/directory';
import { MAX_TEAMS_OF_USER, type ServiceGroupId, type TeamId, type UserId } from '#libs/domain';
import { byOperator } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { finishJob } from '../../support/directory/jobs.js';
import { indexesSettled, testOfCalls } from '../../support/engines/engine.js';

let tenant: Tenant;
inAccount((account) => ({ tenant } = account));

let ada: UserId;
let prod: ServiceGroupId;
let team: TeamId;
beforeEach(async () => {
  [ada, prod, team] = [await userCalled('ada'), await groupCalled('prod'), await teamCalled('Platform')];
});

const userCalled = async (name: string) =>
  (await createUser(tenant, { name, email: `${name}@acme.example` }, byOperator)).state.userId;
async function createdUsers(people: Parameters<typeof createUsers>[1]): Promise<UserId[]> {
  const outcome = await createUsers(tenant, people, byOperator);
  if ('answeredBefore' in outcome) throw new Error('They were created before.');
  return outcome.rows.flatMap((row) => (row.done ? [row.state.userId] : []));
}
const groupCalled = async (name: string) =>
  (await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId;
const teamCalled = async (name: string) => (await createTeam(tenant, { name }, byOperator)).state.teamId;
const join = (teamId: TeamId, userId: UserId, terms = {}) =>
  addToTeam(tenant, teamId, userId, terms, byOperator);
const open = (serviceGroupId: ServiceGroupId, teamId: TeamId, terms = {}) =>
  addTeam(tenant, serviceGroupId, teamId, terms, byOperator);
const inHours = (hours: number) => new Date(tenant.directory.steadyNow() + hours * 3_600_000).toISOString();
/** An event is later than those before it of its aggregate, and may so be ahead of the clock. */
const now = () => inHours(0.01);
const timeOf = ({ events }: { events: readonly { at: string }[] }) => events.at(-1)!.at;

/** All pages, of which only the last may be short. */
async function all<Row>(limit: number, list: (page: PageRequest) => Promise<Page<Row>>): Promise<Row[]> {
  await indexesSettled();
  const rows: Row[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list({ limit, cursor });
    rows.push(...page.items);
    if (page.cursor === undefined) return rows;
    expect(page.items).toHaveLength(limit);
    ({ cursor } = page);
  }
}
const members = (limit = 2) => all(limit, (page) => listMembersByPaths(tenant, prod, page));
const membersThen = (asOf: string) =>
  all(100, (page) => listMembersByPathsAsOf(tenant, prod, asOf, { ...page, order: 'ascending' }));
const groups = (limit = 2) => all(limit, (page) => listServiceGroupsByPaths(tenant, ada, page));
const groupsThen = (asOf: string) =>
  all(100, (page) => listServiceGroupsByPathsAsOf(tenant, ada, asOf, { ...page, order: 'ascending' }));
const teamsOf = ({ via }: MembershipByPaths) => via.map(({ teamName }) => teamName);

test('the members of a service group by all paths are in order, each once, with every path', async () => {
  const [grace, edsger, barbara] = [
    await userCalled('grace'),
    await userCalled('edsger'),
    await userCalled('barbara'),
  ];
  const other = await teamCalled('Network');
  const [soon, later] = [inHours(1), inHours(2)];
  await addMember(tenant, prod, grace, byOperator, { expiresAt: soon, reason: 'On call' });
  await addMember(tenant, prod, barbara, byOperator);
  await open(prod, team, { expiresAt: later });
  await open(prod, other);
  for (const userId of [edsger, grace, ada]) await join(team, userId);
  await join(other, ada, { expiresAt: soon });
  const rows = await members();
  expect(rows.map(({ userId }) => userId)).toEqual([ada, grace, edsger, barbara].sort());
  const row = (userId: UserId) => rows.find((each) => each.userId === userId)!;
  expect(row(ada)).toMatchObject({
    ...{ userName: 'ada', serviceGroupName: 'prod', expiresAt: later, addedBy: 'operator:test' },
    via: [
      { teamId: team, teamName: 'Platform', expiresAt: later },
      { teamId: other, teamName: 'Network', expiresAt: soon },
    ],
  });
  expect(row(grace)).toMatchObject({ expiresAt: later, reason: 'On call', via: [{ expiresAt: soon }, {}] });
  expect(teamsOf(row(grace))).toEqual([undefined, 'Platform']);
  expect(row(barbara)).not.toHaveProperty('expiresAt');
  expect(row(barbara).via).toEqual([{ since: row(barbara).since }]);
  expect((await membersThen(now())).map(({ via }) => via)).toEqual(rows.map(({ via }) => via));
  const descending = await all(3, (page) =>
    listMembersByPaths(tenant, prod, { ...page, order: 'descending' }),
  );
  expect(descending).toEqual(rows.toReversed());
  const ending = await listMembersByPaths(tenant, prod, { limit: 10, ending: true });
  expect(ending.items).toEqual(rows.filter(({ userId }) => userId !== barbara));
});

test('pages are full, however the people are spread over the teams', async () => {
  const teams = await Promise.all(['one', 'two', 'three'].map(teamCalled));
  const people = Array.from({ length: 23 }, (_, n) => ({ name: `p${n}`, email: `p${n}@acme.example` }));
  const ids = await createdUsers(people);
  for (const teamId of teams) await open(prod, teamId);
  for (const [n, userId] of ids.entries()) {
    if (n % 4 === 0) await addMember(tenant, prod, userId, byOperator);
    if (n % 3 !== 1) await join(teams[n < 12 ? 0 : 1]!, userId);
    if (n % 3 !== 0) await join(teams[2]!, userId);
  }
  const listed = await members(4);
  expect(listed.map(({ userId }) => userId)).toEqual(ids.toSorted());
  const may = await all(4, (page) => listWhoMay(tenant, prod, 'enter', page));
  expect(may.map(({ userId }) => userId)).toEqual(ids.toSorted());
});

test('a page is filled with what follows what has ended, and leaves nobody out', async () => {
  const people = Array.from({ length: 5 }, (_, n) => ({ name: `p${n}`, email: `p${n}@acme.example` }));
  const ids = (await createdUsers(people)).toSorted();
  const expiresAt = inHours(1);
  for (const userId of ids.slice(0, 2)) await addMember(tenant, prod, userId, byOperator, { expiresAt });
  await addMember(tenant, prod, ids[3]!, byOperator);
  for (const n of [2, 4]) await join(team, ids[n]!);
  await open(prod, team);
  const afterwards = Date.parse(inHours(2));
  const later = { ...tenant, directory: { ...tenant.directory, steadyNow: () => afterwards } } as Tenant;
  const listed = await all(2, (page) => listMembersByPaths(later, prod, page));
  expect(listed.map(({ userId }) => userId)).toEqual(ids.slice(2));
});

test('the service groups of a user by all paths are in order, each once, with every path', async () => {
  const [dev, test, docs] = [await groupCalled('dev'), await groupCalled('test'), await groupCalled('docs')];
  await groupCalled('closed');
  await replaceAccessRoles(
    tenant,
    [{ key: 'reader', name: 'Reader', permissions: ['logs.read'] }],
    byOperator,
  );
  const other = await teamCalled('Network');
  await addMember(tenant, dev, ada, byOperator);
  for (const teamId of [team, other]) await join(teamId, ada);
  await open(prod, team);
  await open(dev, other);
  await open(test, other, { accessRole: 'reader' });
  await open(docs, team);
  await open(docs, other);
  const rows = await groups();
  expect(rows.map(({ serviceGroupId }) => serviceGroupId)).toEqual([prod, dev, test, docs].sort());
  expect(new Map(rows.map((row) => [row.serviceGroupName, teamsOf(row)]))).toEqual(
    new Map([
      ['prod', ['Platform']],
      ['dev', [undefined, 'Network']],
      ['test', ['Network']],
      ['docs', ['Platform', 'Network']],
    ]),
  );
  expect((await groupsThen(now())).map(({ via }) => via)).toEqual(rows.map(({ via }) => via));
  const allowed = await all(2, (page) =>
    listServiceGroupsByPaths(tenant, ada, { ...page, action: 'logs.read' }),
  );
  expect(allowed.map(({ serviceGroupId }) => serviceGroupId)).toEqual([test]);
  const then = await listAllowedServiceGroupsAsOf(tenant, ada, 'logs.read', now(), { limit: 10 });
  expect(then.items.map(({ serviceGroupId }) => serviceGroupId)).toEqual([test]);
  expect(await searchOwnGroups(tenant, { userId: ada, q: 'docs' })).toMatchObject([{ id: docs }]);
  expect(await searchOwnGroups(tenant, { userId: ada, q: 'closed' })).toEqual([]);
  const who = await all(2, (page) => listWhoMay(tenant, test, 'logs.read', page));
  expect(who).toMatchObject([{ userId: ada, userName: 'ada', userStatus: 'active' }]);
  const whoThen = await listAllowedMembersAsOf(tenant, test, 'logs.read', now(), { limit: 10 });
  expect(whoThen.items.map(({ userId }) => userId)).toEqual([ada]);
});

test('what was removed is in no list at once, and stays in those of before', async () => {
  const grace = await userCalled('grace');
  await join(team, ada);
  await join(team, grace);
  await open(prod, team);
  const before = timeOf(await addMember(tenant, prod, grace, byOperator));
  const shown = async () => [
    (await members()).map(({ userId, via }) => [userId, via.length]),
    (await groups()).length,
    (await all(2, (page) => listWhoMay(tenant, prod, 'enter', page))).length,
  ];
  const both = [
    [ada, 1],
    [grace, 2],
  ].sort();
  expect(await shown()).toEqual([both, 1, 2]);
  const user = await removeUser(tenant, grace, byOperator);
  expect(await shown()).toEqual([[[ada, 1]], 1, 1]);
  await finishJob(tenant.directory, user.state.jobId!);
  const { state } = await removeTeam(tenant, team, byOperator);
  expect(await shown()).toEqual([[], 0, 0]);
  expect((await membersThen(before)).map(({ userId, via }) => [userId, via.length])).toEqual(both);
  await finishJob(tenant.directory, state.jobId!);
  expect(await shown()).toEqual([[], 0, 0]);
  expect(await groupsThen(before)).toMatchObject([{ serviceGroupId: prod, via: [{ teamName: 'Platform' }] }]);
  expect((await membersThen(before)).map(({ userId, via }) => [userId, via.length])).toEqual(both);
  expect(await membersThen(now())).toEqual([]);
});

test('a list of before has the paths of then, whatever ended since', async () => {
  await join(team, ada);
  await open(prod, team);
  const both = timeOf(await addMember(tenant, prod, ada, byOperator));
  const byTeam = timeOf(await removeMember(tenant, prod, ada, byOperator));
  await removeFromTeam(tenant, team, ada, byOperator);
  for (const list of [membersThen, groupsThen]) {
    expect((await list(both)).map(teamsOf)).toEqual([[undefined, 'Platform']]);
    expect((await list(byTeam)).map(teamsOf)).toEqual([['Platform']]);
    expect(await list(now())).toEqual([]);
  }
});

testOfCalls()(
  'teams take one round more, of a query each and one call; without teams nothing does',
  async () => {
    const calls: string[] = [];
    const directory = observedDirectory(tenant.directory, ({ operation }) => calls.push(operation));
    const observed = { ...tenant, directory } as Tenant;
    const cost = async (read: () => Promise<unknown>) => {
      calls.length = 0;
      await read();
      return [...calls].sort().join(' ');
    };
    const page = { limit: 25 };
    const ofMembers = () => cost(() => listMembersByPaths(observed, prod, page));
    const ofGroups = () => cost(() => listServiceGroupsByPaths(observed, ada, page));
    const ofWho = () => cost(() => listWhoMay(observed, prod, 'enter', page));
    expect(await ofMembers()).toBe('BatchGetItem Query');
    expect(await ofGroups()).toBe('BatchGetItem Query');
    expect(await ofWho()).toBe('BatchGetItem Query');
    const names = Array.from({ length: MAX_TEAMS_OF_USER - 1 }, (_, n) => `team ${n}`);
    for (const teamId of [team, ...(await Promise.all(names.map(teamCalled)))]) {
      await join(teamId, ada);
      await open(prod, teamId);
    }
    const queries = Array.from({ length: 1 + MAX_TEAMS_OF_USER }, () => 'Query').join(' ');
    expect(await ofMembers()).toBe(`BatchGetItem BatchGetItem ${queries}`);
    // One call more names the groups that only a team opens.
    expect(await ofGroups()).toBe(`BatchGetItem BatchGetItem BatchGetItem ${queries}`);
    expect(await ofWho()).toBe(`BatchGetItem BatchGetItem BatchGetItem ${queries}`);
  },
);
