import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createServiceGroup, createTeam } from '../../support/api/people.js';
import { indexesSettled } from '../../support/engines/engine.js';

const DAY = 24 * 60 * 60 * 1000;
const inDays = (count: number) => new Date(Date.now() + count * DAY).toISOString();

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let groupId: string;
let memberId: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await createTeam(api);
  groupId = (await createServiceGroup(api, team.account.id)).id;
  memberId = team.member.id;
});

const member = () => `${team.path}/service-groups/${groupId}/members/${memberId}`;

test('lists show only what ends by itself, if that is asked for, now and at an earlier time', async () => {
  const other = (await createServiceGroup(api, team.account.id)).id;
  await team.asks.admin('PUT', member(), { expiresAt: inDays(3) });
  await team.asks.admin('PUT', `${team.path}/service-groups/${groupId}/members/${team.owner.id}`);
  await team.asks.admin('PUT', `${team.path}/service-groups/${other}/members/${memberId}`);
  await indexesSettled();
  const listed = async (path: string) =>
    (await team.asks.admin('GET', `${team.path}/${path}`)).body.data.map(({ id }: { id: string }) => id);
  const asOf = encodeURIComponent(new Date(Date.now() + 1).toISOString());
  const members = `service-groups/${groupId}/members`;
  const groups = `users/${memberId}/service-groups`;
  expect(await listed(`${members}?ending=true`)).toEqual([`${groupId}.${memberId}`]);
  expect(await listed(`${groups}?ending=true`)).toEqual([`${groupId}.${memberId}`]);
  expect(await listed(`${groups}?ending=true&asOf=${asOf}`)).toEqual([`${groupId}.${memberId}`]);
  expect(await listed(`${members}?ending=false`)).toHaveLength(2);
  expect(await listed(groups)).toHaveLength(2);
  await expectProblem(await team.asks.admin('GET', `${team.path}/${members}?ending=soon`), 400, 'wrong_type');
});

test('a member is added until a time, extended, and made permanent', async () => {
  const expiresAt = inDays(3);
  const added = await team.asks.admin('PUT', member(), { expiresAt, reason: 'On call' });
  expect(added).toMatchObject({ status: 201, body: { expiresAt, reason: 'On call' } });
  const again = await team.asks.admin('PUT', member(), { expiresAt: inDays(9) });
  expect(again).toMatchObject({ status: 200, body: { expiresAt } });
  const later = inDays(30);
  const extended = await team.asks.admin('PATCH', member(), { expiresAt: later });
  expect(extended).toMatchObject({ status: 200, body: { expiresAt: later, reason: 'On call' } });
  const permanent = await team.asks.admin('PATCH', member(), { expiresAt: null });
  expect(permanent.body).not.toHaveProperty('expiresAt');
});

test('an end that has passed, is no time, or is of nobody is refused, with its field', async () => {
  const past = await team.asks.admin('PUT', member(), { expiresAt: inDays(-1) });
  await expectProblem(past, 400, 'invalid_expires_at');
  expect(past.body).toMatchObject({ errors: [{ pointer: '/expiresAt' }] });
  await expectProblem(
    await team.asks.admin('PUT', member(), { expiresAt: '2030-02-30' }),
    400,
    'invalid_format',
  );
  await expectProblem(await team.asks.admin('PUT', member(), { reason: '' }), 400, 'invalid_name');
  await expectProblem(
    await team.asks.admin('PATCH', member(), { expiresAt: null }),
    404,
    'membership_not_found',
  );
  expect((await team.asks.admin('PUT', member())).status).toBe(201);
  const stale = await team.asks.admin('PATCH', member(), { expiresAt: inDays(1) }, { 'if-match': '"99"' });
  await expectProblem(stale, 412, 'version_mismatch');
});

test('batches, sets, drafts and bulk jobs give the end that is asked for', async () => {
  const terms = { expiresAt: inDays(2), reason: 'Rota' };
  const ends = async () => {
    const { body } = await team.asks.admin('GET', `${team.path}/users/${memberId}/service-groups`);
    return (body as { data: { expiresAt?: string }[] }).data.map(({ expiresAt }) => expiresAt);
  };
  const remove = () => team.asks.admin('DELETE', member());
  await team.asks.admin('POST', `${team.path}/service-groups/${groupId}/members/batch`, {
    add: [memberId],
    ...terms,
  });
  expect(await ends()).toEqual([terms.expiresAt]);
  await remove();
  await team.asks.admin('PUT', `${team.path}/users/${memberId}/service-groups`, {
    serviceGroupIds: [groupId],
    ...terms,
  });
  expect(await ends()).toEqual([terms.expiresAt]);
  await remove();
  const cell = { userId: memberId, serviceGroupId: groupId };
  await team.asks.admin('POST', `${team.path}/memberships/batch`, {
    changes: [{ ...cell, action: 'add', ...terms }],
  });
  expect(await ends()).toEqual([terms.expiresAt]);
  const later = { ...cell, action: 'change', expiresAt: inDays(9) };
  await team.asks.admin('POST', `${team.path}/memberships/batch`, { changes: [later] });
  expect(await ends()).toEqual([later.expiresAt]);
});
