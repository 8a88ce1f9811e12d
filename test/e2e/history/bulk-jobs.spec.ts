import { mailBuckets, recountAll, takeTokens } from '#libs/directory';
import { costOf, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { finishJob } from '../../support/directory/jobs.js';
import {
  created,
  createServiceGroup,
  createTeam,
  createUser,
  createUsers,
} from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

let count = 0;
type Team = Awaited<ReturnType<typeof createTeam>>;
const several = async <T>(count: number, make: () => Promise<T>) => {
  const made: T[] = [];
  for (let n = 0; n < count; n += 1) made.push(await make());
  return made;
};
const idsOf = (things: readonly { id: string }[]) => things.map(({ id }) => id);

/** Starts a bulk job and carries it out, as the stream processor does. */
async function run({ asks, path }: Team, body: object, ask = asks.owner) {
  const answer = await ask('POST', `${path}/bulk-jobs`, body);
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  const location = answer.headers.get('location')!;
  expect(location).toBe(`${path}/jobs/${answer.body.id}`);
  expect(answer.headers.get('retry-after')).toBe('1');
  await finishJob(api.directory, answer.body.id as string);
  return { path: location, body: (await ask('GET', location)).body };
}

describe('a bulk job', () => {
  test('does each action to each user, once, and its events name who asked', async () => {
    const team = await createTeam(api);
    const { asks, path, account, admin, owner } = team;
    const groups = await several(3, () => createServiceGroup(api, account.id));
    const users = await several(30, () => createUser(api, account.id));
    const userIds = idsOf(users);
    const serviceGroupIds = idsOf(groups);
    const all = { processed: 30, rows: 30, refused: 0, status: 'done', createdBy: `user:${owner.id}` };
    const steps: [object, (user: Record<string, unknown>) => unknown, unknown][] = [
      [{ action: 'add_to_groups', serviceGroupIds }, (user) => user['serviceGroupCount'], 3],
      [
        { action: 'remove_from_groups', serviceGroupIds: serviceGroupIds.slice(0, 2) },
        (user) => user['serviceGroupCount'],
        1,
      ],
      [{ action: 'change_role', role: 'admin' }, (user) => user['role'], 'admin'],
      [{ action: 'suspend' }, (user) => user['status'], 'suspended'],
      [{ action: 'reactivate' }, (user) => user['status'], 'active'],
    ];
    for (const [action, seen, expected] of steps) {
      expect((await run(team, { ...action, userIds })).body).toMatchObject(all);
      const { body } = await asks.owner('GET', `${path}/users?limit=100`);
      const changed = body.data.filter(({ id }: { id: string }) => userIds.includes(id));
      expect(changed.map(seen)).toEqual(users.map(() => expected));
    }
    const { body: history } = await asks.owner('GET', `${path}/users/${users[7]!.id}/events`);
    expect(history.data.map(({ type }: { type: string }) => type.split('.')[1])).toEqual([
      'created',
      ...['member_added', 'member_added', 'member_added', 'member_removed', 'member_removed'],
      ...['role_changed', 'suspended', 'reactivated'],
    ]);
    expect(history.data[8]).toMatchObject({ actor: `user:${owner.id}` });
    expect((await run(team, { action: 'remove', userIds })).body).toMatchObject(all);
    expect((await asks.owner('GET', `${path}/users?limit=100`)).body.data).toHaveLength(3);
    expect((await asks.admin('GET', `${path}/users/${admin.id}`)).body.status).toBe('active');
  });

  test('sends invitations again, which are then accepted with the token of that event', async () => {
    const team = await createTeam(api);
    const { asks, path } = team;
    const invited = created<{ id: string }>(
      await asks.owner('POST', `${path}/invitations`, { name: 'New', email: 'new@x.example' }),
    );
    const userIds = [invited.id, team.member.id];
    const { body, path: job } = await run(team, { action: 'resend_invitation', userIds });
    expect(body).toMatchObject({ processed: 2, refused: 1 });
    const again = await asks.owner('GET', `${path}/invitations/${invited.id}`);
    expect(again.body).toMatchObject({ sentCount: 2, invitedBy: `user:${team.owner.id}` });
    const csv = await asks.owner('GET', `${job}/refused.csv`);
    expect(csv.body).toBe(
      'line,userId,code,detail\r\n' +
        `2,${team.member.id},user_not_invited,"The user is no longer invited, so there is nothing to accept."\r\n`,
    );
    const detail = 'The user is no longer invited, so there is nothing to accept.';
    const refused = {
      line: 2,
      userId: team.member.id,
      serviceGroupId: null,
      code: 'user_not_invited',
      detail,
    };
    const list = await asks.owner('GET', `${job}/refused`);
    expect(list.body).toEqual({ data: [refused], nextCursor: null });
  });

  test('sends no more mails than the account may: what requests have sent counts, and what jobs have sent', async () => {
    const { asks, path, account } = await createTeam(api);
    const [address] = mailBuckets(account.id, 'often@x.example', 'invited');
    const [, ofAccount] = mailBuckets(account.id, 'any@x.example', 'invited');
    const invite = async (email: string) =>
      created<{ id: string }>(await asks.owner('POST', `${path}/invitations`, { name: 'N', email })).id;
    for (let n = 0; n < 8; n += 1)
      await asks.owner('DELETE', `${path}/invitations/${await invite('often@x.example')}`);
    const often = await invite('often@x.example');
    const taken = { wanted: 10, used: 0, fullAt: 0 };
    const { granted } = await takeTokens(api.directory, address!.name, address!.limit, taken);
    expect(granted).toBeLessThanOrEqual(2);
    const others = await several(3, () => invite(`g${(count += 1)}@x.example`));
    const resend = (userIds: readonly string[]) =>
      run({ asks, path } as Team, { action: 'resend_invitation', userIds });
    const first = await resend([often, others[0]!]);
    expect(first.body).toMatchObject({ processed: 2, refused: 1 });
    const csv = await asks.owner('GET', `${first.path}/refused.csv`);
    expect(csv.body).toContain(
      `1,${often},rate_limited,Too many invitations have been sent to this address.`,
    );
    expect(address!.name).not.toContain('often');
    // One mail is left: the job above has taken one.
    await takeTokens(api.directory, ofAccount!.name, ofAccount!.limit, { wanted: 1_998, used: 0, fullAt: 0 });
    const second = await resend(others);
    expect(second.body).toMatchObject({ processed: 3, refused: 2 });
  });

  test('takes whom a query finds when it is accepted, and nobody who comes later', async () => {
    const team = await createTeam(api);
    const { asks, path, account, member } = team;
    const [from, to] = await several(2, () => createServiceGroup(api, account.id));
    const users = await several(5, () => createUser(api, account.id));
    await asks.owner('POST', `${path}/service-groups/${from!.id}/members/batch`, { add: idsOf(users) });
    const body = {
      action: 'add_to_groups',
      query: { groupId: from!.id, role: 'member' },
      serviceGroupIds: [to!.id],
    };
    const answer = await asks.owner('POST', `${path}/bulk-jobs`, body);
    expect(answer.body.rows).toBe(5);
    await asks.owner('PUT', `${path}/service-groups/${from!.id}/members/${member.id}`);
    await finishJob(api.directory, answer.body.id as string);
    const members = await asks.owner('GET', `${path}/service-groups/${to!.id}/members`);
    expect(members.body.data.map(({ userId }: { userId: string }) => userId).sort()).toEqual(
      idsOf(users).sort(),
    );
    const everybody = await asks.owner('POST', `${path}/bulk-jobs?dryRun=true`, {
      action: 'suspend',
      query: {},
    });
    expect(everybody.body).toMatchObject({ rows: 8 });
  });

  test('is on the users whom a search finds when it is accepted, without typing errors', async () => {
    const { asks, path } = await createTeam(api);
    for (const name of ['Ada Quill', 'Quillan', 'Bob'])
      await asks.owner('POST', `${path}/users`, { name, email: `${name.slice(0, 3)}@example.com` });
    const found = async (query: object) =>
      asks.owner('POST', `${path}/bulk-jobs?dryRun=true`, { action: 'suspend', query });
    expect((await found({ q: 'quil' })).body).toMatchObject({ rows: 2 });
    expect((await found({ q: 'quil', role: 'admin' })).body).toMatchObject({ code: 'empty_selection' });
    expect((await found({ q: 'qiull' })).body).toMatchObject({ code: 'empty_selection' });
  });

  test('keeps an owner, and leaves owners to owners: rows that are refused stop no other', async () => {
    const team = await createTeam(api);
    const { owner, member, admin, asks, path } = team;
    const nobody = `user_${'0'.repeat(26)}`;
    const userIds = [owner.id, nobody, member.id];
    const byAdmin = await run(team, { action: 'suspend', userIds }, asks.admin);
    expect(byAdmin.body).toMatchObject({ processed: 3, refused: 2 });
    const refused = await asks.admin('GET', `${byAdmin.path}/refused.csv`);
    expect((refused.body as string).split('\r\n').map((line) => line.split(',')[2])).toEqual([
      'code',
      'owner_needed',
      'user_not_found',
      undefined,
    ]);
    const another = await createUser(api, team.account.id, 'owner');
    const demote = { action: 'change_role', role: 'member', userIds: [owner.id, another.id] };
    const byOwner = await run(team, demote, api.operator);
    expect(byOwner.body).toMatchObject({ status: 'done', refused: 1 });
    const forbidden = { action: 'change_role', role: 'owner', userIds: [admin.id] };
    await expectProblem(await asks.admin('POST', `${path}/bulk-jobs`, forbidden), 403, 'owner_needed');
  });

  test('stays within a limit: rows beyond it are refused', async () => {
    const team = await createTeam(api);
    const { path, account } = team;
    const group = await createServiceGroup(api, account.id);
    const users = await several(6, () => createUser(api, account.id));
    created(await api.operator('PATCH', path, { limits: { members: 4 } }));
    const add = { action: 'add_to_groups', serviceGroupIds: [group.id], userIds: idsOf(users) };
    expect((await run(team, add, api.operator)).body).toMatchObject({ processed: 6, refused: 2 });
    const members = await api.operator('GET', `${path}/service-groups/${group.id}/members`);
    expect(members.body.data).toHaveLength(4);
  });

  test('is recognised when it is sent again with its key, and not mistaken for another', async () => {
    const team = await createTeam(api);
    const { asks, path } = team;
    const body = { action: 'suspend', query: { role: 'member' } };
    const key = { 'idempotency-key': 'bulk' };
    const first = await asks.owner('POST', `${path}/bulk-jobs`, body, key);
    await finishJob(api.directory, first.body.id as string);
    await createUser(api, team.account.id);
    const again = await asks.owner('POST', `${path}/bulk-jobs`, body, key);
    expect({ status: again.status, id: again.body.id, rows: again.body.rows }).toEqual({
      status: 202,
      id: first.body.id,
      rows: 1,
    });
    const other = await asks.owner('POST', `${path}/bulk-jobs`, { ...body, action: 'remove' }, key);
    await expectProblem(other, 422, 'idempotency_key_reused');
  });

  test('is tried first: counts, samples, and what to think about', async () => {
    const team = await createTeam(api);
    const { asks, path, account, owner } = team;
    const group = await createServiceGroup(api, account.id);
    const users = await several(3, () => createUser(api, account.id));
    const members = [...idsOf(users), owner.id];
    await asks.owner('POST', `${path}/service-groups/${group.id}/members/batch`, { add: members });
    await recountAll(api.directory, account.id);
    const remove = { action: 'remove_from_groups', serviceGroupIds: [group.id], query: {} };
    const { status, body } = await asks.owner('POST', `${path}/bulk-jobs?dryRun=true`, remove);
    expect({ status, ...body }).toMatchObject({
      status: 200,
      dryRun: true,
      rows: 6,
      tried: 6,
      done: 4,
      unchanged: 2,
    });
    expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual([
      'own_access',
      'group_left_empty',
    ]);
    expect(body.events).toHaveLength(4);
    expect(body.samples[0]).toMatchObject({ outcome: 'done', problem: null });
    const suspend = await asks.owner('POST', `${path}/bulk-jobs?dryRun=true`, {
      action: 'suspend',
      query: {},
    });
    expect(suspend.body).toMatchObject({
      refused: 1,
      samples: [{ problem: { code: 'last_owner' } }, {}, {}, {}, {}, {}],
    });
    expect(costOf(suspend).writes).toBe(0);
  });

  test('refuses whoever has another version than the one that was seen', async () => {
    const team = await createTeam(api);
    const { asks, path, account, admin, member } = team;
    const group = await createServiceGroup(api, account.id);
    created(await asks.owner('PATCH', `${path}/users/${member.id}`, { name: 'Renamed' }));
    const body = {
      action: 'add_to_groups',
      serviceGroupIds: [group.id],
      userIds: [admin.id, member.id],
      ifVersions: [1, 1],
    };
    const tried = await asks.owner('POST', `${path}/bulk-jobs?dryRun=true`, body);
    expect(tried.body).toMatchObject({
      done: 1,
      refused: 1,
      samples: [{ problem: { code: 'version_mismatch' } }, {}],
    });
    const { path: job, body: done } = await run(team, body);
    expect(done).toMatchObject({ processed: 2, refused: 1, status: 'done' });
    const refused = await asks.owner('GET', `${job}/refused.csv`);
    expect(refused.body).toContain(
      `${member.id},version_mismatch,"The current version is 2, not the expected 1."`,
    );
    const members = await asks.owner('GET', `${path}/service-groups/${group.id}/members`);
    expect(members.body.data.map(({ user }: { user: { id: string } }) => user.id)).toEqual([admin.id]);
    const short = { ...body, ifVersions: [1] };
    const problem = await expectProblem(
      await asks.owner('POST', `${path}/bulk-jobs`, short),
      400,
      'not_allowed_value',
    );
    expect(problem.errors).toMatchObject([{ pointer: '/ifVersions' }]);
  });

  test('is refused when its fields do not go together', async () => {
    const { asks, path, member } = await createTeam(api);
    const userIds = [member.id];
    const post = (body: object) => asks.owner('POST', `${path}/bulk-jobs`, body);
    await expectProblem(await post({ action: 'suspend' }), 400, 'required');
    await expectProblem(await post({ action: 'suspend', userIds, query: {} }), 400, 'not_allowed_value');
    await expectProblem(await post({ action: 'suspend', userIds, role: 'admin' }), 400, 'not_allowed_value');
    await expectProblem(await post({ action: 'change_role', userIds }), 400, 'required');
    await expectProblem(await post({ action: 'add_to_groups', userIds }), 400, 'required');
    const nobody = { action: 'suspend', query: { status: 'suspended' } };
    await expectProblem(await post(nobody), 400, 'empty_selection');
    const unknown = { action: 'add_to_groups', userIds, serviceGroupIds: [`sgrp_${'0'.repeat(26)}`] };
    await expectProblem(await post(unknown), 404, 'service_group_not_found');
    const key = created<{ key: string }>(
      await asks.owner('POST', `${path}/api-keys`, { name: 'k', scopes: ['memberships:write'] }),
    );
    const byKey = await fetch(`${api.url}${path}/bulk-jobs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'suspend', userIds }),
    });
    expect(byKey.status).toBe(403);
  });

  test('is refused as the single command is, before it exists, if what it asks is wrong for everybody', async () => {
    const { asks, path, account, member } = await createTeam(api);
    const [free, ruled] = await several(2, () => createServiceGroup(api, account.id));
    const membershipRules = { maxLengthSeconds: 3_600, reasonRequired: true };
    created(await asks.owner('PATCH', `${path}/service-groups/${ruled!.id}`, { membershipRules }));
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const wrong: [group: { id: string }, terms: object][] = [
      [free!, { expiresAt: inHours(-1) }],
      [free!, { expiresAt: '2030-02-30T00:00:00Z' }],
      [free!, { reason: '' }],
      [free!, { reason: ' ' }],
      [free!, { reason: 'x'.repeat(501) }],
      [free!, { reason: 'x\u0007' }],
      [free!, { expiresAt: inHours(-1), reason: '' }],
      [ruled!, { reason: 'On call', expiresAt: inHours(2) }],
      [ruled!, { reason: 'On call', expiresAt: null }],
      [ruled!, { expiresAt: inHours(0.5) }],
      [ruled!, {}],
    ];
    for (const [group, terms] of wrong) {
      const single = await asks.owner(
        'PUT',
        `${path}/service-groups/${group.id}/members/${member.id}`,
        terms,
      );
      const { status, code, errors } = single.body;
      expect(status).toBeGreaterThanOrEqual(400);
      const job = {
        ...{ action: 'add_to_groups', query: {}, ...terms },
        serviceGroupIds: [...new Set([free!.id, group.id])],
      };
      for (const query of ['', '?dryRun=true']) {
        const { body } = await asks.owner('POST', `${path}/bulk-jobs${query}`, job);
        const fields = (each: { pointer: string }[] = []) => each.map(({ pointer }) => pointer);
        expect({ terms, status: body.status, code: body.code, at: fields(body.errors) }).toEqual({
          ...{ terms, status, code, at: fields(errors) },
        });
      }
    }
    expect((await asks.owner('GET', `${path}/jobs`)).body.data).toEqual([]);
    const right = {
      action: 'add_to_groups',
      query: {},
      serviceGroupIds: [free!.id, ruled!.id],
      reason: 'Rota',
    };
    expect((await asks.owner('POST', `${path}/bulk-jobs`, right)).status).toBe(202);
  });

  test('is paused, resumed and cancelled by the people of the account, who leave removals alone', async () => {
    const team = await createTeam(api);
    const { asks, path, account, member } = team;
    const userIds = await createUsers(api, account.id, 60);
    const body = { action: 'suspend', userIds };
    const { headers } = await asks.admin('POST', `${path}/bulk-jobs`, body);
    const job = headers.get('location')!;
    expect((await asks.admin('POST', `${job}/pause`)).body.status).toBe('paused');
    await expect(finishJob(api.directory, job.split('/').at(-1)!)).rejects.toThrow('not running');
    expect((await asks.admin('POST', `${job}/resume`)).body.status).toBe('running');
    expect((await asks.admin('POST', `${job}/cancel`)).body.status).toBe('cancelled');
    expect((await asks.admin('POST', `${job}/resume`)).body.status).toBe('cancelled');
    expect((await asks.admin('GET', `${path}/users/${userIds[0]}`)).body.status).toBe('active');
    const group = await createServiceGroup(api, account.id);
    await asks.owner('PUT', `${path}/service-groups/${group.id}/members/${member.id}`);
    const removal = await asks.owner('DELETE', `${path}/service-groups/${group.id}`);
    const [, left] = /<(.+?)>/.exec(removal.headers.get('link') ?? '')!;
    await expectProblem(await asks.owner('POST', `${left}/pause`), 403, 'not_permitted');
    await expectProblem(await api.operator('POST', `${left}/cancel`), 409, 'job_not_cancellable');
  });
});

test('jobs and imports are listed, newest first, by type and by status', async () => {
  const team = await createTeam(api);
  const { asks, path, account, member } = team;
  const group = await createServiceGroup(api, account.id);
  await asks.owner('DELETE', `${path}/service-groups/${group.id}`);
  const keyed = { 'idempotency-key': 'one', 'content-type': 'application/x-ndjson' };
  const row = { name: 'Imported', email: 'imported@x.example' };
  const { body: imported } = await asks.owner('POST', `${path}/import/users`, row, keyed);
  const { body: bulk } = await run(team, { action: 'suspend', userIds: [member.id] });
  const { body: jobs } = await asks.admin('GET', `${path}/jobs`);
  expect(jobs.data).toMatchObject([
    { id: bulk.id, type: 'bulk', status: 'done', bulk: { action: 'suspend' } },
    { id: imported.id, type: 'import', rows: 1, bulk: null },
    { type: 'remove-service-group-memberships', subjectId: group.id, rows: null },
  ]);
  const first = await asks.admin('GET', `${path}/jobs?limit=1`);
  const next = await asks.admin('GET', `${path}/jobs?limit=1&cursor=${first.body.nextCursor}`);
  expect([...first.body.data, ...next.body.data]).toMatchObject([{ id: bulk.id }, { id: imported.id }]);
  const done = await asks.admin('GET', `${path}/jobs?status=done`);
  expect(idsOf(done.body.data as { id: string }[])).toEqual([bulk.id]);
  const imports = await asks.admin('GET', `${path}/imports`);
  expect(imports.body.data).toMatchObject([{ id: imported.id, kind: 'users', rows: 1 }]);
  const others = await createTeam(api);
  expect((await others.asks.owner('GET', `${others.path}/jobs`)).body.data).toEqual([]);
  await expectProblem(await others.asks.member('GET', `${others.path}/jobs`), 403, 'not_permitted');
});
