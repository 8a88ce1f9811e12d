import {
  actionsIn,
  check,
  idsIn,
  putAccessRoles,
  questionOf,
  search,
  type Permissions,
} from '../../support/api/access-roles.js';
import { expectProblem, startApi, type Ask, type RunningApi } from '../../support/api/api.js';
import { created, createServiceGroup, createTeam, createUser } from '../../support/api/people.js';
import { indexesSettled } from '../../support/engines/engine.js';

/** The cases of docs/modelling-access.md, as they are described there. */

type Team = Awaited<ReturnType<typeof createTeam>>;

let api: RunningApi;
let team: Team;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await createTeam(api);
});

const HOUR_MS = 3_600_000;

const define = (roles: Permissions) => putAccessRoles(api, team.path, roles);

async function groupWith(membershipRules: object, externalId?: string): Promise<string> {
  const { id } = await createServiceGroup(api, team.account.id);
  const change = { membershipRules, ...(externalId !== undefined && { externalId }) };
  created(await team.asks.owner('PATCH', `${team.path}/service-groups/${id}`, change));
  return id;
}

const may = async (user: string, action: string, group: string, context?: object) =>
  (await check(team.asks.admin, questionOf(user, group, action, context))).decision;
const actionsOf = async (user: string, group: string) =>
  actionsIn(await search(team.asks.admin, 'action', questionOf(user, group)));

test('environments: who may deploy to prod, for eight hours, by a request that a manager approves', async () => {
  const { asks, path, member } = team;
  await define({ developer: ['logs.read', 'config.read'], deployer: ['deploy', 'logs.read', 'config.read'] });
  const deployer = { key: 'deployer', maxLengthSeconds: 28_800, membersMayAsk: true };
  const rules = { membersMayAsk: true, reasonRequired: true, accessRoles: [{ key: 'developer' }, deployer] };
  const prod = await groupWith(rules, 'prod');
  created(await asks.admin('PATCH', `${path}/users/${member.id}`, { externalId: 'ada' }));
  const manager = await createUser(api, team.account.id);
  created(await asks.admin('PUT', `${path}/service-groups/${prod}/managers/${manager.id}`));
  const wish = { serviceGroupId: prod, accessRole: 'deployer', reason: 'Release 12' };
  const { id } = created<{ id: string }>(await asks.member('POST', `${path}/access-requests`, wish));
  const approve = `${path}/service-groups/${prod}/access-requests/${id}/approve`;
  const { body } = await (await api.as(manager))('POST', approve, {});
  expect(body).toMatchObject({ status: 'approved', accessRole: { key: 'deployer' } });
  expect(Date.parse(body.expiresAt as string)).toBeLessThanOrEqual(Date.now() + 8 * HOUR_MS);
  expect(await may('external:ada', 'deploy', 'external:prod')).toBe(true);
  const before = new Date(Date.parse(body.createdAt as string) - 1).toISOString();
  expect(await may(member.id, 'deploy', prod, { as_of: before })).toBe(false);
});

test('projects: a manager gives what the project offers, and a role that is removed leaves the entrance', async () => {
  const { asks, path, member } = team;
  await define({
    viewer: ['design.read'],
    editor: ['design.read', 'design.write'],
    billing: ['invoice.read'],
  });
  const project = await groupWith({ accessRoles: [{ key: 'viewer' }, { key: 'editor' }] });
  const creator = await createUser(api, team.account.id);
  created(await asks.admin('PUT', `${path}/service-groups/${project}/managers/${creator.id}`));
  const gives: Ask = await api.as(creator);
  const place = `${path}/service-groups/${project}/members/${member.id}`;
  await expectProblem(await gives('PUT', place, { accessRole: 'billing' }), 403, 'access_role_not_offered');
  created(await gives('PUT', place, { accessRole: 'editor' }));
  expect(await actionsOf(member.id, project)).toEqual(['design.read', 'design.write', 'enter']);
  const where = { ...questionOf(member.id, '', 'design.read'), resource: { type: 'service_group' } };
  expect(idsIn(await search(asks.admin, 'resource', where))).toEqual([project]);
  await define({ viewer: ['design.read'] });
  expect(await actionsOf(member.id, project)).toEqual(['enter']);
});

test('support: a day of access to a customer, with the ticket as its reason, and events that say so', async () => {
  const { asks, path, member } = team;
  await define({ support: ['data.read'], engineer: ['data.read', 'data.repair'] });
  const customer = await groupWith({
    ...{ membersMayAsk: true, reasonRequired: true, maxLengthSeconds: 86_400, approvers: 'admins' },
    accessRoles: [{ key: 'support', membersMayAsk: true }, { key: 'engineer' }],
  });
  const wish = { serviceGroupId: customer, reason: 'Ticket 4711' };
  const ask = (accessRole: string) => asks.member('POST', `${path}/access-requests`, { ...wish, accessRole });
  await expectProblem(await ask('engineer'), 403, 'access_role_not_offered');
  const { id } = created<{ id: string }>(await ask('support'));
  created(await asks.admin('POST', `${path}/service-groups/${customer}/access-requests/${id}/approve`, {}));
  expect(await may(member.id, 'data.read', customer)).toBe(true);
  expect(await may(member.id, 'data.repair', customer)).toBe(false);
  await indexesSettled();
  const { body } = await asks.admin('GET', `${path}/users/${member.id}/events?order=desc&limit=1`);
  expect(body.data).toMatchObject([
    { type: 'service_group.member_added', data: { accessRole: { key: 'support' }, reason: 'Ticket 4711' } },
  ]);
});

test('projects: the accounting department is a team, and sees the invoices of each project as long as somebody is in it', async () => {
  await define({ viewer: ['design.read'], billing: ['invoice.read'] });
  const { asks, path, member } = team;
  const projects = [await groupWith({}), await groupWith({})];
  const { id } = created<{ id: string }>(await asks.admin('POST', `${path}/teams`, { name: 'Accounting' }));
  for (const project of projects)
    created(
      await asks.admin('PUT', `${path}/service-groups/${project}/teams/${id}`, { accessRole: 'billing' }),
    );
  const seen = () => Promise.all(projects.map((project) => may(member.id, 'invoice.read', project)));
  expect(await seen()).toEqual([false, false]);
  created(await asks.admin('PUT', `${path}/teams/${id}/members/${member.id}`, {}));
  expect(await seen()).toEqual([true, true]);
  expect(await may(member.id, 'design.read', projects[0]!)).toBe(false);
  expect((await asks.admin('DELETE', `${path}/teams/${id}/members/${member.id}`)).status).toBe(204);
  expect(await seen()).toEqual([false, false]);
});
