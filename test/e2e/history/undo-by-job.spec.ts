import { runJobChunk } from '#libs/directory';
import { askWith, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createServiceGroup, createTeam, createUser, createUsers } from '../../support/api/people.js';
import { finishUndo, jobAt, refusedParts, startUndo, undo, type Team } from '../../support/api/undo.js';
import { finishJob } from '../../support/directory/jobs.js';

let api: RunningApi;
let team: Team;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  team = await createTeam(api);
});
afterAll(() => api.close());

const MANY = 60;

/** A job that will suspend many. */
async function suspending(userIds: readonly string[]): Promise<string> {
  const { body } = await team.asks.owner('POST', `${team.path}/bulk-jobs`, { action: 'suspend', userIds });
  return body.id as string;
}

/** One that has ended. */
async function suspended(userIds: readonly string[]): Promise<string> {
  const id = await suspending(userIds);
  await finishJob(api.directory, id);
  return id;
}

const statusesOf = async (userIds: readonly string[]) =>
  new Set(
    await Promise.all(
      userIds.map(
        async (id) => (await team.asks.owner('GET', `${team.path}/users/${id}`)).body.status as string,
      ),
    ),
  );

async function keyWith(...scopes: string[]) {
  const { body } = await api.operator('POST', `${team.path}/api-keys`, { name: 'machine', scopes });
  return { ask: askWith(api.url, body.key as string), path: `${team.path}/api-keys/${body.id as string}` };
}

