/** @engines both */
import {
  addMember,
  addTeam,
  addToTeam,
  checkAccess,
  commandAccount,
  commandUser,
  createServiceGroup,
  createTeam,
  createUser,
  explainAccess,
  explainAccessAsOf,
  removeFromTeam,
  removeMember,
  removeServiceGroup,
  removeTeam,
  removeTeamAccess,
  removeUser,
  replaceAccessRoles,
  type Explanation,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, TeamId, UserId } from '#libs/domain';
import { byOperator } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { finishJob } from '../../support/directory/jobs.js';
import { indexesSettled } from '../../support/engines/engine.js';

let tenant: Tenant;
inAccount((account) => ({ tenant } = account));

let ada: UserId;
let prod: ServiceGroupId;
let team: TeamId;
beforeEach(async () => {
  ada = (await createUser(tenant, { name: 'Ada', email: 'ada@acme.example' }, byOperator)).state.userId;
  prod = (await createServiceGroup(tenant, { name: 'prod' }, byOperator)).state.serviceGroupId;
  team = (await createTeam(tenant, { name: 'Platform' }, byOperator)).state.teamId;
  await replaceRoles('logs.read');
});

const replaceRoles = (...permissions: string[]) =>
  replaceAccessRoles(tenant, [{ key: 'reader', name: 'Reader', permissions }], byOperator);
const join = (terms = {}) => addToTeam(tenant, team, ada, terms, byOperator);
const open = (terms = {}) => addTeam(tenant, prod, team, terms, byOperator);
const inHours = (hours: number) => new Date(tenant.directory.steadyNow() + hours * 3_600_000).toISOString();

/** Now and as of now, which say the same, and what a check says. */
async function explain(action = 'enter', at?: string): Promise<Explanation> {
  await indexesSettled();
  const directory = { ...tenant.directory, steadyNow: () => Date.parse(at ?? inHours(0.01)) };
  const then = { ...tenant, directory } as Tenant;
  const explanation = await explainAccess(then, ada, prod, action);
  const asOf = at ?? inHours(0.01);
  expect(await explainAccessAsOf(tenant, ada, prod, action, asOf)).toEqual(explanation);
  expect((await checkAccess(then, ada, prod, action)).decision).toBe(explanation.decision);
  return explanation;
}
const reason = async (action?: string, at?: string) => (await explain(action, at)).reason?.code;

test('every path says what it allows, since when, until when and who gave it', async () => {
  const [soon, later] = [inHours(1), inHours(2)];
  await join({ expiresAt: later, reason: 'New here' });
  await open({ accessRole: 'reader' });
  await addMember(tenant, prod, ada, byOperator, { expiresAt: soon });
  expect(await explain()).toMatchObject({ decision: true, until: later });
  const { paths, ...explained } = await explain('logs.read');
  expect(explained).toEqual({ decision: true, until: later });
  expect(paths).toMatchObject([
    { path: { expiresAt: soon }, grants: false, halves: [{ addedBy: 'operator:test', expiresAt: soon }] },
    {
      path: { teamId: team, teamName: 'Platform', expiresAt: later, accessRole: { key: 'reader' } },
      grants: true,
      halves: [{ expiresAt: later, reason: 'New here' }, { accessRole: { key: 'reader' } }],
    },
  ]);
  expect(paths[1]!.path.since).toBe(paths[1]!.halves[1]!.since);
});

test('without a path it says what ended last, or that there never was one', async () => {
  expect(await reason()).toBe('no_path');
  await join();
  expect(await reason()).toBe('no_path');
  await addMember(tenant, prod, ada, byOperator);
  await removeMember(tenant, prod, ada, byOperator);
  expect((await explain()).reason).toMatchObject({
    code: 'path_ended',
    detail: expect.stringContaining('membership') as string,
  });
  await open();
  await removeTeamAccess(tenant, prod, team, byOperator);
  const { reason: byTeam } = await explain();
  expect(byTeam).toMatchObject({ code: 'path_ended', detail: expect.stringContaining('Platform') as string });
  await open();
  expect(await reason()).toBeUndefined();
  await removeFromTeam(tenant, team, ada, byOperator);
  expect(await reason()).toBe('path_ended');
});

test.each<[string, (end: string) => Promise<unknown>]>([
  ['the place', (end) => join({ expiresAt: end }).then(() => open())],
  ['the access', (end) => open({ expiresAt: end }).then(() => join())],
])('a path that ends with %s has ended from that instant on', async (_what, begin) => {
  const end = inHours(1);
  await begin(end);
  const justBefore = new Date(Date.parse(end) - 1).toISOString();
  expect(await explain('enter', justBefore)).toMatchObject({ decision: true, until: end });
  expect((await explain('enter', end)).reason).toEqual({
    code: 'path_ended',
    detail: `Their access by the team Platform ended at ${end}.`,
  });
});

test('a path that does not allow it says why', async () => {
  await join();
  await open();
  expect(await reason('log.read')).toBe('unknown_permission');
  expect(await reason('logs.read')).toBe('not_allowed_by_access_role');
  await addMember(tenant, prod, ada, byOperator, { accessRole: 'reader' });
  expect(await reason('logs.read')).toBeUndefined();
  const other = { key: 'other', name: 'Other', permissions: ['logs.read'] };
  await replaceAccessRoles(tenant, [other], byOperator);
  expect(await reason('logs.read')).toBe('access_role_removed');
});

test('what stands against every path comes first', async () => {
  await join();
  await open();
  await commandUser(tenant, ada, { type: 'suspend_user' }, byOperator);
  const suspended = await explain();
  expect(suspended).toMatchObject({ decision: false, reason: { code: 'user_suspended' } });
  expect(suspended.paths).toMatchObject([{ path: { teamName: 'Platform' }, grants: true }]);
  await commandUser(tenant, ada, { type: 'reactivate_user' }, byOperator);
  const { state } = await removeTeam(tenant, team, byOperator);
  expect((await explain()).reason).toEqual({
    code: 'team_removed',
    detail: 'The team Platform was removed.',
  });
  await finishJob(tenant.directory, state.jobId!);
  await commandAccount(tenant, { type: 'suspend_account' }, byOperator);
  expect(await reason()).toBe('account_suspended');
});

test('what is not there is a reason, too', async () => {
  await removeServiceGroup(tenant, prod, byOperator);
  expect(await reason()).toBe('service_group_not_found');
  await removeUser(tenant, ada, byOperator);
  expect(await reason()).toBe('user_removed');
  ada = 'user_01JZ3YR2M4K6T8X0Z1B3D5F7G9';
  expect(await reason()).toBe('user_not_found');
});
