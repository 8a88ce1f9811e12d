/** @engines both */
import {
  changeTeamPlaces,
  createTeam,
  createUsers,
  listTeamMembers,
  listTeamsOfUser,
  removeTeam,
  type Directory,
  type TeamPlaceChange,
  type Tenant,
} from '#libs/directory';
import type { TeamId, UserId } from '#libs/domain';
import { byOperator } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { finishJob } from '../../support/directory/jobs.js';
import { expectNothingWrong } from '../../support/directory/nothing-wrong.js';

let directory: Directory;
let tenant: Tenant;
inAccount((account) => ({ directory, tenant } = account));

const MANY = 60;

async function usersOf(count: number): Promise<UserId[]> {
  const inputs = Array.from({ length: count }, (_, n) => ({
    name: `User ${n}`,
    email: `u${n}@acme.example`,
  }));
  const outcome = await createUsers(tenant, inputs, byOperator);
  if (!('rows' in outcome)) throw new Error('answered before');
  return outcome.rows.map((row) => (row.done ? row.state.userId : (undefined as never)));
}

const teamNamed = async (name: string): Promise<TeamId> =>
  (await createTeam(tenant, { name }, byOperator)).state.teamId;

async function change(changes: readonly TeamPlaceChange[], context = byOperator) {
  const outcome = await changeTeamPlaces(tenant, changes, context);
  if (!('rows' in outcome)) throw new Error('answered before');
  return outcome.rows.map((row) => (row.done ? row.changed : (row.error as { code?: string }).code));
}

const membersOf = async (teamId: TeamId) =>
  (await listTeamMembers(tenant, teamId, { limit: 1_000 })).items.map(({ userId }) => userId);

test('many users join one team: their transactions check it once each', async () => {
  const [users, teamId] = await Promise.all([usersOf(MANY), teamNamed('Platform')]);
  const add = users.map((userId) => ({ userId, teamId, action: 'add' as const }));
  expect(await change(add)).toEqual(users.map(() => true));
  expect(await change(add)).toEqual(users.map(() => false));
  expect((await membersOf(teamId)).sort()).toEqual([...users].sort());
  const remove = users.slice(1).map((userId) => ({ userId, teamId, action: 'remove' as const }));
  expect(await change(remove)).toEqual(users.slice(1).map(() => true));
  expect(await membersOf(teamId)).toEqual([users[0]]);
  await expectNothingWrong(tenant);
});

test('one user joins many teams, more than a transaction has room for', async () => {
  const [[userId], teams] = await Promise.all([
    usersOf(1),
    Promise.all(Array.from({ length: 41 }, (_, n) => teamNamed(`Team ${n}`))),
  ]);
  const expiresAt = new Date(directory.steadyNow() + 3_600_000).toISOString();
  const add = teams.map((teamId) => ({ userId: userId!, teamId, action: 'set' as const, expiresAt }));
  expect(await change(add)).toEqual([...Array.from({ length: 40 }, () => true), 'too_many_teams']);
  expect(await listTeamsOfUser(tenant, userId!)).toHaveLength(40);
  const forGood = add.slice(0, 40).map((each) => ({ ...each, expiresAt: null }));
  expect(await change(forGood)).toEqual(forGood.map(() => true));
  expect((await listTeamsOfUser(tenant, userId!)).every((place) => place.expiresAt === undefined)).toBe(true);
  await expectNothingWrong(tenant);
});

test('a row that is refused does not hold up the others, and a dry run writes nothing', async () => {
  const [[ada, bob], teamId, gone] = await Promise.all([usersOf(2), teamNamed('One'), teamNamed('Other')]);
  const removal = await removeTeam(tenant, gone, byOperator);
  const rows: TeamPlaceChange[] = [
    { userId: ada!, teamId, action: 'add' },
    { userId: ada!, teamId: gone, action: 'add' },
    { userId: bob!, teamId, action: 'add', ifVersion: 9 },
    { userId: 'user_01JZ3YR2M4K6T8X0Z1B3D5F7G9', teamId, action: 'add' },
  ];
  const expected = [true, 'team_not_found', 'version_mismatch', 'user_not_found'];
  expect(await change(rows, { ...byOperator, dryRun: true })).toEqual(expected);
  expect(await membersOf(teamId)).toEqual([]);
  expect(await change(rows)).toEqual(expected);
  expect(await membersOf(teamId)).toEqual([ada]);
  await finishJob(directory, removal.state.jobId!);
  await expectNothingWrong(tenant);
});

test('nobody joins a team that is removed while the batch decides', async () => {
  const [[ada, bob], teamId] = await Promise.all([usersOf(2), teamNamed('One')]);
  const { table } = directory;
  let removed: Promise<unknown> | undefined;
  const slow = {
    ...directory,
    table: new Proxy(table, {
      get: (target, name: keyof typeof table) =>
        name === 'transactWrite'
          ? async (...sent: Parameters<typeof table.transactWrite>) => {
              await (removed ??= removeTeam(tenant, teamId, byOperator));
              return target.transactWrite(...sent);
            }
          : target[name],
    }),
  };
  const outcome = await changeTeamPlaces(
    { ...tenant, directory: slow },
    [ada!, bob!].map((userId) => ({ userId, teamId, action: 'add' as const })),
    byOperator,
  );
  expect(outcome).toMatchObject({
    rows: [ada, bob].map(() => ({ done: false, error: { code: 'team_not_found' } })),
  });
  await finishJob(directory, ((await removed) as { state: { jobId: string } }).state.jobId);
  await expectNothingWrong(tenant);
});
