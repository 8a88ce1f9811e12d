import { PEOPLE_PERMISSIONS, PERMISSIONS_OF, ROLES } from './roles.js';
import { ACCOUNT_SCOPES, PLATFORM_SCOPES } from './scopes.js';

const missing = (all: ReadonlySet<string>, some: ReadonlySet<string>) =>
  [...some].filter((one) => !all.has(one));

test('each role may what the roles below it may, and operators everything', () => {
  const { operator, owner, admin, member } = PERMISSIONS_OF;
  expect(missing(admin, member)).toEqual([]);
  expect(missing(owner, admin)).toEqual([]);
  expect(missing(operator, owner)).toEqual([]);
  expect([...operator].sort()).toEqual([...PLATFORM_SCOPES, ...PEOPLE_PERMISSIONS].sort());
});

test('what makes owners, keys or operators, and what erases, is kept from whoever could give it to themselves', () => {
  for (const permission of [
    'owners:write',
    'api-keys:write',
    'personal-data:erase',
    'users:see-as',
  ] as const) {
    expect(PERMISSIONS_OF.owner).toContain(permission);
    expect(PERMISSIONS_OF.admin).not.toContain(permission);
  }
  for (const role of ROLES) expect(PERMISSIONS_OF[role]).not.toContain('operators:write');
});

test('a member may only ask whether they may enter, and to be let in, and see the roles to ask for; nothing of the platform belongs to a role of an account', () => {
  expect([...PERMISSIONS_OF.member]).toEqual(['access:check', 'access-requests:ask', 'access-roles:read']);
  const platform = PLATFORM_SCOPES.filter((scope) => !(ACCOUNT_SCOPES as readonly string[]).includes(scope));
  for (const role of ROLES) expect(platform.filter((scope) => PERMISSIONS_OF[role].has(scope))).toEqual([]);
});

test('no API key can be given what leads to more rights', () => {
  expect(
    PEOPLE_PERMISSIONS.filter((permission) => (PLATFORM_SCOPES as readonly string[]).includes(permission)),
  ).toEqual([]);
});

test('a manager may nothing that an admin may not, and makes neither managers nor service groups', () => {
  const { admin, manager } = PERMISSIONS_OF;
  expect(missing(admin, manager)).toEqual([]);
  for (const permission of [
    'managers:write',
    'service-groups:write',
    'users:read',
    'users:write',
    'jobs:read',
    'jobs:write',
  ] as const)
    expect(manager).not.toContain(permission);
});
