/** @engines both */
import {
  addMember,
  addTeam,
  addToTeam,
  createServiceGroup,
  createTeam,
  createUser,
  listMatrix,
  listMatrixAsOf,
  matrixOfUsers,
  matrixOfUsersAsOf,
  observedDirectory,
  removeFromTeam,
  removeTeam,
  type Matrix,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, TeamId, UserId } from '#libs/domain';
import { byOperator } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { finishJob } from '../../support/directory/jobs.js';
import { indexesSettled, testOfCalls } from '../../support/engines/engine.js';

let tenant: Tenant;
inAccount((account) => ({ tenant } = account));

let ada: UserId;
let [prod, dev]: ServiceGroupId[] = [];
let team: TeamId;
beforeEach(async () => {
  ada = (await createUser(tenant, { name: 'Ada', email: 'ada@acme.example' }, byOperator)).state.userId;
  prod = (await createServiceGroup(tenant, { name: 'prod' }, byOperator)).state.serviceGroupId;
  dev = (await createServiceGroup(tenant, { name: 'dev' }, byOperator)).state.serviceGroupId;
  team = (await createTeam(tenant, { name: 'Platform' }, byOperator)).state.teamId;
});

const inHours = (hours: number) => new Date(tenant.directory.steadyNow() + hours * 3_600_000).toISOString();
const shown = ({ rows }: Matrix) =>
  rows.map(({ cells, teamCells }) => ({ cells: Object.keys(cells), teamCells }));

/** However it is asked: of users by name, of all, or as of now or another time. */
async function matrix(asOf = inHours(0.01)) {
  await indexesSettled();
  const groupIds = [prod!, dev!];
  const then = shown(await matrixOfUsersAsOf(tenant, [ada], groupIds, asOf));
  expect(shown(await listMatrixAsOf(tenant, groupIds, asOf, { limit: 10 }))).toEqual(then);
  return then;
}
async function matrixNow() {
  const now = shown(await matrixOfUsers(tenant, [ada], [prod!, dev!]));
  expect(shown(await listMatrix(tenant, [prod!, dev!], { limit: 10 }))).toEqual(now);
  expect(await matrix()).toEqual(now);
  return now;
}

test('what only a team opens is no cell of a member, and is gone with the team', async () => {
  const end = inHours(1);
  await addToTeam(tenant, team, ada, {}, byOperator);
  await addTeam(tenant, prod!, team, { expiresAt: end }, byOperator);
  const added = await addTeam(tenant, dev!, team, {}, byOperator);
  const { events } = await addMember(tenant, dev!, ada, byOperator);
  const both = {
    cells: [dev],
    teamCells: { [prod!]: [{ teamId: team, expiresAt: end }], [dev!]: [{ teamId: team }] },
  };
  expect(await matrixNow()).toEqual([both]);
  const { state } = await removeTeam(tenant, team, byOperator);
  expect(await matrixNow()).toEqual([{ cells: [dev], teamCells: {} }]);
  await finishJob(tenant.directory, state.jobId!);
  expect(await matrixNow()).toEqual([{ cells: [dev], teamCells: {} }]);
  const before = [events, added.events]
    .map((each) => each.at(-1)!.at)
    .sort()
    .at(-1)!;
  expect(await matrix(before)).toEqual([both]);
});

test('a path ends in the matrix as it does in a check', async () => {
  const end = inHours(1);
  await addToTeam(tenant, team, ada, { expiresAt: end }, byOperator);
  await addTeam(tenant, prod!, team, {}, byOperator);
  const at = (time: string) => ({ ...tenant.directory, steadyNow: () => Date.parse(time) });
  const asked = async (time: string) => {
    const directory = at(time) as Tenant['directory'];
    return shown(await matrixOfUsers({ ...tenant, directory }, [ada], [prod!]))[0]!.teamCells;
  };
  expect(await asked(new Date(Date.parse(end) - 1).toISOString())).toHaveProperty(prod!);
  expect(await asked(end)).toEqual({});
  await removeFromTeam(tenant, team, ada, byOperator);
  expect(await asked(inHours(0))).toEqual({});
});

testOfCalls()('only a team that both are in takes a read more', async () => {
  const calls: string[] = [];
  const directory = observedDirectory(tenant.directory, ({ operation }) => calls.push(operation));
  const observed = { ...tenant, directory } as Tenant;
  const cost = async () => {
    calls.length = 0;
    await matrixOfUsers(observed, [ada], [prod!, dev!]);
    return calls.join(' ');
  };
  await addToTeam(tenant, team, ada, {}, byOperator);
  expect(await cost()).toBe('BatchGetItem');
  await addTeam(tenant, prod!, team, {}, byOperator);
  expect(await cost()).toBe('BatchGetItem GetItem');
});
