import { runJobChunk } from '#libs/directory';
import {
  askWith,
  expectProblem,
  startApi,
  type Answer,
  type Ask,
  type RunningApi,
} from '../../support/api/api.js';
import { startImport } from '../../support/api/imports.js';
import { created, createTeam, createUser, createUsers } from '../../support/api/people.js';
import { finishJob } from '../../support/directory/jobs.js';

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  team = await createTeam(api);
});
afterAll(() => api.close());

const jobOf = ({ status, body }: Answer) => {
  expect({ status, body }).toMatchObject({ status: 202 });
  return { id: body.id as string, path: `${team.path}/jobs/${body.id}` };
};

/** 60 rows: more than one chunk. */
async function bulkJob(ask: Ask, action: object) {
  const userIds = await createUsers(api, team.account.id, 60);
  return { ...jobOf(await ask('POST', `${team.path}/bulk-jobs`, { ...action, userIds })), userIds };
}

/** 80 rows, so long that they are two parts. */
async function importGroups(ask: Ask) {
  const notes = 'x'.repeat(3_000);
  const rows = ['name,notes', ...Array.from({ length: 80 }, (_, n) => `group ${n},${notes}`)].join('\n');
  const query = '?columns=name,';
  const id = await startImport(api, { path: team.path, kind: 'service-groups', rows, query, ask });
  return { id, path: `${team.path}/jobs/${id}` };
}

async function keyWith(
  scopes: string[],
  { path = team.path, ...more }: { path?: string; expiresAt?: string } = {},
) {
  const made = created<{ key: string; id: string }>(
    await api.operator('POST', `${path}/api-keys`, { name: 'machine', scopes, ...more }),
  );
  return { ask: askWith(api.url, made.key), path: `${path}/api-keys/${made.id}` };
}

async function stopped({ id, path }: { id: string; path: string }, code: string, at = api.directory) {
  expect(await runJobChunk(at, id)).toBe('not running');
  const { body } = await api.operator('GET', path);
  expect(body).toMatchObject({ status: 'paused', stop: { code, detail: expect.stringMatching(/\.$/) } });
  return body as { processed: number };
}

const change = (user: { id: string }, body: object) =>
  api.operator('PATCH', `${team.path}/users/${user.id}`, body);
const suspend = (user: { id: string }) => api.operator('POST', `${team.path}/users/${user.id}/suspend`);

