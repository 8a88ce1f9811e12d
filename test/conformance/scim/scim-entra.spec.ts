import { startApi, type RunningApi } from '../../support/api/api.js';
import {
  createProvisioning,
  SCIM_BASES,
  ENTERPRISE_SCHEMA,
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
 * The requests that Microsoft's documentation of the Entra provisioning service describes, as it shows them; only that
 * a userName is an email here, as a user principal name is.
 * https://learn.microsoft.com/en-us/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
 */

let api: RunningApi;
let tenant: Provisioning;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const testUser = {
  schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName: 'Test_User_ab6490ee@testuser.com',
  active: true,
  emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@testuser.com' }],
  meta: { resourceType: 'User' },
  name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
  roles: [],
};

async function made(): Promise<{ id: string }> {
  const { status, body } = await tenant.scim('POST', '/Users', testUser);
  expect(status).toBe(201);
  return body as { id: string };
}

describe.each(SCIM_BASES)('at %s', (base) => {
  beforeEach(async () => {
    tenant = await createProvisioning(api, base);
  });

  describe('Entra and users', () => {
    test('creates a user, and reads it by id', async () => {
      const { id } = await made();
      const { status, body } = await tenant.scim('GET', `/Users/${id}`);
      const { roles: _roles, schemas: _schemas, ...shown } = testUser;
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...shown, id });
      expectScimError(await tenant.scim('GET', '/Users/5171a35d82074e068ce2'), 404);
    });

    test('finds a user by userName in any letter case, and by externalId, quoted or not', async () => {
      const { id } = await made();
      for (const filter of [
        'userName eq "Test_User_ab6490ee@testuser.com"',
        'USERNAME EQ "test_user_AB6490EE@testuser.com"',
        'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
        'externalId eq 0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      ]) {
        const { body } = await tenant.scim('GET', filtered('Users', filter));
        expect({ filter, body }).toMatchObject({ filter, body: { totalResults: 1, Resources: [{ id }] } });
      }
      for (const filter of ['userName eq "non-existent user"', 'externalId eq "0A21F0F2"']) {
        const { status, body } = await tenant.scim('GET', filtered('Users', filter));
        expect({ status, body }).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } });
      }
    });

    test('changes an address by a filter in the path, and a part of the name', async () => {
      const { id } = await made();
      const { status, body } = await tenant.scim(
        'PATCH',
        `/Users/${id}`,
        patch(
          { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
          { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        ),
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({
        userName: testUser.userName,
        name: {
          formatted: 'givenName updatedFamilyName',
          familyName: 'updatedFamilyName',
          givenName: 'givenName',
        },
        emails: [{ value: 'updatedEmail@microsoft.com', type: 'work', primary: true }],
      });
    });

    test('changes the userName', async () => {
      const { id } = await made();
      const value = '5b50642d-79fc-4410-9e90-4c077cdd1a59@testuser.com';
      const { body } = await tenant.scim(
        'PATCH',
        `/Users/${id}`,
        patch({ op: 'Replace', path: 'userName', value }),
      );
      expect(body).toMatchObject({ userName: value, emails: testUser.emails });
      const found = await tenant.scim('GET', filtered('Users', `userName eq "${value}"`));
      expect(found.body.Resources).toMatchObject([{ id }]);
    });

    test.each([false, 'False', 'false', [{ $ref: null, value: 'False' }]])(
      'disables a user with active %j, and enables it again',
      async (value) => {
        const { id } = await made();
        const off = await tenant.scim(
          'PATCH',
          `/Users/${id}`,
          patch({ op: 'Replace', path: 'active', value }),
        );
        expect(off).toMatchObject({ status: 200, body: { active: false } });
        const again = await tenant.scim(
          'PATCH',
          `/Users/${id}`,
          patch({ op: 'Replace', path: 'active', value }),
        );
        expect(again.body.meta.version).toBe(off.body.meta.version);
        const on = await tenant.scim(
          'PATCH',
          `/Users/${id}`,
          patch({ op: 'Replace', path: 'active', value: 'True' }),
        );
        expect(on.body.active).toBe(true);
      },
    );

    test('sets what there is not yet: another address, a department, a manager, a role', async () => {
      const { id } = await made();
      const { status, body } = await tenant.scim(
        'PATCH',
        `/Users/${id}`,
        patch(
          { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+43 1 234' },
          { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'AT' },
          { op: 'Add', path: `${ENTERPRISE_SCHEMA}:department`, value: 'Research' },
          { op: 'Add', path: `${ENTERPRISE_SCHEMA}:manager`, value: 'user-7' },
          { op: 'Add', path: 'roles[primary eq "True"].value', value: 'admin' },
          { op: 'Add', path: 'title', value: 'Engineer' },
        ),
      );
      expect({ status, body }).toMatchObject({
        status: 200,
        body: {
          schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
          phoneNumbers: [{ type: 'mobile', value: '+43 1 234' }],
          addresses: [{ type: 'work', country: 'AT' }],
          roles: [{ value: 'admin', primary: true }],
          title: 'Engineer',
          [ENTERPRISE_SCHEMA]: { department: 'Research', manager: { value: 'user-7' } },
        },
      });
      const gone = await tenant.scim(
        'PATCH',
        `/Users/${id}`,
        patch({ op: 'Remove', path: 'phoneNumbers[type eq "mobile"]' }, { op: 'Remove', path: 'title' }),
      );
      expect(gone.body).not.toHaveProperty('phoneNumbers');
      expect(gone.body).not.toHaveProperty('title');
    });

    test('names several attributes by paths in one operation', async () => {
      const { id } = await made();
      const value = {
        displayName: 'Bjfe',
        'name.givenName': 'Kjanxl',
        'emails[type eq "work"].value': 'new@testuser.com',
        [`${ENTERPRISE_SCHEMA}:department`]: 'Research',
        unknownAttribute: 'ignored',
      };
      const { body } = await tenant.scim('PATCH', `/Users/${id}`, patch({ op: 'Add', value }));
      expect(body).toMatchObject({
        displayName: 'Bjfe',
        name: { givenName: 'Kjanxl', formatted: 'Bjfe' },
        emails: [{ value: 'new@testuser.com', type: 'work' }],
        [ENTERPRISE_SCHEMA]: { department: 'Research' },
      });
    });

    test('deletes a user', async () => {
      const { id } = await made();
      const gone = await tenant.scim('DELETE', `/Users/${id}`);
      expect(gone).toMatchObject({ status: 204, body: undefined });
      expectScimError(await tenant.scim('GET', `/Users/${id}`), 404);
    });
  });

  describe('Entra and groups', () => {
    const testGroup = {
      schemas: [GROUP_SCHEMA, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'displayName',
      meta: { resourceType: 'Group' },
    };

    test('creates a group, and reads and finds it without its members', async () => {
      const answer = await tenant.scim('POST', '/Groups', testGroup);
      const { id } = answer.body as { id: string };
      expect(answer).toMatchObject({
        status: 201,
        body: { externalId: testGroup.externalId, displayName: 'displayName', members: [] },
      });
      const read = await tenant.scim('GET', `/Groups/${id}?excludedAttributes=members`);
      expect(read.body).toMatchObject({ id, externalId: testGroup.externalId });
      expect(read.body).not.toHaveProperty('members');
      const query = filtered('Groups', 'displayName eq "displayName"', '&excludedAttributes=members');
      const found = await tenant.scim('GET', query);
      expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
      expect(found.body.Resources[0]).not.toHaveProperty('members');
    });

    test('renames a group, adds a member and removes it, each answered with a 204', async () => {
      const { id } = await scimGroup(tenant, 'displayName');
      const user = await scimUser(tenant, 'ada@testuser.com');
      const send = (operation: object) => tenant.scim('PATCH', `/Groups/${id}`, patch(operation));
      const value = [{ $ref: null, value: user.id }];
      expect((await send({ op: 'Replace', path: 'displayName', value: '1879db59' })).status).toBe(204);
      expect((await send({ op: 'Add', path: 'members', value })).status).toBe(204);
      expect((await send({ op: 'Add', path: 'members', value })).status).toBe(204);
      expect(await membersOf(tenant, id)).toEqual([user.id]);
      const asked = (userId: string) =>
        tenant.scim('GET', filtered('Groups', `id eq "${id}" and members eq "${userId}"`, '&attributes=id'));
      expect((await asked(user.id)).body).toMatchObject({ totalResults: 1, Resources: [{ id }] });
      expect((await send({ op: 'Remove', path: 'members', value })).status).toBe(204);
      expect((await send({ op: 'Remove', path: 'members', value })).status).toBe(204);
      expect(await membersOf(tenant, id)).toEqual([]);
      expect((await asked(user.id)).body).toMatchObject({ totalResults: 0 });
      expect((await tenant.scim('GET', `/Groups/${id}`)).body.displayName).toBe('1879db59');
    });

    test('deletes a group', async () => {
      const { id } = await scimGroup(tenant, 'displayName');
      expect((await tenant.scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    });
  });
});
