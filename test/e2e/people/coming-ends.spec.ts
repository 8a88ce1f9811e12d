import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { created, createServiceGroup, createTeam } from '../../support/api/people.js';

const DAY = 24 * 60 * 60 * 1000;
const inDays = (count: number) => new Date(Date.now() + count * DAY).toISOString();

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let group: Awaited<ReturnType<typeof createServiceGroup>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await createTeam(api);
  group = await createServiceGroup(api, team.account.id);
});

const give = async (userId: string, expiresAt: string) =>
  created(
    await team.asks.admin('PUT', `${team.path}/service-groups/${group.id}/members/${userId}`, {
      expiresAt,
      reason: 'Audit',
    }),
  );
const ending = (query = '', headers = {}, ask = team.asks.admin) =>
  ask('GET', `${team.path}/memberships/ending${query}`, undefined, headers);
const idsOf = ({ body }: Awaited<ReturnType<typeof ending>>): string[] =>
  body.data.map(({ userId }: { userId: string }) => userId);

test('an admin sees what ends within a week, soonest first, and within any other time', async () => {
  const { admin, member, owner } = team;
  await give(owner.id, inDays(20));
  await give(member.id, inDays(3));
  await give(admin.id, inDays(2));
  const { body } = await ending();
  expect(body).toEqual({
    data: [
      expect.objectContaining({ userId: admin.id }),
      {
        id: `${group.id}.${member.id}`,
        userId: member.id,
        serviceGroupId: group.id,
        user: { id: member.id, name: member.name, email: member.email, role: 'member', status: 'active' },
        serviceGroup: { id: group.id, name: group.name },
        since: expect.any(String),
        addedBy: `user:${admin.id}`,
        expiresAt: expect.any(String),
        reason: 'Audit',
      },
    ],
    nextCursor: null,
  });
  expect(idsOf(await ending(`?to=${inDays(30)}`))).toEqual([admin.id, member.id, owner.id]);
  expect(idsOf(await ending(`?from=${inDays(2.5)}&to=${inDays(30)}`))).toEqual([member.id, owner.id]);
  expect(idsOf(await ending(`?from=${inDays(15)}`))).toEqual([owner.id]);
  expect((await ending('?fields=expiresAt')).body.data[0]).toEqual({
    id: `${group.id}.${admin.id}`,
    userId: admin.id,
    serviceGroupId: group.id,
    expiresAt: expect.any(String),
  });
});

test('the pages of the next seven days go on where the last one ended', async () => {
  for (const [index, person] of [team.owner, team.admin, team.member].entries())
    await give(person.id, inDays(index + 1));
  const first = await ending('?limit=2');
  expect(idsOf(first)).toEqual([team.owner.id, team.admin.id]);
  const cursor = first.body.nextCursor as string;
  const second = await ending(`?limit=2&cursor=${cursor}`);
  expect([idsOf(second), second.body.nextCursor]).toEqual([[team.member.id], null]);
  await expectProblem(await ending(`?to=${inDays(9)}&cursor=${cursor}`), 400, 'invalid_cursor');
});

test('a write is seen by whoever says which', async () => {
  const path = `${team.path}/service-groups/${group.id}/members/${team.member.id}`;
  const given = await team.asks.admin('PUT', path, { expiresAt: inDays(1) });
  const position = given.headers.get('rollbook-position')!;
  expect(idsOf(await ending('', { 'rollbook-at-least': position }))).toEqual([team.member.id]);
  const moved = await team.asks.admin('PATCH', path, { expiresAt: null });
  const then = { 'rollbook-at-least': moved.headers.get('rollbook-position')! };
  expect(idsOf(await ending('', then))).toEqual([]);
});

test('who is invited until a time is listed before they come', async () => {
  const invited = created<{ id: string }>(
    await team.asks.admin('POST', `${team.path}/invitations`, {
      ...{ name: 'Lin', email: 'lin@x.example', role: 'member', serviceGroupIds: [group.id] },
      membershipTerms: { expiresAt: inDays(4) },
    }),
  );
  const { body } = await ending();
  expect(body.data).toMatchObject([{ userId: invited.id, user: { name: 'Lin', status: 'invited' } }]);
});

test('the batch that moves ends together moves them here', async () => {
  await give(team.member.id, inDays(1));
  await give(team.admin.id, inDays(2));
  const changes = [team.member, team.admin].map(({ id: userId }) => ({
    ...{ userId, serviceGroupId: group.id, action: 'change', expiresAt: inDays(6) },
  }));
  created(await team.asks.owner('POST', `${team.path}/memberships/batch`, { changes }));
  expect(new Set((await ending()).body.data.map((each: { expiresAt: string }) => each.expiresAt))).toEqual(
    new Set([changes[0]!.expiresAt, changes[1]!.expiresAt]),
  );
});

test('members see none of it, other accounts neither, and an operator asks for any account', async () => {
  await give(team.member.id, inDays(1));
  await expectProblem(await ending('', {}, team.asks.member), 403, 'not_permitted');
  expect(idsOf(await ending('', {}, team.asks.operator))).toEqual([team.member.id]);
  const other = await createTeam(api);
  await expectProblem(await ending('', {}, other.asks.owner), 404, 'account_not_found');
  const { body } = await other.asks.owner('GET', `${other.path}/memberships/ending`);
  expect(body.data).toEqual([]);
});

test('what is no time, or a range the wrong way round, is refused with its parameter', async () => {
  const day = await ending('?to=2026-12-31');
  await expectProblem(day, 400, 'invalid_format');
  expect(day.body).toMatchObject({ errors: [{ parameter: 'to' }] });
  const reversed = await ending(`?from=${inDays(2)}&to=${inDays(1)}`);
  expect(reversed).toMatchObject({ status: 400, body: { errors: [{ parameter: 'to' }] } });
});
