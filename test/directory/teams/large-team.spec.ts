import {
  addTeam,
  addToTeam,
  changeTeamPlace,
  checkAccess,
  createAccount,
  createServiceGroup,
  createTeam,
  createUser,
  grantTenant,
  removeFromTeam,
  removeTeam,
  type Directory,
  type Tenant,
} from '#libs/directory';
import {
  MAX_GROUPS_OF_TEAM,
  MAX_TEAMS_OF_GROUP,
  MAX_TEAMS_OF_USER,
  type ServiceGroupId,
  type TeamId,
  type UserId,
} from '#libs/domain';
import type { CallReport } from '@rollbook/single-table';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { everyWireItem, textOf } from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { multiply, numbered, withText } from '../../support/directory/multiply.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let calls: CallReport[];
let userId: UserId;
let serviceGroupId: ServiceGroupId;
let teamId: TeamId;
beforeEach(async () => {
  calls = [];
  opened = await openTestDirectory({ onCall: (report) => calls.push(report) });
  ({ directory } = opened);
  const { accountId } = (await createAccount(directory, { name: 'Acme' }, byOperator)).state;
  tenant = grantTenant(directory, accountId);
  const ada = { name: 'Ada Lovelace', email: 'ada@acme.example' };
  ({ userId } = (await createUser(tenant, ada, byOperator)).state);
  ({ serviceGroupId } = (await createServiceGroup(tenant, { name: 'prod' }, byOperator)).state);
  ({ teamId } = (await createTeam(tenant, { name: 'Platform' }, byOperator)).state);
});
afterEach(() => opened.close());

/** The calls of what is done, and the units that they took. */
async function costOf(act: () => Promise<unknown>) {
  calls = [];
  await act();
  const units = (kind: 'read' | 'write') =>
    calls.reduce((sum, { capacity }) => sum + (capacity?.[kind] ?? 0), 0);
  return { calls: calls.map(({ operation }) => operation), read: units('read'), write: units('write') };
}

test('a team with 500 service groups costs a join, a leave and a check what a small one does', async () => {
  await addTeam(tenant, serviceGroupId, teamId, {}, byOperator);
  await addToTeam(tenant, teamId, userId, {}, byOperator);
  const small = await costOf(() => checkAccess(tenant, userId, serviceGroupId, 'enter'));
  await multiply(opened, ['team-access', teamId], MAX_GROUPS_OF_TEAM - 1, (item, n) =>
    withText(item, serviceGroupId, numbered(serviceGroupId, n)),
  );
  expect(await costOf(() => checkAccess(tenant, userId, serviceGroupId, 'enter'))).toEqual(small);
  expect(small).toEqual({ calls: ['BatchGetItem', 'BatchGetItem'], read: 5, write: 0 });

  const change = await costOf(() =>
    changeTeamPlace(tenant, teamId, userId, { reason: 'Still.' }, byOperator),
  );
  expect(change.calls).toEqual(['BatchGetItem', 'TransactWriteItems']);
  const leave = await costOf(() => removeFromTeam(tenant, teamId, userId, byOperator));
  expect(leave.calls).toEqual(['BatchGetItem', 'TransactWriteItems']);
  const join = await costOf(() => addToTeam(tenant, teamId, userId, {}, byOperator));
  // What the answer says of the service groups is one query.
  expect(join.calls).toEqual(['BatchGetItem', 'Query', 'TransactWriteItems']);
});

test('40 teams on a user and on a service group: a check reads the heads of those that both have, in one call', async () => {
  const teams: TeamId[] = [teamId];
  for (let n = 1; n < MAX_TEAMS_OF_USER; n += 1)
    teams.push((await createTeam(tenant, { name: `Team ${n}` }, byOperator)).state.teamId);
  for (const each of teams) {
    await addToTeam(tenant, each, userId, {}, byOperator);
    await addTeam(tenant, serviceGroupId, each, {}, byOperator);
  }
  expect(MAX_TEAMS_OF_USER).toBe(MAX_TEAMS_OF_GROUP);
  const check = await costOf(() => checkAccess(tenant, userId, serviceGroupId, 'enter'));
  expect(check.calls).toEqual(['BatchGetItem', 'BatchGetItem']);
  // The account and, of the two heads with 40 teams each, at most 8 KB; and 1 for each team.
  expect(check.read).toBeLessThanOrEqual(5 + MAX_TEAMS_OF_USER + 2);
  const one = (await createTeam(tenant, { name: 'One more' }, byOperator)).state.teamId;
  await expect(addToTeam(tenant, one, userId, {}, byOperator)).rejects.toMatchObject({
    code: 'too_many_teams',
  });
  await expect(addTeam(tenant, serviceGroupId, one, {}, byOperator)).rejects.toMatchObject({
    code: 'too_many_teams',
  });
  for (const each of teams) await removeTeam(tenant, each, byOperator);
  expect(await checkAccess(tenant, userId, serviceGroupId, 'enter')).toMatchObject({ decision: false });
});

test('the removal of a team goes on wherever it was killed, and ends everybody once', async () => {
  const users: UserId[] = [];
  for (let n = 0; n < 45; n += 1) {
    const user = { name: `User ${n}`, email: `user-${n}@acme.example` };
    users.push((await createUser(tenant, user, byOperator)).state.userId);
  }
  for (const each of users) await addToTeam(tenant, teamId, each, {}, byOperator);
  await addTeam(tenant, serviceGroupId, teamId, {}, byOperator);
  const removal = await removeTeam(tenant, teamId, byOperator);
  let isDone = false;
  for (let killed = 0; !isDone; killed += 1) {
    let left = killed;
    // It is killed before, and the next time after, each of its calls.
    const dying: Directory = {
      ...directory,
      table: new Proxy(directory.table, {
        get(table, name, receiver) {
          const method = Reflect.get(table, name, receiver) as unknown;
          if (name !== 'transactWrite' || typeof method !== 'function') return method;
          return async (...given: unknown[]) => {
            if (left === 0) throw new Error('killed before');
            const result = (await method.apply(table, given)) as unknown;
            if (--left === 0) throw new Error('killed after');
            return result;
          };
        },
      }),
    };
    isDone = await finishJob(dying, removal.state.jobId!).then(
      () => true,
      (error: Error) => {
        if (!/killed|not running/.test(error.message)) throw error;
        return /not running/.test(error.message);
      },
    );
  }
  const ended = (await everyWireItem(opened)).filter(
    (item) => textOf(item, 'type') === 'team.member_removed',
  );
  expect(ended).toHaveLength(users.length);
});
