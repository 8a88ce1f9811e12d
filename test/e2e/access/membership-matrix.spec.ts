import { recountAll } from '#libs/directory';
import { expectCallsAtMost, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import {
  createAccount,
  created,
  createServiceGroup,
  createTeam,
  createUser,
} from '../../support/api/people.js';
import { eventually } from '../../support/eventually.js';
import { indexesSettled } from '../../support/engines/engine.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface Result {
  outcome: string;
  problem: { code: string; title: string } | null;
  version: number | null;
}
const outcomes = (results: Result[]) => results.map(({ outcome, problem }) => problem?.code ?? outcome);
const idsOf = (things: { id: string }[]) => things.map(({ id }) => id).join(',');
const several = <T>(count: number, make: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, make));

/** All are found with one service group, and as many of them as fit with all. */
async function expectFewCallsOfSearch(path: string, groups: { id: string }[], users: number) {
  for (const columns of [groups.slice(0, 1), groups]) {
    const fit = Math.floor(199 / (columns.length + 1)) - 1;
    const query = `q=example&limit=100&groupIds=${idsOf(columns)}`;
    await eventually('all are found', async () => {
      const found = await api.operator('GET', `${path}/memberships/matrix?${query}`);
      return found.body.rows.length === Math.min(users, fit);
    });
    expectCallsAtMost(await api.operator('GET', `${path}/memberships/matrix?${query}`), 3);
  }
}