describe('the undo of a large change', () => {
  test('is one job for all requests with one idempotency key, and undoes nothing twice', async () => {
    const users = await createUsers(api, team.account.id, MANY);
    const jobId = await suspended(users);
    const headers = { 'idempotency-key': 'undo' };
    const [first, again] = [
      await startUndo(team, jobId, { headers }),
      await startUndo(team, jobId, { headers }),
    ];
    expect([again.status, again.body.id]).toEqual([202, first.body.id]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await finishUndo(api, team, first)).toMatchObject({ processed: MANY, rows: MANY, refused: 0 });
    expect(await statusesOf(users)).toEqual(new Set(['active']));
    const another = await suspended(users);
    await expectProblem(await startUndo(team, another, { headers }), 422, 'idempotency_key_reused');
    const second = await finishUndo(api, team, await startUndo(team, jobId));
    expect(second).toMatchObject({ processed: MANY, refused: MANY });
    expect(await statusesOf(users)).toEqual(new Set(['suspended']));
  });

  test('waits for the end of the job that makes the change, and undoes what a cancelled one did', async () => {
    const users = await createUsers(api, team.account.id, MANY);
    const id = await suspending(users);
    await runJobChunk(api.directory, id);
    await expectProblem(await startUndo(team, id), 409, 'change_not_revertible');
    await expectProblem(await startUndo(team, id, { query: '?dryRun=true' }), 409, 'change_not_revertible');
    await team.asks.owner('POST', `${team.path}/jobs/${id}/pause`);
    await expectProblem(await startUndo(team, id), 409, 'change_not_revertible');
    await team.asks.owner('POST', `${team.path}/jobs/${id}/cancel`);
    const { processed } = await jobAt(team, id);
    expect(processed).toBe(45);
    expect(await finishUndo(api, team, await startUndo(team, id))).toMatchObject({ processed, refused: 0 });
    expect(await statusesOf(users)).toEqual(new Set(['active']));
  });

  test('has all of a job that took hours', async () => {
    const users = await createUsers(api, team.account.id, MANY);
    const id = await suspending(users);
    await runJobChunk(api.directory, id);
    const later = () => api.directory.now() + 5 * 3_600_000;
    await finishJob({ ...api.directory, now: later }, id);
    expect(await finishUndo(api, team, await startUndo(team, id))).toMatchObject({
      processed: MANY,
      refused: 0,
    });
    expect(await statusesOf(users)).toEqual(new Set(['active']));
  });

  test('undoes the newest first: what was taken over from one to the next goes back', async () => {
    const headers = { 'x-correlation-id': 'shift' };
    const users = await createUsers(api, team.account.id, 40);
    const emails = users.map((_, n) => `shift-${n}@example.com`);
    const email = (n: number, to: string) =>
      team.asks.owner('PATCH', `${team.path}/users/${users[n]}`, { email: to }, headers);
    const plain = (n: number, to: string) =>
      team.asks.owner('PATCH', `${team.path}/users/${users[n]}`, { email: to });
    for (const n of users.keys()) await plain(n, emails[n]!);
    const at = new Date().toISOString();
    // Each takes the address that the one before has just given up.
    await email(0, 'free@example.com');
    for (let n = 1; n < users.length; n += 1) await email(n, emails[n - 1]!);
    const job = await finishUndo(api, team, await undo(team, 'shift', { query: `?at=${at}` }));
    expect(job).toMatchObject({ processed: 40, rows: 40, refused: 0 });
    const { body } = await team.asks.owner('GET', `${team.path}/users?emailPrefix=shift-&limit=100`);
    const found = new Map(
      (body.data as { id: string; email: string }[]).map((user) => [user.id, user.email]),
    );
    expect(users.map((id) => found.get(id))).toEqual(emails);
  });

  test('undoes what one person was given in more service groups than one transaction can take', async () => {
    const { id: userId } = await createUser(api, team.account.id);
    const ids: string[] = [];
    for (let n = 0; n < 45; n += 1) ids.push((await createServiceGroup(api, team.account.id)).id);
    const headers = { 'x-correlation-id': 'many' };
    const at = new Date().toISOString();
    for (const id of ids)
      await team.asks.owner('PUT', `${team.path}/service-groups/${id}/members/${userId}`, undefined, headers);
    const groupsOf = async () =>
      (await team.asks.owner('GET', `${team.path}/users/${userId}/service-groups?limit=100`)).body
        .data as object[];
    expect(await groupsOf()).toHaveLength(45);
    const job = await finishUndo(api, team, await undo(team, 'many', { query: `?at=${at}` }));
    expect(job).toMatchObject({ processed: 1, rows: 1, refused: 0 });
    expect(await groupsOf()).toEqual([]);
    const { body } = await team.asks.owner('GET', `${team.path}/events?limit=1`);
    const [{ correlationId }] = body.data as [{ correlationId: string }];
    // To give it again takes less: it is one transaction.
    expect((await undo(team, correlationId)).status).toBe(200);
    expect(await groupsOf()).toHaveLength(45);
  });

  test('of service groups names each of them whose name is taken', async () => {
    const groups: { id: string; name: string }[] = [];
    for (let n = 0; n < 40; n += 1) groups.push(await createServiceGroup(api, team.account.id));
    const headers = { 'x-correlation-id': 'renaming' };
    const at = new Date().toISOString();
    for (const { id, name } of groups)
      await team.asks.owner('PATCH', `${team.path}/service-groups/${id}`, { name: `${name} old` }, headers);
    const [taken] = groups as [(typeof groups)[number]];
    await team.asks.owner('POST', `${team.path}/service-groups`, { name: taken.name });
    const job = await finishUndo(api, team, await undo(team, 'renaming', { query: `?at=${at}` }));
    expect(job).toMatchObject({ processed: 40, refused: 1 });
    expect(await refusedParts(team, job)).toEqual([
      {
        ...{ line: 40, userId: null, serviceGroupId: taken.id, code: 'service_group_name_taken' },
        detail: expect.any(String),
      },
    ]);
  });
});

