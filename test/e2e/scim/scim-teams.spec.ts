import { startApi, type RunningApi } from '../../support/api/api.js';
import { created } from '../../support/api/people.js';
import {
  createProvisioning,
  membersOf,
  patch,
  SCIM_BASES,
  scimGroup,
  scimUser,
  type Provisioning,
} from '../../support/api/scim.js';

/** What is different at the second address of an account; what is the same, the other specs ask at both. */

let api: RunningApi;
let teams: Provisioning;
beforeAll(async () => {
  api = await startApi();
  teams = await createProvisioning(api, SCIM_BASES[1]);
});
afterAll(() => api.close());

test('a group is a team, which nobody sees among the service groups', async () => {
  const ada = await scimUser(teams, 'ada@x.example');
  const { id } = await scimGroup(teams, 'Platform', { externalId: 'G1', members: [{ value: ada.id }] });
  const { asks, path, account } = teams.team;
  expect(id).toMatch(/^team_/);
  expect((await asks.owner('GET', `${path}/teams/${id}`)).body).toMatchObject({
    name: 'Platform',
    externalId: 'G1',
  });
  const { body } = await teams.scim('GET', `/Groups/${id}`);
  const base = `/scim/teams/v2/${account.id}`;
  expect(body).toMatchObject({
    meta: { location: `${base}/Groups/${id}` },
    members: [{ value: ada.id, $ref: `${base}/Users/${ada.id}` }],
  });
  const first = (resource: string) => asks.admin('GET', `/scim/v2/${account.id}${resource}`);
  expect((await first(`/Groups/${id}`)).status).toBe(404);
  expect((await first('/Groups')).body).toMatchObject({ totalResults: 0 });
  expect((await asks.owner('GET', `${path}/service-groups`)).body).toMatchObject({ data: [] });
});

test('a user is the same at both addresses, with their teams at this one', async () => {
  const { asks, path, account } = teams.team;
  const eve = await scimUser(teams, 'eve@x.example');
  const { id } = await scimGroup(teams, 'Crew', { members: [{ value: eve.id }] });
  const group = created<{ id: string }>(await asks.owner('POST', `${path}/service-groups`, { name: 'prod' }));
  await asks.owner('PUT', `${path}/service-groups/${group.id}/members/${eve.id}`);
  const groupsAt = async (base: string) => {
    const shown = await asks.admin('GET', `${base}/${account.id}/Users/${eve.id}?attributes=groups`);
    return (shown.body.groups as { value: string; display: string }[]).map(({ value, display }) => [
      value,
      display,
    ]);
  };
  expect(await groupsAt(SCIM_BASES[1])).toEqual([[id, 'Crew']]);
  expect(await groupsAt(SCIM_BASES[0])).toEqual([[group.id, 'prod']]);
  await teams.scim('PATCH', `/Groups/${id}`, patch({ op: 'remove', path: 'members' }));
  expect(await membersOf(teams, id)).toEqual([]);
  expect((await asks.owner('GET', `${path}/service-groups/${group.id}/members`)).body.data).toHaveLength(1);
});

test('both addresses are shown where an identity provider is set up, and each describes its groups', async () => {
  const { asks, path, account } = teams.team;
  const { body } = await asks.owner('GET', `${path}/scim`);
  const { baseUrl, teamsBaseUrl } = body as Record<string, string | null>;
  expect(teamsBaseUrl).toBe(baseUrl?.replace('/scim/v2/', '/scim/teams/v2/') ?? null);
  const described = async (base: string) =>
    (await asks.admin('GET', `${base}/${account.id}/ResourceTypes/Group`)).body.description as string;
  expect(await described(SCIM_BASES[0])).toBe('A service group of the account.');
  expect(await described(SCIM_BASES[1])).toBe('A team of the account.');
});