describe('the matrix', () => {
  test('shows who may enter what, since when and by whom, in the order of the rows', async () => {
    const { asks, path, account, admin, member, owner } = await createTeam(api);
    const [dev, prod] = await several(2, () => createServiceGroup(api, account.id));
    await asks.owner('PUT', `${path}/service-groups/${prod!.id}/members/${member.id}`);
    const nobody = `user_${'0'.repeat(26)}`;
    const nothing = `sgrp_${'0'.repeat(26)}`;
    const users = [member.id, nobody, admin.id, member.id].join(',');
    const groups = [prod!.id, nothing, dev!.id].join(',');
    const { body } = await asks.admin(
      'GET',
      `${path}/memberships/matrix?userIds=${users}&groupIds=${groups}`,
    );
    expect(body.groups).toMatchObject([{ id: prod!.id, name: prod!.name }, { id: dev!.id }]);
    expect(body.rows).toEqual([
      {
        user: {
          id: member.id,
          name: member.name,
          email: member.email,
          role: 'member',
          status: 'active',
          version: 2,
        },
        cells: { [prod!.id]: { since: expect.any(String) as string, by: `user:${owner.id}` } },
      },
      { user: expect.objectContaining({ id: admin.id }) as object, cells: {} },
    ]);
    expect(body.nextCursor).toBeNull();
    await expectProblem(
      await asks.member('GET', `${path}/memberships/matrix?groupIds=${groups}`),
      403,
      'not_permitted',
    );
  });

  test('has those as rows whom a search finds, page by page', async () => {
    const { asks, path, account } = await createTeam(api);
    const group = await createServiceGroup(api, account.id);
    for (const name of ['Ada Quill', 'Quillan', 'Bob'])
      await asks.owner('POST', `${path}/users`, { name, email: `${name.slice(0, 3)}@example.com` });
    const page = async (more: string) =>
      (await asks.owner('GET', `${path}/memberships/matrix?groupIds=${group.id}&q=quill&limit=1${more}`))
        .body;
    const first = await page('');
    expect(first.rows).toMatchObject([{ user: { name: 'Ada Quill' } }]);
    const second = await page(`&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ rows: [{ user: { name: 'Quillan' } }], nextCursor: null });
    const both = `${path}/memberships/matrix?groupIds=${group.id}&q=a&userIds=${first.rows[0].user.id}`;
    await expectProblem(await asks.owner('GET', both), 400, 'not_allowed_value');
  });

  test('shows nothing of a removed user or service group', async () => {
    const { asks, path, account, admin, member } = await createTeam(api);
    const [gone, stays] = await several(2, () => createServiceGroup(api, account.id));
    for (const group of [gone!, stays!])
      for (const user of [admin, member])
        await asks.owner('PUT', `${path}/service-groups/${group.id}/members/${user.id}`);
    await asks.owner('DELETE', `${path}/service-groups/${gone!.id}`);
    await asks.owner('DELETE', `${path}/users/${member.id}`);
    const users = idsOf([admin, member]);
    for (const rows of [`&userIds=${users}`, '']) {
      const query = `groupIds=${idsOf([gone!, stays!])}${rows}`;
      const { body } = await asks.owner('GET', `${path}/memberships/matrix?${query}`);
      expect(idsOf(body.groups)).toBe(stays!.id);
      const shown = body.rows.find(({ user }: { user: { id: string } }) => user.id === admin.id);
      expect(Object.keys(shown.cells)).toEqual([stays!.id]);
      expect(JSON.stringify(body.rows)).not.toContain(member.id);
    }
  });

  test('pages through everybody, and takes at most three calls however many cells', async () => {
    const { id } = await createAccount(api);
    const path = `/v1/accounts/${id}`;
    const groups = await several(12, () => createServiceGroup(api, id));
    const users = await several(25, () => createUser(api, id));
    const columns = idsOf(groups);
    const named = await api.operator(
      'GET',
      `${path}/memberships/matrix?groupIds=${columns}&userIds=${idsOf(users.slice(0, 20))}`,
    );
    expect(named.body.rows).toHaveLength(20);
    expectCallsAtMost(named, 3);
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const from: string = cursor && `&cursor=${cursor}`;
      const page = await api.operator(
        'GET',
        `${path}/memberships/matrix?groupIds=${columns}&limit=100${from}`,
      );
      expectCallsAtMost(page, 3);
      expect(page.body.rows.length).toBeLessThanOrEqual(12);
      seen.push(...page.body.rows.map(({ user }: { user: { id: string } }) => user.id));
      cursor = page.body.nextCursor;
    }
    expect(seen.sort()).toEqual(users.map((user) => user.id).sort());
    await expectFewCallsOfSearch(path, groups, users.length);
    const many = `groupIds=${columns}&userIds=${idsOf(users)}`;
    await expectProblem(await api.operator('GET', `${path}/memberships/matrix?${many}`), 400, 'too_long');
    await expectProblem(await api.operator('GET', `${path}/memberships/matrix`), 400, 'required');
  });
});

describe('a batch of memberships', () => {
  test('adds and removes in many service groups at once, with a result for each', async () => {
    const { asks, path, account, admin, member } = await createTeam(api);
    const [dev, prod, test] = await several(3, () => createServiceGroup(api, account.id));
    await asks.owner('PUT', `${path}/service-groups/${prod!.id}/members/${member.id}`);
    const suspended = await createUser(api, account.id);
    created(await asks.owner('POST', `${path}/users/${suspended.id}/suspend`));
    const change = (action: string, user: { id: string }, group: { id: string } | undefined, more = {}) => ({
      action,
      userId: user.id,
      serviceGroupId: group!.id,
      ...more,
    });
    const changes = [
      change('add', admin, dev),
      change('remove', member, prod),
      change('add', suspended, dev),
      change('add', admin, { id: `sgrp_${'0'.repeat(26)}` }),
      change('remove', admin, prod),
      change('add', member, test, { ifVersion: 2 }),
      change('add', member, dev, { ifVersion: 1 }),
    ];
    const key = { 'idempotency-key': 'matrix' };
    const { status, body } = await asks.admin('POST', `${path}/memberships/batch`, { changes }, key);
    expect({ status, ...body }).toMatchObject({ status: 200, done: 3, unchanged: 1, refused: 3 });
    expect(outcomes(body.results)).toEqual([
      'done',
      'done',
      'user_suspended',
      'service_group_not_found',
      'unchanged',
      'done',
      'version_mismatch',
    ]);
    expect(body.results[1]).toMatchObject({ userId: member.id, serviceGroupId: prod!.id, version: 4 });
    expect(body.results[2].problem).toMatchObject({ status: 409, title: 'The user is suspended' });
    const again = await asks.admin('POST', `${path}/memberships/batch`, { changes }, key);
    expect(again.body).toEqual(body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const history = await asks.admin('GET', `${path}/users/${member.id}/events`);
    expect(
      history.body.data.map(({ type, version, actor }: Record<string, unknown>) => [type, version, actor]),
    ).toEqual([
      ['user.created', 1, 'operator:tester'],
      ['service_group.member_added', 2, expect.any(String)],
      ['service_group.member_removed', 3, `user:${admin.id}`],
      ['service_group.member_added', 4, `user:${admin.id}`],
    ]);
  });

  test('is tried first: what would become of each, what would be published, what to think about', async () => {
    const { asks, path, account, admin, member } = await createTeam(api);
    const [dev, prod] = await several(2, () => createServiceGroup(api, account.id));
    const change = (action: string, userId: string, group = prod!) => ({
      action,
      userId,
      serviceGroupId: group.id,
    });
    const add = [admin, member].map(({ id }) => change('add', id));
    created(await asks.admin('POST', `${path}/memberships/batch`, { changes: add }));
    await indexesSettled();
    await recountAll(api.directory, account.id);
    const changes = [...add.map((each) => ({ ...each, action: 'remove' })), change('add', member.id, dev)];
    const { body } = await asks.admin('POST', `${path}/memberships/batch?dryRun=true`, { changes });
    expect(body).toMatchObject({ dryRun: true, done: 3 });
    expect(body.events.map(({ type }: { type: string }) => type)).toEqual([
      'service_group.member_removed',
      'service_group.member_removed',
      'service_group.member_added',
    ]);
    expect(body.warnings).toMatchObject([
      { code: 'own_access', serviceGroupId: prod!.id },
      { code: 'group_left_empty', detail: `Nobody would be left in ${prod!.name}.`, removed: 2 },
    ]);
    const one = await asks.owner('POST', `${path}/memberships/batch?dryRun=true`, {
      changes: changes.slice(0, 1),
    });
    expect(one.body.warnings).toMatchObject([{ code: 'large_share', removed: 1, memberCount: 2 }]);
    const { body: unchanged } = await asks.admin('GET', `${path}/service-groups/${prod!.id}/members`);
    expect(unchanged.data).toHaveLength(2);
  });

  test('of a thousand cells takes each user as one change, in parts of 32', async () => {
    const { id } = await createAccount(api);
    const path = `/v1/accounts/${id}`;
    const groups = await several(40, () => createServiceGroup(api, id));
    const users = await several(25, () => createUser(api, id));
    const changes = users.flatMap((user) =>
      groups.map((group) => ({ userId: user.id, serviceGroupId: group.id, action: 'add', ifVersion: 1 })),
    );
    const { body } = await api.operator('POST', `${path}/memberships/batch`, { changes });
    expect(body).toMatchObject({ done: 1000, unchanged: 0, refused: 0 });
    const { body: user } = await api.operator('GET', `${path}/users/${users[7]!.id}`);
    expect(user).toMatchObject({ serviceGroupCount: 40, version: 41 });
    const again = await api.operator('POST', `${path}/memberships/batch`, {
      changes: changes.map(({ ifVersion: _, ...change }) => change),
    });
    expect(again.body).toMatchObject({ done: 0, unchanged: 1000 });
  });

  test('names each user and service group together once', async () => {
    const { asks, path, account, member } = await createTeam(api);
    const group = await createServiceGroup(api, account.id);
    const change = { userId: member.id, serviceGroupId: group.id };
    const changes = ['add', 'remove'].map((action) => ({ ...change, action }));
    const answer = await asks.admin('POST', `${path}/memberships/batch`, { changes });
    const problem = await expectProblem(answer, 400, 'not_allowed_value');
    expect(problem.errors).toMatchObject([{ pointer: '/changes/1' }]);
  });
});
