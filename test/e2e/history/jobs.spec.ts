import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { finishJob } from '../../support/directory/jobs.js';
import { createAccount, createServiceGroup, createTeam, createUser } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Does what the stream processor does. */
async function finish(jobPath: string): Promise<void> {
  const jobId = jobPath.split('/').at(-1) as string;
  await finishJob(api.directory, jobId);
}

function jobPathOf({ headers }: { headers: Headers }): string {
  const [, path] = /^<(.+)>; rel="monitor"$/.exec(headers.get('link') ?? '') ?? [];
  expect(path).toBeDefined();
  return path as string;
}

describe('a job', () => {
  test('is linked to by the removal that left it, and is watched, paused and resumed', async () => {
    const { account, asks } = await createTeam(api);
    const group = await createServiceGroup(api, account.id);
    const user = await createUser(api, account.id);
    const groups = `/v1/accounts/${account.id}/service-groups`;
    await api.operator('PUT', `${groups}/${group.id}/members/${user.id}`);
    const removal = await api.operator('DELETE', `${groups}/${group.id}`);
    expect(removal.status).toBe(204);
    const path = jobPathOf(removal);
    const running = { type: 'remove-service-group-memberships', subjectId: group.id, processed: 0 };
    expect((await asks.admin('GET', path)).body).toMatchObject({ ...running, status: 'running' });
    expect((await api.operator('POST', `${path}/pause`)).body).toMatchObject({
      ...running,
      status: 'paused',
    });
    expect((await api.operator('POST', `${path}/resume`)).body).toMatchObject({
      ...running,
      status: 'running',
    });
    await finish(path);
    expect((await asks.owner('GET', path)).body).toMatchObject({ status: 'done', processed: 1 });

    await expectProblem(await asks.member('GET', path), 403, 'not_permitted');
    await expectProblem(await asks.owner('POST', `${path}/pause`), 403, 'not_permitted');
    const other = await createAccount(api);
    const elsewhere = path.replace(account.id, other.id);
    await expectProblem(await api.operator('GET', elsewhere), 404, 'job_not_found');
    await expectProblem(await api.operator('GET', `${path}X`), 400, 'invalid_id');
  });
});

describe('closing an account', () => {
  test('needs the version, and is final for everybody', async () => {
    const { account, asks } = await createTeam(api);
    const path = `/v1/accounts/${account.id}`;
    await expectProblem(await api.operator('DELETE', path), 428, 'precondition_required');
    await expectProblem(
      await api.operator('DELETE', path, undefined, { 'if-match': '"9"' }),
      412,
      'version_mismatch',
    );
    await expectProblem(
      await asks.owner('DELETE', path, undefined, { 'if-match': '"1"' }),
      403,
      'not_permitted',
    );
    const closing = await api.operator('DELETE', path, undefined, { 'if-match': '"1"' });
    expect(closing.status).toBe(204);

    await expectProblem(await api.operator('GET', path), 404, 'account_not_found');
    for (const list of ['users', 'service-groups'])
      await expectProblem(await api.operator('GET', `${path}/${list}`), 404, 'account_not_found');
    await expectProblem(
      await api.operator('POST', `${path}/users`, { name: 'x', email: 'x@x.example', role: 'member' }),
      404,
      'account_not_found',
    );
    expect((await asks.owner('GET', '/v1/me')).status).toBe(403);
    const accounts = (await api.operator('GET', '/v1/accounts?limit=100')).body.data as { id: string }[];
    expect(accounts.map(({ id }) => id)).not.toContain(account.id);
    await finish(jobPathOf(closing));
    const events = (await api.operator('GET', `${path}/events?limit=100`)).body.data as { type: string }[];
    expect(events.filter(({ type }) => type === 'user.removed')).toHaveLength(3);
  });
});
