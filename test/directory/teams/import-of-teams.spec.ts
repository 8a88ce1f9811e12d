/** @engines both */
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  createTeam,
  createUser,
  createUsers,
  getImport,
  getJob,
  listAuditLog,
  listJobs,
  listImportErrors,
  listTeamMembers,
  listTeamsOfUser,
  removeTeam,
  runJobChunk,
  startImport,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { TeamId, UserId } from '#libs/domain';
import { indexesSettled } from '../../support/engines/engine.js';
import { byOperator, type TestDirectory } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { finishJob } from '../../support/directory/jobs.js';
import { expectNothingWrong } from '../../support/directory/nothing-wrong.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
inAccount((account) => ({ opened, directory, tenant } = account));

const teamNamed = async (name: string): Promise<TeamId> =>
  (await createTeam(tenant, { name }, byOperator)).state.teamId;

const ada = async (): Promise<UserId> =>
  (await createUser(tenant, { name: 'Ada', email: 'ada@x.example' }, byOperator)).state.userId;

type Row = Readonly<Record<string, string>>;

async function begin(kind: 'teams' | 'team-members', rows: readonly Row[], dryRun = false) {
  async function* lines() {
    for (const [index, values] of rows.entries()) yield await Promise.resolve({ line: index + 1, values });
  }
  const request = { kind, mayManageOwners: true, rows: lines() };
  return (await startImport(tenant, request, { ...byOperator, dryRun })).jobId;
}

async function reportOf(jobId: string) {
  const { created, changed, refused } = await getImport(tenant, jobId);
  const { items } = await listImportErrors(tenant, jobId, { limit: 100 });
  return { created, changed, refused, errors: items.map(({ line, code }) => [line, code]) };
}

async function run(...given: Parameters<typeof begin>) {
  const jobId = await begin(...given);
  await finishJob(directory, jobId);
  return reportOf(jobId);
}

const places = async (userId: UserId) => (await listTeamsOfUser(tenant, userId)).length;

test('forty teams of a user are as many as they can be in, in a dry run and in the import, and again', async () => {
  const userId = await ada();
  const names = Array.from({ length: 41 }, (_, n) => ({ name: `Team ${n}` }));
  expect(await run('teams', names)).toMatchObject({ created: 41, refused: 0 });
  const rows = names.map(({ name }) => ({ userEmail: 'ada@x.example', teamName: name }));
  const outcome = { created: 40, changed: 0, refused: 1, errors: [[41, 'too_many_teams']] };
  expect(await run('team-members', rows, true)).toEqual(outcome);
  expect(await places(userId)).toBe(0);
  expect(await run('team-members', rows)).toEqual(outcome);
  expect(await places(userId)).toBe(40);
  expect(await run('team-members', rows)).toEqual({ ...outcome, created: 0 });
  await expectNothingWrong(tenant);
});

test('a team that is removed while its people are imported refuses their rows alone', async () => {
  const userId = await ada();
  const [gone] = await Promise.all([teamNamed('Gone'), teamNamed('Kept')]);
  const rows = ['Gone', 'Kept'].map((teamName) => ({ userEmail: 'ada@x.example', teamName }));
  const jobId = await begin('team-members', rows);
  const { table } = directory;
  let removal: ReturnType<typeof removeTeam> | undefined;
  const slow = {
    ...directory,
    table: new Proxy(table, {
      get: (target, name: keyof typeof table) =>
        name === 'transactWrite'
          ? async (...sent: Parameters<typeof table.transactWrite>) => {
              await (removal ??= removeTeam(tenant, gone, byOperator));
              return target.transactWrite(...sent);
            }
          : target[name],
    }),
  };
  await finishJob(slow, jobId);
  expect(await reportOf(jobId)).toEqual({
    ...{ created: 1, changed: 0, refused: 1 },
    errors: [[1, 'team_not_found']],
  });
  await finishJob(directory, (await removal)!.state.jobId!);
  expect(await places(userId)).toBe(1);
  await expectNothingWrong(tenant);
});