describe('the rights of an undo by a job', () => {
  test('are those that the change itself takes, from its start', async () => {
    const users = await createUsers(api, team.account.id, MANY);
    const jobId = await suspended(users);
    const [reader, other, right] = [
      await keyWith('events:read', 'jobs:read'),
      await keyWith('events:read', 'memberships:write'),
      await keyWith('events:read', 'users:write'),
    ];
    for (const { ask } of [reader, other])
      for (const query of ['', '?dryRun=true']) {
        const refused = await startUndo(team, jobId, { ask, query });
        expect((await expectProblem(refused, 403, 'not_permitted')).detail).toMatch(/users:write/);
      }
    await expectProblem(await startUndo(team, jobId, { ask: team.asks.member }), 403, 'not_permitted');
    const elsewhere = await createTeam(api);
    const { correlationId } = await jobAt(team, jobId);
    await expectProblem(await undo(elsewhere, correlationId), 404, 'change_not_found');
    expect(await finishUndo(api, team, await startUndo(team, jobId, { ask: right.ask }))).toMatchObject({
      refused: 0,
    });
  });

  test('end at the account, also where another one has a change of the same id', async () => {
    const elsewhere = await createTeam(api);
    const at = new Date().toISOString();
    const headers = { 'x-correlation-id': 'same' };
    const made = [team, elsewhere].map(async ({ asks, path }) => {
      const users = Array.from({ length: 40 }, (_, n) => ({
        name: `Same ${n}`,
        email: `same-${n}@example.com`,
      }));
      expect((await asks.owner('POST', `${path}/users/batch`, { users }, headers)).status).toBe(200);
    });
    await Promise.all(made);
    const job = await finishUndo(api, team, await undo(team, 'same', { query: `?at=${at}` }));
    expect(job).toMatchObject({ processed: 40, rows: 40, refused: 0 });
    const countOf = async ({ asks, path }: Team) =>
      ((await asks.owner('GET', `${path}/users?emailPrefix=same-&limit=100`)).body.data as object[]).length;
    expect([await countOf(team), await countOf(elsewhere)]).toEqual([0, 40]);
    expect((await elsewhere.asks.owner('GET', `${elsewhere.path}/jobs/${job.id}`)).status).toBe(404);
  });

  test('leave out owners for whoever may not change them', async () => {
    const owners = [
      await createUser(api, team.account.id, 'owner'),
      await createUser(api, team.account.id, 'owner'),
    ];
    const admins = [await createUser(api, team.account.id, 'admin')];
    const users = [...owners, ...admins]
      .map(({ id }) => id)
      .concat(await createUsers(api, team.account.id, 40));
    const first = await suspended(users);
    const key = await keyWith('events:read', 'users:write');
    const byKey = await finishUndo(api, team, await startUndo(team, first, { ask: key.ask }));
    expect(byKey).toMatchObject({ processed: 43, refused: 3 });
    const codes = (parts: { userId: string | null; code: string }[]) =>
      Object.fromEntries(parts.map(({ userId, code }) => [userId, code]));
    expect(codes(await refusedParts(team, byKey))).toEqual({
      ...Object.fromEntries(owners.map(({ id }) => [id, 'owner_needed'])),
      [admins[0]!.id]: 'not_permitted',
    });
    const byAdmin = await finishUndo(api, team, await startUndo(team, first, { ask: team.asks.admin }));
    // The others have been undone: only one of the rest may be by an admin.
    expect(byAdmin).toMatchObject({ processed: 43, refused: 42 });
    expect(await finishUndo(api, team, await startUndo(team, first))).toMatchObject({
      processed: 43,
      refused: 41,
    });
    expect(await statusesOf(users)).toEqual(new Set(['active']));
  });

  test('are needed as long as it runs: whoever has them resumes it', async () => {
    const users = await createUsers(api, team.account.id, MANY);
    const jobId = await suspended(users);
    const key = await keyWith('events:read', 'users:write', 'jobs:read');
    const { body } = await startUndo(team, jobId, { ask: key.ask });
    const id = body.id as string;
    const settled = { ...api.directory, now: () => api.directory.now() + 60_000 };
    expect(await runJobChunk(settled, id)).toBe('more');
    expect(await jobAt(team, id)).toMatchObject({ processed: 50 });
    await team.asks.owner('DELETE', key.path);
    expect(await runJobChunk(settled, id)).toBe('not running');
    expect(await jobAt(team, id)).toMatchObject({ status: 'paused', stop: { code: 'api_key_revoked' } });
    await expectProblem(
      await team.asks.member('POST', `${team.path}/jobs/${id}/resume`),
      403,
      'not_permitted',
    );
    expect((await team.asks.admin('POST', `${team.path}/jobs/${id}/resume`)).body).toMatchObject({
      status: 'running',
    });
    await finishJob(api.directory, id);
    expect(await jobAt(team, id)).toMatchObject({
      ...{ status: 'done', processed: MANY, refused: 0, runsAs: `user:${team.admin.id}` },
    });
    expect(await statusesOf(users)).toEqual(new Set(['active']));
  });
});
