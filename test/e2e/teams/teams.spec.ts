import { askWith, expectProblem, startApi, type Ask, type RunningApi } from '../../support/api/api.js';
import {
  created,
  createServiceGroup,
  createTeam as createPeople,
  createUser,
} from '../../support/api/people.js';
import { indexesSettled } from '../../support/engines/engine.js';

let api: RunningApi;
let people: Awaited<ReturnType<typeof createPeople>>;
let owner: Ask;
let teams: string;
let team: string;
let teamId: string;
let group: { id: string; path: string };
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  people = await createPeople(api);
  ({ owner } = people.asks);
  teams = `${people.path}/teams`;
  teamId = created<{ id: string }>(await owner('POST', teams, { name: 'Platform' })).id;
  team = `${teams}/${teamId}`;
  const { id } = await createServiceGroup(api, people.account.id);
  group = { id, path: `${people.path}/service-groups/${id}` };
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const mayEnter = async (userId: string) => {
  const question = {
    subject: { type: 'user', id: userId },
    action: { name: 'enter' },
    resource: { type: 'service_group', id: group.id },
  };
  const answer = await owner('POST', '/access/v1/evaluation', question);
  return (answer.body as { decision: boolean }).decision;
};
const keyWith = async (...scopes: string[]) => {
  const { key } = created<{ key: string }>(
    await owner('POST', `${people.path}/api-keys`, { name: 'Key', scopes }),
  );
  return askWith(api.url, key);
};

test('a team is created, listed, changed and removed', async () => {
  const first = (await owner('GET', team)).body;
  expect(first).toMatchObject({
    id: teamId,
    accountId: people.account.id,
    name: 'Platform',
    externalId: null,
    metadata: {},
    version: 1,
    updatedBy: `user:${people.owner.id}`,
  });
  const second = created<{ id: string }>(
    await owner('POST', teams, { name: 'Support', externalId: 'idp-7', metadata: { floor: 2 } }),
  );
  expect((await owner('GET', teams)).body).toEqual({ data: [first, second], nextCursor: null });
  expect((await owner('GET', `${teams}?externalId=idp-7`)).body.data).toEqual([second]);
  const page = (await owner('GET', `${teams}?order=desc&limit=1`)).body;
  expect(page.data).toEqual([second]);
  expect((await owner('GET', `${teams}?order=desc&limit=1&cursor=${page.nextCursor}`)).body.data).toEqual([
    first,
  ]);

  const etag = (await owner('GET', team)).headers.get('etag')!;
  const renamed = await owner('PATCH', team, { name: 'Core' }, { 'if-match': etag });
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Core', version: 2 } });
  const late = await owner('PATCH', team, { name: 'Late' }, { 'if-match': etag });
  await expectProblem(late, 412, 'version_mismatch');
  expect((await owner('GET', `${team}?asOf=${first.createdAt}`)).body).toMatchObject({ name: 'Platform' });
  expect((await owner('GET', `${teams}?asOf=${first.createdAt}`)).body.data).toHaveLength(1);

  const removed = await owner('DELETE', team);
  expect(removed.status).toBe(204);
  expect(removed.headers.get('link')).toMatch(/\/jobs\/job_[0-9A-Z]{26}>; rel="monitor"$/);
  await expectProblem(await owner('GET', team), 404, 'team_not_found');
  expect((await owner('GET', teams)).body.data).toEqual([second]);
  const history = (await owner('GET', `${team}/events?order=asc`)).body.data as { type: string }[];
  expect(history.map(({ type }) => type)).toEqual(['team.created', 'team.renamed', 'team.removed']);
});

