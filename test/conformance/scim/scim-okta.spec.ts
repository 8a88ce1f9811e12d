import { startApi, type RunningApi } from '../../support/api/api.js';
import {
  createProvisioning,
  SCIM_BASES,
  expectScimError,
  filtered,
  GROUP_SCHEMA,
  membersOf,
  patch,
  scimGroup,
  scimUser,
  USER_SCHEMA,
  type Provisioning,
} from '../../support/api/scim.js';

/**
 * The requests that Okta's documentation describes, as it shows them.
 * https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
 */

let api: RunningApi;
let tenant: Provisioning;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const testUser = {
  schemas: [USER_SCHEMA],
  userName: 'test.user@okta.local',
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
};

describe.each(SCIM_BASES)('at %s', (base) => {
  beforeEach(async () => {
    tenant = await createProvisioning(api, base);
  });

  describe('Okta and users', () => {
    test('tries the connection with two lists', async () => {
      const { body } = await tenant.scim('GET', '/Users?startIndex=1&count=2');
      expect(body).toMatchObject({ totalResults: 3, startIndex: 1, itemsPerPage: 2 });
      expect(body.Resources).toHaveLength(2);
      const groups = await tenant.scim('GET', '/Groups?startIndex=1&count=100');
      expect(groups.body).toMatchObject({ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] });
    });

    test('looks for a user by its userName, creates it, and finds it then', async () => {
      const query = filtered('Users', 'userName eq "test.user@okta.local"', '&startIndex=1&count=100');
      const before = await tenant.scim('GET', query);
      expect(before.body).toEqual({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 0,
        startIndex: 1,
        itemsPerPage: 0,
        Resources: [],
      });
      const made = await tenant.scim('POST', '/Users', testUser);
      expect(made.status).toBe(201);
      const { groups: _groups, password: _password, ...kept } = testUser;
      expect(made.body).toMatchObject({
        ...kept,
        name: { ...kept.name, formatted: 'Test User' },
        id: expect.stringMatching(/^user_/),
        meta: { resourceType: 'User', created: expect.any(String), lastModified: expect.any(String) },
      });
      expect(JSON.stringify(made.body)).not.toContain('1mz050nq');
      expect(made.headers.get('location')).toBe(made.body.meta.location);
      const after = await tenant.scim('GET', query);
      expect(after.body).toMatchObject({ totalResults: 1, Resources: [made.body] });
      const history = await tenant.team.asks.owner('GET', `${tenant.team.path}/users/${made.body.id}/events`);
      expect(history.body.data).toMatchObject([
        { type: 'user.created', actor: expect.stringMatching(/^api-key:akey_/) },
      ]);
    });

    test('is refused for a user that already exists', async () => {
      await tenant.scim('POST', '/Users', testUser);
      expectScimError(await tenant.scim('POST', '/Users', testUser), 409, 'uniqueness');
    });

    test('imports users page by page', async () => {
      for (const n of [1, 2, 3, 4]) await scimUser(tenant, `user-${n}@okta.local`);
      const pages = [];
      for (let startIndex = 1; startIndex <= 7; startIndex += 3)
        pages.push((await tenant.scim('GET', `/Users?startIndex=${startIndex}&count=3`)).body);
      expect(
        pages.map(({ totalResults, startIndex, itemsPerPage }) => [totalResults, startIndex, itemsPerPage]),
      ).toEqual([
        [7, 1, 3],
        [7, 4, 3],
        [7, 7, 1],
      ]);
      const ids = pages.flatMap(({ Resources }) => Resources.map(({ id }: { id: string }) => id));
      expect(new Set(ids).size).toBe(7);
    });

    test('asks whether a user is still there', async () => {
      const { id } = await scimUser(tenant, 'test.user@okta.local');
      expect((await tenant.scim('GET', `/Users/${id}`)).body).toMatchObject({ id, active: true });
      expectScimError(await tenant.scim('GET', '/Users/23a35c27-23d3-4c03-b4c5-6443c09e7173'), 404);
    });

    test('replaces a user by what it has read and changed', async () => {
      const { body: made } = await tenant.scim('POST', '/Users', testUser);
      const { body: read } = await tenant.scim('GET', `/Users/${made.id}`);
      const changed = {
        ...read,
        name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
        emails: [
          { primary: true, value: 'test.user@okta.local', type: 'work', display: 'test.user@okta.local' },
        ],
      };
      const answer = await tenant.scim('PUT', `/Users/${made.id}`, changed);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
        emails: changed.emails,
        active: true,
        locale: 'en-US',
      });
      expect((await tenant.scim('GET', `/Users/${made.id}`)).body).toEqual(answer.body);
    });

    test('deactivates and activates a user by a PATCH without a path', async () => {
      const { id } = await scimUser(tenant, 'test.user@okta.local');
      const off = await tenant.scim(
        'PATCH',
        `/Users/${id}`,
        patch({ op: 'replace', value: { active: false } }),
      );
      expect(off).toMatchObject({ status: 200, body: { id, active: false } });
      const { body } = await tenant.team.asks.owner('GET', `${tenant.team.path}/users/${id}`);
      expect(body.status).toBe('suspended');
      const on = await tenant.scim(
        'PATCH',
        `/Users/${id}`,
        patch({ op: 'replace', value: { active: true } }),
      );
      expect(on.body.active).toBe(true);
    });
  });

  describe('Okta and groups', () => {
    test('creates a group, and looks for it by its name', async () => {
      const input = { schemas: [GROUP_SCHEMA], displayName: 'Test SCIMv2', members: [] };
      const made = await tenant.scim('POST', '/Groups', input);
      expect(made).toMatchObject({
        status: 201,
        body: { displayName: 'Test SCIMv2', members: [], meta: { resourceType: 'Group' } },
      });
      const query = filtered('Groups', 'displayName eq "Test SCIMv2"', '&startIndex=1&count=100');
      const { body } = await tenant.scim('GET', query);
      expect(body).toMatchObject({ totalResults: 1, Resources: [{ id: made.body.id }] });
      const none = await tenant.scim('GET', filtered('Groups', 'displayName eq "Test SCIM"'));
      expect(none.body).toMatchObject({ totalResults: 0, Resources: [] });
    });

    test('renames a group whose id is sent with the name', async () => {
      const { id } = await scimGroup(tenant, 'Test SCIMv2');
      const rename = patch({ op: 'replace', value: { id, displayName: 'Test SCIMv20' } });
      expect((await tenant.scim('PATCH', `/Groups/${id}`, rename)).status).toBe(204);
      expect((await tenant.scim('GET', `/Groups/${id}`)).body.displayName).toBe('Test SCIMv20');
    });

    test('removes one member by a filter in the path and adds another, in one request', async () => {
      const [ada, bob] = [await scimUser(tenant, 'ada@okta.local'), await scimUser(tenant, 'bob@okta.local')];
      const { id } = await scimGroup(tenant, 'ops', {
        members: [{ value: ada.id, display: 'ada@okta.local' }],
      });
      expect(await membersOf(tenant, id)).toEqual([ada.id]);
      const change = patch(
        { op: 'remove', path: `members[value eq "${ada.id}"]` },
        { op: 'add', path: 'members', value: [{ value: bob.id, display: 'bob@okta.local' }] },
      );
      expect((await tenant.scim('PATCH', `/Groups/${id}`, change)).status).toBe(204);
      expect(await membersOf(tenant, id)).toEqual([bob.id]);
    });

    test('replaces all members by a PATCH, and by a PUT', async () => {
      const [ada, bob, cyd] = [
        await scimUser(tenant, 'ada@okta.local'),
        await scimUser(tenant, 'bob@okta.local'),
        await scimUser(tenant, 'cyd@okta.local'),
      ];
      const { id } = await scimGroup(tenant, 'ops', { members: [{ value: ada.id }] });
      const value = [{ value: bob.id }, { value: cyd.id }];
      await tenant.scim('PATCH', `/Groups/${id}`, patch({ op: 'replace', path: 'members', value }));
      expect(await membersOf(tenant, id)).toEqual([bob.id, cyd.id].sort());
      const whole = { schemas: [GROUP_SCHEMA], displayName: 'ops', members: [{ value: ada.id }] };
      const put = await tenant.scim('PUT', `/Groups/${id}`, whole);
      expect(put).toMatchObject({ status: 200, body: { members: [{ value: ada.id }] } });
      expect(await membersOf(tenant, id)).toEqual([ada.id]);
    });

    test('deletes a group', async () => {
      const { id } = await scimGroup(tenant, 'ops');
      expect((await tenant.scim('DELETE', `/Groups/${id}`)).status).toBe(204);
      expectScimError(await tenant.scim('GET', `/Groups/${id}`), 404);
    });
  });
});
