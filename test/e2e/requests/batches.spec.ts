import { ulid } from 'ulid';
import { costOf, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount, createServiceGroup, createTeam, createUser } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface Row {
  outcome: string;
  userId: string | null;
  problem: { code: string } | null;
}
const outcomes = (rows: Row[]) => rows.map(({ outcome, problem }) => problem?.code ?? outcome);

describe('a batch of users', () => {
  test('creates each row alone, and is answered again under the same key', async () => {
    const { asks, path } = await createTeam(api);
    const users = [
      { name: 'A', email: 'a@x.org', status: 'invited', externalId: '1', metadata: { team: 1 } },
      { name: ' ', email: 'b@x.org' },
      { name: 'C', email: 'A@X.org' },
      { name: 'D', email: 'd@x.org', role: 'admin' },
      { name: 'E', email: 'e@x.org', externalId: '1' },
    ];
    const key = { 'idempotency-key': 'batch' };
    const answer = await asks.admin('POST', `${path}/users/batch`, { users }, key);
    expect(answer).toMatchObject({ status: 200, body: { done: 2, unchanged: 0, refused: 3 } });
    expect(outcomes(answer.body.results)).toEqual([
      'done',
      'invalid_name',
      'email_taken',
      'done',
      'external_id_taken',
    ]);
    const [first] = answer.body.results as [Row];
    const created = await asks.admin('GET', `${path}/users/${first.userId}`);
    expect(created.body).toMatchObject({ status: 'invited', externalId: '1', metadata: { team: 1 } });
    const again = await asks.admin('POST', `${path}/users/batch`, { users }, key);
    expect(again.body).toEqual(answer.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const other = await asks.admin('POST', `${path}/users/batch`, { users: users.slice(1) }, key);
    await expectProblem(other, 422, 'idempotency_key_reused');
  });

  test('is refused as a whole when it is not valid, too long, or not the caller’s to ask for', async () => {
    const { asks, path } = await createTeam(api);
    const post = (users: unknown, ask = asks.admin) => ask('POST', `${path}/users/batch`, { users });
    const one = { name: 'A', email: 'a@x.org' };
    await expectProblem(await post([]), 400, 'too_short');
    await expectProblem(await post(Array.from({ length: 1001 }, () => one)), 400, 'too_long');
    const lists = await expectProblem(await post([one, []]), 400, 'wrong_type');
    expect(lists.errors).toMatchObject([{ pointer: '/users' }]);
    for (const rows of [[[one]], [null], ['x']]) expect((await post(rows)).status).toBe(400);
    const invitations = await asks.admin('POST', `${path}/invitations/batch`, { invitations: [[]] });
    await expectProblem(invitations, 400, 'wrong_type');
    const unknown = await expectProblem(await post([one, { ...one, extra: 1 }]), 400, 'unknown_field');
    expect(unknown.errors).toMatchObject([{ pointer: '/users/1/extra' }]);
    await expectProblem(await post([one, { ...one, role: 'owner' }]), 403, 'owner_needed');
    await expectProblem(await post([one], asks.member), 403, 'not_permitted');
    expect((await asks.admin('GET', `${path}/users`)).body.data).toHaveLength(3);
    const nowhere = `/v1/accounts/acct_${ulid()}/users/batch`;
    const answer = await api.operator('POST', nowhere, { users: [one] });
    await expectProblem(answer, 404, 'account_not_found');
  });

  test('of 1,000 rows with metadata fits a request, and is tried without being written', async () => {
    const { id } = await createAccount(api);
    const users = Array.from({ length: 1000 }, (_, n) => ({
      name: `Person ${n}`,
      email: `p${n}@x.org`,
      metadata: { note: 'x'.repeat(300) },
    }));
    const path = `/v1/accounts/${id}/users`;
    const tried = await api.operator('POST', `${path}/batch?dryRun=true`, { users });
    expect(tried.body).toMatchObject({ dryRun: true, batch: { done: 1000 } });
    expect(tried.body.events).toHaveLength(1000);
    expect(costOf(tried).writes).toBe(0);
    expect((await api.operator('GET', path)).body.data).toEqual([]);
    const key = { 'idempotency-key': 'large' };
    const answer = await api.operator('POST', `${path}/batch`, { users: users.slice(0, 200) }, key);
    expect(answer.body).toMatchObject({ done: 200, refused: 0 });
    const again = await api.operator('POST', `${path}/batch`, { users: users.slice(0, 200) }, key);
    expect(again.body).toEqual(answer.body);
  });
});

describe('a batch of members', () => {
  test('adds and removes each row alone, and tells what was so already', async () => {
    const { account, admin, member, owner, asks, path } = await createTeam(api);
    const group = await createServiceGroup(api, account.id);
    const members = `${path}/service-groups/${group.id}/members`;
    await asks.admin('PUT', `${members}/${admin.id}`);
    await asks.admin('PUT', `${members}/${owner.id}`);
    const nobody = `user_${ulid()}`;
    const body = { add: [member.id, admin.id, nobody], remove: [owner.id] };
    const key = { 'idempotency-key': 'members' };
    const answer = await asks.admin('POST', `${members}/batch`, body, key);
    expect(answer).toMatchObject({ status: 200, body: { done: 2, unchanged: 1, refused: 1 } });
    expect(outcomes(answer.body.results)).toEqual(['done', 'unchanged', 'user_not_found', 'done']);
    expect(answer.body.results.map(({ userId }: Row) => userId)).toEqual([
      member.id,
      admin.id,
      null,
      owner.id,
    ]);
    expect((await asks.admin('POST', `${members}/batch`, body, key)).body).toEqual(answer.body);
    const { body: listed } = await asks.admin('GET', members);
    expect(listed.data.map(({ userId }: { userId: string }) => userId).sort()).toEqual(
      [member.id, admin.id].sort(),
    );
  });

  test('is refused when it names nobody, too many, somebody twice over, or an unknown service group', async () => {
    const { account, admin, asks, path } = await createTeam(api);
    const group = await createServiceGroup(api, account.id);
    const batch = `${path}/service-groups/${group.id}/members/batch`;
    await expectProblem(await asks.admin('POST', batch, {}), 400, 'required');
    await expectProblem(await asks.admin('POST', batch, { add: [] }), 400, 'too_short');
    await expectProblem(await asks.admin('POST', batch, { add: ['x'] }), 400, 'invalid_format');
    const ids = (count: number) => Array.from({ length: count }, () => `user_${ulid()}`);
    await expectProblem(
      await asks.admin('POST', batch, { add: ids(600), remove: ids(401) }),
      400,
      'too_long',
    );
    const both = { add: [admin.id], remove: [admin.id] };
    await expectProblem(await asks.admin('POST', batch, both), 400, 'not_allowed_value');
    const nowhere = `${path}/service-groups/sgrp_${ulid()}/members/batch`;
    await expectProblem(
      await asks.admin('POST', nowhere, { add: [admin.id] }),
      404,
      'service_group_not_found',
    );
  });
});

describe('the service groups of a user', () => {
  test('are replaced in one transaction, by the version that was seen, or tried first', async () => {
    const { account, member, asks, path } = await createTeam(api);
    const [a, b, c] = [
      await createServiceGroup(api, account.id),
      await createServiceGroup(api, account.id),
      await createServiceGroup(api, account.id),
    ];
    const set = `${path}/users/${member.id}/service-groups`;
    const put = (ids: string[], query = '', headers = {}) =>
      asks.admin('PUT', `${set}${query}`, { serviceGroupIds: ids }, headers);
    const first = await put([a.id, b.id]);
    expect(first.body).toEqual({
      userId: member.id,
      version: 3,
      added: [a.id, b.id],
      removed: [],
      unchanged: [],
    });
    expect(first.headers.get('etag')).toBe('"3"');
    const tried = await put([b.id, c.id], '?dryRun=true');
    expect(tried.body.events.map(({ type }: { type: string }) => type)).toEqual([
      'service_group.member_removed',
      'service_group.member_added',
    ]);
    await expectProblem(await put([c.id], '', { 'if-match': '"2"' }), 412, 'version_mismatch');
    const second = await put([b.id, c.id, c.id], '', { 'if-match': '"3"' });
    expect(second.body).toMatchObject({ version: 5, added: [c.id], removed: [a.id], unchanged: [b.id] });
    expect((await put([c.id, b.id])).body).toMatchObject({ version: 5, added: [], removed: [] });
    const problem = await expectProblem(await put([a.id, `sgrp_${ulid()}`]), 404, 'service_group_not_found');
    expect(problem.errors).toMatchObject([{ pointer: '/serviceGroupIds/1' }]);
    expect((await asks.member('GET', set)).body.data).toHaveLength(2);
    await asks.admin('POST', `${path}/users/${member.id}/suspend`);
    await expectProblem(await put([a.id, b.id]), 409, 'user_suspended');
    expect((await put([])).body).toMatchObject({ removed: [b.id, c.id].sort() });
    await expectProblem(await asks.member('PUT', set, { serviceGroupIds: [] }), 403, 'user_suspended');
    const nobody = `${path}/users/user_${ulid()}/service-groups`;
    await expectProblem(await asks.admin('PUT', nobody, { serviceGroupIds: [] }), 404, 'user_not_found');
  });

  test('are replaced in several steps when they are many, and nothing is done when one is unknown', async () => {
    const { id } = await createAccount(api);
    const user = await createUser(api, id);
    const groups: string[] = [];
    for (let n = 0; n < 70; n += 1) groups.push((await createServiceGroup(api, id)).id);
    const set = `/v1/accounts/${id}/users/${user.id}/service-groups`;
    const unknown = { serviceGroupIds: [...groups, `sgrp_${ulid()}`] };
    await expectProblem(await api.operator('PUT', set, unknown), 404, 'service_group_not_found');
    expect((await api.operator('GET', set)).body.data).toEqual([]);
    const all = await api.operator('PUT', set, { serviceGroupIds: groups });
    expect(all.body).toMatchObject({ version: 71, added: groups });
    const few = await api.operator('PUT', set, { serviceGroupIds: groups.slice(60) });
    expect(few.body).toMatchObject({ removed: groups.slice(0, 60), unchanged: groups.slice(60) });
    const { body } = await api.operator('GET', `${set}?limit=100`);
    expect(body.data.map(({ serviceGroupId }: { serviceGroupId: string }) => serviceGroupId)).toEqual(
      groups.slice(60),
    );
  });
});

describe('a limit of the account', () => {
  test('is named when it is reached, and holds for single requests and rows alike', async () => {
    const limits = { users: 2, serviceGroups: 1, members: 1 };
    const { body: account } = await api.operator('POST', '/v1/accounts', { name: 'Small', limits });
    const path = `/v1/accounts/${account.id}`;
    const users = [1, 2, 3].map((n) => ({ name: 'N', email: `u${n}@x.org` }));
    const batch = await api.operator('POST', `${path}/users/batch`, { users });
    expect(outcomes(batch.body.results)).toEqual(['done', 'done', 'limit_reached']);
    const third = await api.operator('POST', `${path}/users`, { name: 'N', email: 'u4@x.org' });
    expect((await expectProblem(third, 409, 'limit_reached')).detail).toMatch(/2 users \(limits\.users\)/);
    const group = await createServiceGroup(api, account.id);
    const second = await api.operator('POST', `${path}/service-groups`, { name: 'second' });
    expect((await expectProblem(second, 409, 'limit_reached')).detail).toMatch(/limits\.serviceGroups/);
    const [ada, ben] = batch.body.results.map(({ userId }: Row) => userId);
    const members = `${path}/service-groups/${group.id}/members`;
    expect((await api.operator('PUT', `${members}/${ada}`)).status).toBe(201);
    await expectProblem(await api.operator('PUT', `${members}/${ben}`), 409, 'limit_reached');
    const set = `${path}/users/${ben}/service-groups`;
    await expectProblem(
      await api.operator('PUT', set, { serviceGroupIds: [group.id] }),
      409,
      'limit_reached',
    );
    await api.operator('DELETE', `${members}/${ada}`);
    expect((await api.operator('PUT', set, { serviceGroupIds: [group.id] })).status).toBe(200);
  });
});
