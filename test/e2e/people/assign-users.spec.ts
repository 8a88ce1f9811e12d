import { ulid } from 'ulid';
import {
  costOf,
  expectCallsAtMost,
  expectProblem,
  startApi,
  type RunningApi,
} from '../../support/api/api.js';
import { createServiceGroup, createTeam, createUser } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function teamWithGroup() {
  const team = await createTeam(api);
  const group = await createServiceGroup(api, team.account.id);
  return { ...team, group, members: `${team.path}/service-groups/${group.id}/members` };
}

describe('a membership', () => {
  test('is assigned once, however often it is asked for', async () => {
    const { member, group, members, asks, admin } = await teamWithGroup();
    const first = await asks.admin('PUT', `${members}/${member.id}`);
    expect(first.status).toBe(201);
    expect(first.body).toEqual({
      id: `${group.id}.${member.id}`,
      userId: member.id,
      serviceGroupId: group.id,
      user: { id: member.id, name: member.name, email: member.email, role: 'member', status: 'active' },
      serviceGroup: { id: group.id, name: group.name },
      since: expect.any(String),
      addedBy: `user:${admin.id}`,
    });
    const again = await api.operator('PUT', `${members}/${member.id}`);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect((await api.operator('GET', `${members}/${member.id}`)).body).toEqual(first.body);
  });

  test('shows on both sides, each in one list', async () => {
    const { account, owner, member, group, members, path } = await teamWithGroup();
    const second = await createServiceGroup(api, account.id);
    await api.operator('PUT', `${members}/${owner.id}`);
    await api.operator('PUT', `${members}/${member.id}`);
    await api.operator('PUT', `${path}/service-groups/${second.id}/members/${member.id}`);
    const dropdown = await api.operator('GET', `${path}/users/${member.id}/service-groups`);
    expect(dropdown.body.data.map((one: { serviceGroup: object }) => one.serviceGroup)).toEqual([
      { id: group.id, name: group.name },
      { id: second.id, name: second.name },
    ]);
    const listed = await api.operator('GET', members);
    expect(listed.body.data.map((one: { user: { id: string } }) => one.user.id)).toEqual([
      owner.id,
      member.id,
    ]);
    expect((await api.operator('GET', `${path}/users/${member.id}`)).body.serviceGroupCount).toBe(2);
    const paged = await api.operator('GET', `${members}?limit=1`);
    expect(paged.body.data).toHaveLength(1);
    const rest = await api.operator('GET', `${members}?limit=1&cursor=${paged.body.nextCursor}`);
    expect(rest.body.data[0].user.id).toBe(member.id);
    expect(costOf(dropdown).reads).toBeLessThanOrEqual(4);
  });

  test('is listed from either end, on both sides, in one query', async () => {
    const { account, owner, admin, member, group, members, path } = await teamWithGroup();
    const second = await createServiceGroup(api, account.id);
    // Not in the order of the list: that is by when the users were made.
    for (const { id } of [member, owner, admin]) await api.operator('PUT', `${members}/${id}`);
    await api.operator('PUT', `${path}/service-groups/${second.id}/members/${owner.id}`);
    const newest = [member.id, admin.id, owner.id];
    const now = new Date(Date.now() + 1).toISOString();
    for (const query of ['order=desc', `order=desc&asOf=${now}`]) {
      const seen: string[] = [];
      let cursor = '';
      do {
        const answer = await api.operator('GET', `${members}?${query}&limit=2${cursor}`);
        // In the past one more for each row whose user or group has changed since.
        expectCallsAtMost(answer, query.includes('asOf') ? 3 + 2 : 2);
        seen.push(...answer.body.data.map(({ userId }: { userId: string }) => userId));
        cursor = answer.body.nextCursor && `&cursor=${answer.body.nextCursor}`;
      } while (cursor);
      expect(seen).toEqual(newest);
      const dropdown = await api.operator('GET', `${path}/users/${owner.id}/service-groups?${query}`);
      expect(dropdown.body.data.map((one: { serviceGroupId: string }) => one.serviceGroupId)).toEqual([
        second.id,
        group.id,
      ]);
    }
    const first = await api.operator('GET', `${members}?limit=1`);
    const backwards = `${members}?limit=1&order=desc&cursor=${first.body.nextCursor}`;
    await expectProblem(await api.operator('GET', backwards), 400, 'invalid_cursor');
  });

  test('ends', async () => {
    const { member, members, path } = await teamWithGroup();
    await api.operator('PUT', `${members}/${member.id}`);
    expect((await api.operator('DELETE', `${members}/${member.id}`)).status).toBe(204);
    await expectProblem(await api.operator('GET', `${members}/${member.id}`), 404, 'membership_not_found');
    await expectProblem(await api.operator('DELETE', `${members}/${member.id}`), 404, 'membership_not_found');
    expect((await api.operator('GET', members)).body.data).toEqual([]);
    expect((await api.operator('GET', `${path}/users/${member.id}/service-groups`)).body.data).toEqual([]);
  });

  test('ends with its user, and with its service group, for every reader at once', async () => {
    const { account, member, group, members, path } = await teamWithGroup();
    const other = await createUser(api, account.id);
    for (const { id } of [member, other]) await api.operator('PUT', `${members}/${id}`);
    await api.operator('DELETE', `${path}/users/${other.id}`);
    expect((await api.operator('GET', members)).body.data).toHaveLength(1);
    await expectProblem(
      await api.operator('GET', `${path}/users/${other.id}/service-groups`),
      404,
      'user_not_found',
    );
    await api.operator('DELETE', `${path}/service-groups/${group.id}`);
    expect((await api.operator('GET', `${path}/users/${member.id}/service-groups`)).body.data).toEqual([]);
    await expectProblem(await api.operator('GET', members), 404, 'service_group_not_found');
  });

  test('needs a user and a service group that are there, and a user who is active', async () => {
    const { member, group, members, path } = await teamWithGroup();
    await expectProblem(await api.operator('PUT', `${members}/user_${ulid()}`), 404, 'user_not_found');
    await expectProblem(
      await api.operator('PUT', `${path}/service-groups/sgrp_${ulid()}/members/${member.id}`),
      404,
      'service_group_not_found',
    );
    await expectProblem(
      await api.operator('PUT', `${path}/service-groups/${group.id}/members/${group.id}`),
      400,
      'invalid_id',
    );
    await api.operator('POST', `${path}/users/${member.id}/suspend`);
    await expectProblem(await api.operator('PUT', `${members}/${member.id}`), 409, 'user_suspended');
  });

  test('never joins two accounts', async () => {
    const ours = await teamWithGroup();
    const theirs = await teamWithGroup();
    await expectProblem(
      await api.operator('PUT', `${ours.members}/${theirs.member.id}`),
      404,
      'user_not_found',
    );
    await expectProblem(
      await ours.asks.owner(
        'PUT',
        `${ours.path}/service-groups/${theirs.group.id}/members/${ours.member.id}`,
      ),
      404,
      'service_group_not_found',
    );
    await api.operator('PUT', `${theirs.members}/${theirs.member.id}`);
    await expectProblem(
      await ours.asks.owner('GET', `${ours.path}/users/${theirs.member.id}/service-groups`),
      404,
      'user_not_found',
    );
    await expectProblem(
      await ours.asks.owner('GET', `${ours.path}/service-groups/${theirs.group.id}/members`),
      404,
      'service_group_not_found',
    );
  });
});

test('a member sees its own service groups, and no one else is shown to it', async () => {
  const { owner, member, members, asks, path } = await teamWithGroup();
  await asks.owner('PUT', `${members}/${member.id}`);
  expect((await asks.member('GET', `${path}/users/${member.id}/service-groups`)).body.data).toHaveLength(1);
  expect((await asks.member('GET', `${members}/${member.id}`)).status).toBe(200);
  for (const [method, route] of [
    ['GET', members],
    ['GET', `${members}/${owner.id}`],
    ['GET', `${path}/users/${owner.id}/service-groups`],
    ['PUT', `${members}/${member.id}`],
    ['DELETE', `${members}/${member.id}`],
  ] as const)
    await expectProblem(await asks.member(method, route), 403, 'not_permitted');
});
