import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { created, createTeam as createPeople, createUser } from '../../support/api/people.js';
import { finishJob } from '../../support/directory/jobs.js';

let api: RunningApi;
let people: Awaited<ReturnType<typeof createPeople>>;
let teamId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  people = await createPeople(api);
  const { asks, path } = people;
  teamId = created<{ id: string }>(await asks.owner('POST', `${path}/teams`, { name: 'Platform' })).id;
});

const post = (body: object, query = '') =>
  people.asks.owner('POST', `${people.path}/bulk-jobs${query}`, body);
async function run(body: object) {
  const started = await post(body);
  expect(started).toMatchObject({ status: 202 });
  const id = started.body.id as string;
  await finishJob(api.directory, id);
  return (await people.asks.owner('GET', `${people.path}/jobs/${id}`)).body;
}
async function members(): Promise<string[]> {
  const { body } = await people.asks.owner('GET', `${people.path}/teams/${teamId}/members?limit=100`);
  return (body.data as { userId: string }[]).map(({ userId }) => userId).sort();
}

test('users are added to a team by a job, and removed from it by another', async () => {
  const others = await Promise.all(Array.from({ length: 60 }, () => createUser(api, people.account.id)));
  const userIds = [people.member, people.admin, ...others].map(({ id }) => id);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const add = { action: 'add_to_teams', teamIds: [teamId], userIds, expiresAt, reason: 'On call' };
  const tried = await post(add, '?dryRun=true');
  expect(tried.body).toMatchObject({ rows: 62, done: 62, refused: 0 });
  expect(await members()).toEqual([]);
  expect(await run(add)).toMatchObject({
    ...{ processed: 62, refused: 0 },
    bulk: { action: 'add_to_teams', teamIds: [teamId], serviceGroupIds: [], expiresAt },
  });
  expect(await members()).toEqual([...userIds].sort());
  const remove = { action: 'remove_from_teams', teamIds: [teamId], query: {} };
  expect(await run(remove)).toMatchObject({ processed: 63, refused: 0 });
  expect(await members()).toEqual([]);
});

test('who is in a team is removed from the account by a job, and leaves the team', async () => {
  await run({ action: 'add_to_teams', teamIds: [teamId], userIds: [people.member.id] });
  await run({ action: 'remove', userIds: [people.member.id] });
  expect(await members()).toEqual([]);
});

test('a job on teams names them, and takes the scope of teams', async () => {
  const userIds = [people.member.id];
  const missing = await post({ action: 'add_to_teams', userIds });
  expect(missing.body.errors).toMatchObject([{ code: 'required', pointer: '/teamIds' }]);
  const others = await post({ action: 'suspend', teamIds: [teamId], userIds });
  expect(others.body.errors).toMatchObject([{ code: 'not_allowed_value', pointer: '/teamIds' }]);
  const past = { action: 'add_to_teams', teamIds: [teamId], userIds, expiresAt: '2020-01-01T00:00:00Z' };
  await expectProblem(await post(past), 400, 'invalid_expires_at');
  const { asks, path } = people;
  const gone = `${teamId.slice(0, -4)}0000`;
  await expectProblem(
    await post({ action: 'add_to_teams', teamIds: [gone], userIds }),
    404,
    'team_not_found',
  );
  const body = { action: 'add_to_teams', teamIds: [teamId], userIds };
  const { key } = created<{ key: string }>(
    await asks.owner('POST', `${path}/api-keys`, { name: 'k', scopes: ['memberships:write', 'users:write'] }),
  );
  const answer = await fetch(`${api.url}${path}/bulk-jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(403);
});