const MANY = 60;

/** Of a worker that is killed before the write of this number, counted from 1: it and all that follow never reach the table. */
function killedAt(write: number): Directory {
  const { table } = directory;
  let writes = 0;
  const proxied = new Proxy(table, {
    get: (target, name: keyof typeof table) =>
      name === 'transactWrite'
        ? async (...sent: Parameters<typeof table.transactWrite>) => {
            writes += 1;
            if (writes >= write) throw new Error('Killed.');
            return target.transactWrite(...sent);
          }
        : target[name],
  });
  return { ...directory, table: proxied };
}

test('however many workers are killed after a write each, every row of an import of people is done once', async () => {
  const teamId = await teamNamed('Platform');
  const inputs = Array.from({ length: MANY }, (_, n) => ({ name: `U${n}`, email: `u${n}@x.example` }));
  await createUsers(tenant, inputs, byOperator);
  // Who is in it already is looked at in another way if the row has terms.
  const reasons = inputs.map((_, n) => (n % 2 ? 'By file' : ''));
  const rows = inputs.map(({ email }, n) => ({
    userEmail: email,
    teamName: 'Platform',
    reason: reasons[n]!,
  }));
  const jobId = await begin('team-members', rows);
  const people = async () => (await listTeamMembers(tenant, teamId, { limit: 1_000 })).items;
  await expect(runJobChunk(killedAt(1), jobId)).rejects.toThrow('Killed.');
  expect(await people()).toEqual([]);
  const seen: number[] = [];
  for (let isDone = false; !isDone;) {
    isDone = await runJobChunk(killedAt(2), jobId).then(
      () => true,
      () => false,
    );
    await indexesSettled();
    seen.push((await people()).length);
    expect((await getJob(tenant, jobId)).processed).toBe(isDone ? MANY : 0);
  }
  // Some were killed between rows.
  expect(seen.filter((count) => count > 0 && count < MANY).length).toBeGreaterThan(0);
  expect((await people()).map(({ reason = '' }) => reason)).toEqual(reasons);
  const { items } = await listAuditLog(tenant, { limit: 1_000, types: ['team.member_added'] });
  expect(items).toHaveLength(MANY);
  expect(await run('team-members', rows)).toEqual({ created: 0, changed: 0, refused: 0, errors: [] });
  await expectNothingWrong(tenant);
});

test('the part of an import of teams that is executed again counts what it has made as it did first', async () => {
  const jobId = await begin('teams', [{ name: 'One' }, { name: 'Two', externalId: 'idp-2' }]);
  await expect(runJobChunk(killedAt(3), jobId)).rejects.toThrow('Killed.');
  await finishJob(directory, jobId);
  expect(await reportOf(jobId)).toEqual({ created: 2, changed: 0, refused: 0, errors: [] });
  await expectNothingWrong(tenant);
});

async function setShape({ client, tableName }: TestDirectory, shape: number): Promise<void> {
  await client.send(
    new UpdateItemCommand({
      TableName: tableName,
      Key: { PK: { S: 'table' }, SK: { S: 'shape' } },
      UpdateExpression: 'SET shape = :shape',
      ExpressionAttributeValues: { ':shape': { N: String(shape) } },
    }),
  );
}

test('a table of an earlier shape begins no import of teams: programs that know none may still run its jobs', async () => {
  await setShape(opened, 3);
  try {
    for (const kind of ['teams', 'team-members'] as const)
      await expect(begin(kind, [{ name: 'One' }])).rejects.toMatchObject({ code: 'teams_not_enabled' });
    expect((await listJobs(tenant, { limit: 10 })).items).toEqual([]);
  } finally {
    await setShape(opened, 4);
  }
  expect(await run('teams', [{ name: 'One' }])).toMatchObject({ created: 1 });
});