test('who is in a team may enter what it opens, and both sides are listed', async () => {
  const { member } = people;
  const place = `${team}/members/${member.id}`;
  const access = `${group.path}/teams/${teamId}`;
  const opened = await owner('PUT', access, { expiresAt: inAnHour(), reason: 'Migration' });
  expect(opened).toMatchObject({
    status: 201,
    body: {
      id: `${group.id}.${teamId}`,
      team: { id: teamId, name: 'Platform' },
      serviceGroup: { id: group.id },
      reason: 'Migration',
      addedBy: `user:${people.owner.id}`,
    },
  });
  expect((await owner('PUT', access)).status).toBe(200);
  const joined = await owner('PUT', place, { reason: 'New' });
  expect(joined).toMatchObject({
    status: 201,
    body: {
      id: `${teamId}.${member.id}`,
      user: { id: member.id, role: 'member', status: 'active' },
      reason: 'New',
      opens: [{ serviceGroupId: group.id, expiresAt: opened.body.expiresAt }],
    },
  });
  expect((await owner('PUT', place)).status).toBe(200);
  expect(await mayEnter(member.id)).toBe(true);
  const { opens: _opens, ...shown } = joined.body;
  expect((await owner('GET', `${team}/members`)).body).toEqual({ data: [shown], nextCursor: null });
  expect((await owner('GET', `${people.path}/users/${member.id}/teams`)).body.data).toEqual([shown]);
  expect((await owner('GET', `${team}/service-groups`)).body.data).toEqual([opened.body]);
  expect((await owner('GET', `${group.path}/teams`)).body.data).toEqual([opened.body]);
  expect((await owner('GET', group.path)).body).toMatchObject({ teamCount: 1 });
  expect((await owner('GET', `${people.path}/users/${member.id}`)).body).toMatchObject({
    teamCount: 1,
    serviceGroupCount: 0,
  });

  const ending = await owner('PATCH', place, { expiresAt: inAnHour() });
  expect(ending).toMatchObject({ status: 200, body: { reason: 'New' } });
  expect((await owner('GET', `${team}/members?ending=true`)).body.data).toEqual([ending.body]);
  const endless = await owner('PATCH', access, { expiresAt: null });
  expect(endless.body).not.toHaveProperty('expiresAt');
  expect((await owner('GET', `${team}/service-groups?ending=true`)).body.data).toEqual([]);

  const { at } = (await owner('GET', `${people.path}/events?limit=1`)).body.data[0] as { at: string };
  expect((await owner('DELETE', place)).status).toBe(204);
  expect(await mayEnter(member.id)).toBe(false);
  await owner('PUT', place);
  expect((await owner('DELETE', access)).status).toBe(204);
  expect(await mayEnter(member.id)).toBe(false);
  expect((await owner('GET', `${group.path}/teams`)).body.data).toEqual([]);
  expect((await owner('GET', `${group.path}/teams?asOf=${at}`)).body.data).toEqual([endless.body]);
  const then = (await owner('GET', `${people.path}/users/${member.id}/teams?asOf=${at}`)).body.data;
  expect(then).toEqual([ending.body]);
  expect((await owner('GET', `${team}/members?asOf=${at}`)).body.data).toEqual([ending.body]);
  expect((await owner('GET', `${team}/members?asOf=${at}&ending=true`)).body.data).toHaveLength(1);
  expect((await owner('GET', `${team}/service-groups?asOf=${at}`)).body.data).toEqual([endless.body]);
  expect((await owner('GET', `${team}/service-groups?asOf=${at}&ending=true`)).body.data).toEqual([]);
  const long = '2020-01-01T00:00:00Z';
  await expectProblem(await owner('GET', `${team}/members?asOf=${long}`), 404, 'team_not_found');
});

test('what a team has is sorted and searched', async () => {
  const other = await createServiceGroup(api, people.account.id);
  for (const id of [group.id, other.id])
    await owner('PUT', `${people.path}/service-groups/${id}/teams/${teamId}`);
  for (const { id } of [people.owner, people.member]) await owner('PUT', `${team}/members/${id}`);
  await indexesSettled();
  const idsOf = async (path: string) => {
    const { status, body } = await owner('GET', path);
    expect({ path, status }).toEqual({ path, status: 200 });
    return (body.data as { id: string }[]).map(({ id }) => id);
  };
  const users = (await idsOf(`${people.path}/users?sort=-email`)).filter((id) =>
    [people.owner.id, people.member.id].includes(id),
  );
  expect(await idsOf(`${team}/members?sort=-email`)).toEqual(users.map((id) => `${teamId}.${id}`));
  const groups = (await idsOf(`${people.path}/service-groups?sort=-name`)).filter((id) =>
    [group.id, other.id].includes(id),
  );
  expect(await idsOf(`${team}/service-groups?sort=-name`)).toEqual(groups.map((id) => `${id}.${teamId}`));
  expect(await idsOf(`${team}/members?q=nobody+at+all`)).toEqual([]);
  expect(await idsOf(`${team}/service-groups?q=nothing+at+all`)).toEqual([]);
  const asOf = new Date().toISOString();
  for (const list of ['members', 'service-groups'])
    for (const query of [`asOf=${asOf}&q=a`, 'sort=name&order=desc', 'sort=colour'])
      await expectProblem(await owner('GET', `${team}/${list}?${query}`), 400, 'not_allowed_value');
});

