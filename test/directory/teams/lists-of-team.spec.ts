/** @engines both */
import {
  addTeam,
  addToTeam,
  changeTeamAccess,
  changeTeamPlace,
  commandUser,
  createServiceGroup,
  createTeam,
  createUser,
  listGroupsOfTeam,
  listGroupsOfTeamAsOf,
  listTeamMembers,
  listTeamMembersAsOf,
  removeFromTeam,
  removeServiceGroup,
  removeTeam,
  removeTeamAccess,
  removeUser,
  updateServiceGroup,
  updateTeam,
  type PageRequest,
  type Page,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, TeamId, UserId } from '#libs/domain';
import { byOperator } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { finishJob } from '../../support/directory/jobs.js';
import { indexesSettled } from '../../support/engines/engine.js';

let tenant: Tenant;
inAccount((account) => ({ tenant } = account));

let team: TeamId;
let users: UserId[];
let groups: ServiceGroupId[];
beforeEach(async () => {
  team = (await createTeam(tenant, { name: 'Platform' }, byOperator)).state.teamId;
  users = [];
  groups = [];
  for (const n of [0, 1, 2, 3]) {
    const user = { name: `user ${n}`, email: `user-${n}@acme.example` };
    users.push((await createUser(tenant, user, byOperator)).state.userId);
    groups.push((await createServiceGroup(tenant, { name: `group ${n}` }, byOperator)).state.serviceGroupId);
  }
});

const inHours = (hours: number) => new Date(tenant.directory.steadyNow() + hours * 3_600_000).toISOString();

interface Held {
  userId?: UserId;
  serviceGroupId?: ServiceGroupId;
  since: string;
  expiresAt?: string;
  reason?: string;
}
/** Without the names, of which lists of now have copies. */
const heldIn = (rows: readonly Held[]) =>
  rows.map(({ userId, serviceGroupId, since, expiresAt, reason }) => ({
    ...{ id: userId ?? serviceGroupId, since, expiresAt, reason },
  }));

async function all<Row>(list: (page: PageRequest) => Promise<Page<Row>>, limit = 2): Promise<Row[]> {
  await indexesSettled();
  const rows: Row[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list({ limit, cursor });
    rows.push(...page.items);
    if (page.cursor === undefined) return rows;
    ({ cursor } = page);
  }
}
const members = () => all((page) => listTeamMembers(tenant, team, page));
const opened = () => all((page) => listGroupsOfTeam(tenant, team, page));
const membersThen = (asOf: string, order?: 'descending') =>
  all((page) => listTeamMembersAsOf(tenant, team, asOf, { ...page, ...(order && { order }) }));
const openedThen = (asOf: string, order?: 'descending') =>
  all((page) => listGroupsOfTeamAsOf(tenant, team, asOf, { ...page, ...(order && { order }) }));

type Done = { events: readonly { at: string }[] };
/** When each of some changes was there, with what was listed then. */
async function listedAfterEach(changes: readonly (() => Promise<Done>)[], list: () => Promise<Held[]>) {
  const seen: { at: string; rows: ReturnType<typeof heldIn> }[] = [];
  for (const change of changes) {
    const { events } = await change();
    seen.push({ at: events.at(-1)!.at, rows: heldIn(await list()) });
  }
  return seen;
}

test('the people of a team at any time are those who were listed then, with their ends and reasons', async () => {
  const [one, two, three, four] = users as [UserId, UserId, UserId, UserId];
  const expiresAt = inHours(5);
  const seen = await listedAfterEach(
    [
      () => addToTeam(tenant, team, one, { reason: 'New' }, byOperator),
      () => addToTeam(tenant, team, two, { expiresAt }, byOperator),
      () => changeTeamPlace(tenant, team, two, { expiresAt: inHours(9), reason: 'Longer' }, byOperator),
      () => addToTeam(tenant, team, three, {}, byOperator),
      () => removeFromTeam(tenant, team, one, byOperator),
      () => addToTeam(tenant, team, four, {}, byOperator),
      () => addToTeam(tenant, team, one, { reason: 'Again' }, byOperator),
      () => removeFromTeam(tenant, team, three, byOperator),
    ],
    members,
  );
  expect(seen.map(({ rows }) => rows.length)).toEqual([1, 2, 2, 3, 2, 3, 4, 3]);
  const { state } = await removeUser(tenant, four, byOperator);
  await finishJob(tenant.directory, state.jobId!);
  for (const { at, rows } of seen) expect(heldIn(await membersThen(at))).toEqual(rows);
  const last = seen.at(-1)!;
  expect(heldIn(await membersThen(last.at, 'descending'))).toEqual(last.rows.toReversed());
  expect(heldIn(await membersThen(inHours(7))).map(({ id }) => id)).toEqual([one, two].toSorted());
  expect(heldIn(await membersThen(inHours(9))).map(({ id }) => id)).toEqual([one]);
});

test('the service groups of a team at any time are those that were listed then', async () => {
  const [one, two, three] = groups as [ServiceGroupId, ServiceGroupId, ServiceGroupId];
  const seen = await listedAfterEach(
    [
      () => addTeam(tenant, one, team, { reason: 'New' }, byOperator),
      () => addTeam(tenant, two, team, { expiresAt: inHours(5) }, byOperator),
      () => changeTeamAccess(tenant, two, team, { expiresAt: null, reason: 'For good' }, byOperator),
      () => addTeam(tenant, three, team, {}, byOperator),
      () => removeTeamAccess(tenant, one, team, byOperator),
      () => addTeam(tenant, one, team, { expiresAt: inHours(5) }, byOperator),
    ],
    opened,
  );
  expect(seen.map(({ rows }) => rows.length)).toEqual([1, 2, 2, 3, 2, 3]);
  const { state } = await removeServiceGroup(tenant, three, byOperator);
  await finishJob(tenant.directory, state.jobId!);
  for (const { at, rows } of seen) expect(heldIn(await openedThen(at))).toEqual(rows);
  const last = seen.at(-1)!;
  expect(heldIn(await openedThen(last.at, 'descending'))).toEqual(last.rows.toReversed());
  expect(heldIn(await openedThen(inHours(5))).map(({ id }) => id)).toEqual([two]);
});

test('all sides are called as they were, and a team that was removed is there until then', async () => {
  const [userId, serviceGroupId] = [users[0]!, groups[0]!];
  await addToTeam(tenant, team, userId, {}, byOperator);
  const { events } = await addTeam(tenant, serviceGroupId, team, {}, byOperator);
  const before = events.at(-1)!.at;
  await commandUser(tenant, userId, { type: 'change_user', name: 'Renamed' }, byOperator);
  await updateServiceGroup(tenant, serviceGroupId, { name: 'renamed' }, byOperator);
  await updateTeam(tenant, team, { name: 'Renamed' }, byOperator);
  const removal = await removeTeam(tenant, team, byOperator);
  const names = async () => [
    ...(await membersThen(before)).map(({ userName, teamName }) => [userName, teamName]),
    ...(await openedThen(before)).map(({ serviceGroupName, teamName }) => [serviceGroupName, teamName]),
  ];
  const expected = [
    ['user 0', 'Platform'],
    ['group 0', 'Platform'],
  ];
  expect(await names()).toEqual(expected);
  await finishJob(tenant.directory, removal.state.jobId!);
  expect(await names()).toEqual(expected);
  const missing = { code: 'team_not_found' };
  for (const list of [membersThen, openedThen]) {
    await expect(list(inHours(0.01))).rejects.toMatchObject(missing);
    await expect(list('2020-01-01T00:00:00.000Z')).rejects.toMatchObject(missing);
  }
});