describe('a job does nothing that whoever it runs as may no longer do', () => {
  test('an owner who was demoted and suspended makes no owners, nor does the admin who resumes their job', async () => {
    const { asks, owner, admin } = team;
    await createUser(api, team.account.id, 'owner');
    const job = await bulkJob(asks.owner, { action: 'change_role', role: 'owner' });
    expect((await asks.owner('POST', `${job.path}/pause`)).body).toMatchObject({
      status: 'paused',
      stop: null,
    });
    const steps = async (ask: typeof asks.owner) => (await ask('GET', job.path)).body.steps as string[];
    expect(await steps(asks.owner)).toEqual(['resume', 'cancel']);
    expect((await asks.owner('GET', `${team.path}/jobs`)).body.data[0].steps).toEqual(['resume', 'cancel']);
    await change(owner, { role: 'member' });
    await suspend(owner);
    expect(await steps(asks.admin)).toEqual([]);
    await expectProblem(await asks.admin('POST', `${job.path}/resume`), 403, 'owner_needed');
    expect((await api.operator('GET', job.path)).body).toMatchObject({ status: 'paused' });

    await change(admin, { role: 'owner' });
    const resumed = await asks.admin('POST', `${job.path}/resume`);
    expect(resumed.body).toMatchObject({
      status: 'running',
      steps: ['pause', 'cancel'],
      createdBy: `user:${owner.id}`,
      runsAs: `user:${admin.id}`,
    });
    await finishJob(api.directory, job.id);
    const { body } = await api.operator('GET', `${team.path}/users/${job.userIds[0]}/events?order=desc`);
    expect(body.data[0]).toMatchObject({ type: 'user.role_changed', actor: `user:${admin.id}` });
  });

  test('a running one stops before its next chunk, and says why', async () => {
    const { asks, owner } = team;
    await createUser(api, team.account.id, 'owner');
    const job = await bulkJob(asks.owner, { action: 'change_role', role: 'owner' });
    expect(await runJobChunk(api.directory, job.id)).toBe('more');
    const { processed } = (await api.operator('GET', job.path)).body;
    await change(owner, { role: 'admin' });
    expect(await stopped(job, 'actor_role_lost')).toMatchObject({ processed });
    const { body } = await api.operator('GET', `${team.path}/users/${job.userIds.at(-1)}`);
    expect(body.role).toBe('member');

    expect((await api.operator('POST', `${job.path}/resume`)).body).toMatchObject({
      status: 'running',
      stop: null,
    });
    await finishJob(api.directory, job.id);
    expect((await api.operator('GET', job.path)).body).toMatchObject({
      status: 'done',
      processed: 60,
      refused: 0,
    });
  });

  test.each([
    ['suspended', 'actor_suspended', () => suspend(team.admin)],
    ['removed', 'actor_removed', () => api.operator('DELETE', `${team.path}/users/${team.admin.id}`)],
    ['made a member', 'actor_role_lost', () => change(team.admin, { role: 'member' })],
  ])('an admin who was %s changes and imports nobody', async (_, code, end) => {
    const { asks } = team;
    const bulk = await bulkJob(asks.admin, { action: 'suspend' });
    const imported = await importGroups(asks.admin);
    expect(await runJobChunk(api.directory, imported.id)).toBe('more');
    const { processed } = (await api.operator('GET', imported.path)).body;
    expect(processed).toBeGreaterThan(10);
    await end();
    await stopped(bulk, code);
    expect(await stopped(imported, code)).toMatchObject({ processed });
    const report = await api.operator('GET', imported.path.replace('/jobs/', '/imports/'));
    expect(report.body).toMatchObject({ created: processed, stop: { code } });
  });

  test('a key that was revoked or has expired imports and changes nobody', async () => {
    const key = await keyWith(['service-groups:write']);
    const imported = await importGroups(key.ask);
    expect(await runJobChunk(api.directory, imported.id)).toBe('more');
    await api.operator('DELETE', key.path);
    await stopped(imported, 'api_key_revoked');

    const ending = await keyWith(['service-groups:write'], {
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    });
    const late = { ...api.directory, now: () => Date.now() + 61_000 };
    await stopped(await importGroups(ending.ask), 'api_key_expired', late);

    const platform = await keyWith(['users:write', 'platform:write'], { path: '/v1' });
    const bulk = await bulkJob(platform.ask, { action: 'suspend' });
    expect(await runJobChunk(api.directory, bulk.id)).toBe('more');
    await api.operator('DELETE', platform.path);
    await stopped(bulk, 'api_key_revoked');
  });

  test('it takes the rights of starting a job to resume or stop it', async () => {
    const { asks } = team;
    const job = await bulkJob(asks.owner, { action: 'suspend' });
    for (const step of ['pause', 'cancel', 'resume'])
      await expectProblem(await asks.admin('POST', `${job.path}/${step}`), 403, 'owner_needed');
    const groups = await keyWith(['memberships:write', 'platform:write'], { path: '/v1' });
    for (const step of ['pause', 'cancel', 'resume']) {
      const problem = await expectProblem(
        await groups.ask('POST', `${job.path}/${step}`),
        403,
        'not_permitted',
      );
      expect(problem.detail).toContain('users:write');
    }
    const started = await groups.ask('POST', `${team.path}/bulk-jobs`, {
      action: 'suspend',
      userIds: job.userIds,
    });
    await expectProblem(started, 403, 'not_permitted');
  });
});