test('a dry run says what would change, and a repeated request has one effect', async () => {
  const place = `${team}/members/${people.member.id}`;
  const dry = await owner('PUT', `${place}?dryRun=true`);
  expect(dry).toMatchObject({ status: 200, body: { dryRun: true, events: [{ type: 'team.member_added' }] } });
  expect((await owner('GET', `${team}/members`)).body.data).toEqual([]);
  const key = { 'idempotency-key': 'join-1' };
  const once = await owner('PUT', place, {}, key);
  await owner('DELETE', place);
  const again = await owner('PUT', place, {}, key);
  expect(again).toMatchObject({ status: 201, body: once.body });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await owner('GET', `${people.path}/users/${people.member.id}/teams`)).body.data).toEqual([]);
});

test('refuses what is not there, what is taken, and what another account has', async () => {
  const { member } = people;
  await expectProblem(await owner('POST', teams, { name: 'platform' }), 409, 'team_name_taken');
  const place = `${team}/members/${member.id}`;
  const access = `${group.path}/teams/${teamId}`;
  await expectProblem(await owner('DELETE', place), 404, 'team_place_not_found');
  await expectProblem(await owner('PATCH', place, {}), 404, 'team_place_not_found');
  await expectProblem(await owner('DELETE', access), 404, 'team_access_not_found');
  await expectProblem(
    await owner('PUT', place, { expiresAt: '2020-01-01T00:00:00Z' }),
    400,
    'invalid_expires_at',
  );
  await expectProblem(await owner('PUT', access, { accessRole: 'nobody' }), 409, 'access_role_not_found');
  await owner('PATCH', group.path, { membershipRules: { reasonRequired: true } });
  await expectProblem(await owner('PUT', access), 409, 'teams_not_allowed');
  await expectProblem(await owner('GET', `${teams}/team_1`), 400, 'invalid_id');

  const others = await createPeople(api);
  const foreign = (path: string) => path.replace(people.path, others.path);
  for (const path of [team, `${team}/members`, `${team}/service-groups`, `${team}/events`])
    await expectProblem(await others.asks.owner('GET', foreign(path)), 404, 'team_not_found');
  const strange = await others.asks.owner('PUT', foreign(`${team}/members/${others.member.id}`));
  await expectProblem(strange, 404, 'team_not_found');
  await expectProblem(await owner('PUT', `${team}/members/${others.member.id}`), 404, 'user_not_found');
});

test('owners and admins change teams; a manager sees those of the group, a member their own', async () => {
  const { member, asks } = people;
  const place = `${team}/members/${member.id}`;
  const access = `${group.path}/teams/${teamId}`;
  expect((await asks.admin('PUT', access)).status).toBe(201);
  expect((await asks.admin('PUT', place)).status).toBe(201);
  expect((await asks.member('GET', `${people.path}/users/${member.id}/teams`)).body.data).toHaveLength(1);
  for (const path of [teams, team, `${team}/members`, `${group.path}/teams`])
    await expectProblem(await asks.member('GET', path), 403, 'not_permitted');
  const ofAdmin = `${people.path}/users/${people.admin.id}/teams`;
  await expectProblem(await asks.member('GET', ofAdmin), 403, 'not_permitted');

  const user = await createUser(api, people.account.id);
  created(await owner('PUT', `${group.path}/managers/${user.id}`));
  const manager = await api.as(user);
  expect((await manager('GET', `${group.path}/teams`)).body.data).toHaveLength(1);
  await expectProblem(await manager('DELETE', access), 403, 'not_permitted');
  await expectProblem(await manager('PUT', access), 403, 'not_permitted');
  await expectProblem(await manager('GET', team), 403, 'not_permitted');
});

test('a key takes the scopes of teams', async () => {
  const place = `${team}/members/${people.member.id}`;
  const [reads, writes, neither] = [
    await keyWith('teams:read'),
    await keyWith('teams:write'),
    await keyWith('service-groups:write', 'memberships:write', 'users:write'),
  ];
  expect((await reads('GET', `${team}/members`)).status).toBe(200);
  await expectProblem(await reads('PUT', place), 403, 'not_permitted');
  expect((await writes('PUT', place)).status).toBe(201);
  expect((await writes('PUT', `${group.path}/teams/${teamId}`)).status).toBe(201);
  await expectProblem(await neither('PUT', place), 403, 'not_permitted');
  await expectProblem(await neither('DELETE', `${group.path}/teams/${teamId}`), 403, 'not_permitted');
});
