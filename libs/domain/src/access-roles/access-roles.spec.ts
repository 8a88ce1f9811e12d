import { specification } from '../../../../test/support/given-when-then.js';
import {
  allows,
  decideAccessRoles,
  DomainError,
  evolveAccessRoles,
  existingAccessRole,
  initialAccessRoles,
  isKnownAction,
  MAX_ACCESS_ROLES,
  MAX_ACCESS_ROLES_BYTES,
  MAX_PERMISSIONS,
  permissionsOf,
  type AccessRoleId,
  type AccessRoleInput,
  type AccessRolesState,
  type AccountState,
  type NewAccessRolesEvent,
} from '../index.js';

const { given } = specification(initialAccessRoles, evolveAccessRoles);

const active: AccountState = {
  status: 'active',
  accountId: 'acct_1',
  name: 'Acme',
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
/** The ids of new roles say at which place they were given, and in which command. */
const replace =
  (accessRoles: readonly AccessRoleInput[], { account = active, command = 1 } = {}) =>
  (state: AccessRolesState) => {
    const newIds = accessRoles.map((_, place): AccessRoleId => `role_${command}.${place}`);
    return decideAccessRoles(state, { type: 'replace_access_roles', accessRoles, newIds }, { account });
  };

const reader: AccessRoleInput = { key: 'log-reader', name: 'Log reader', permissions: ['logs.read'] };
const deployer: AccessRoleInput = { key: 'deployer', name: 'Deployer', permissions: ['deploy'] };
const created = (accessRoleId: AccessRoleId, role: AccessRoleInput): NewAccessRolesEvent => ({
  type: 'access_role.created',
  data: { accessRoleId, description: '', ...role },
});
const both = [created('role_1.0', reader), created('role_1.1', deployer)];
const removed: NewAccessRolesEvent = {
  type: 'access_role.removed',
  data: { accessRoleId: 'role_1.0', key: 'log-reader', name: 'Log reader' },
};

/** Every refusal, as the place in the request and the code. */
function refusals(accessRoles: readonly AccessRoleInput[]): [field: string | undefined, code: string][] {
  try {
    replace(accessRoles)(initialAccessRoles);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const parts = error.parts.length > 0 ? error.parts : [error];
    return parts.map(({ field, code }) => [field, code]);
  }
  return [];
}

describe('the set of access roles', () => {
  test('is replaced by key: what is new is created, what is missing removed, and the rest changed', () => {
    given()
      .when(replace([reader, deployer]))
      .then(...both);
    given(...both)
      .when(
        replace([
          { ...deployer, name: 'Releaser', description: 'Deploys', permissions: ['deploy', 'roll-back'] },
        ]),
      )
      .then(removed, {
        type: 'access_role.changed',
        data: {
          accessRoleId: 'role_1.1',
          key: 'deployer',
          name: 'Releaser',
          description: 'Deploys',
          permissions: ['deploy', 'roll-back'],
          previousName: 'Deployer',
          previousDescription: '',
          previousPermissions: ['deploy'],
        },
      });
  });

  test('changes nothing if it is the same, in whatever order and however often permissions are named', () => {
    given(...both)
      .when(replace([deployer, reader]))
      .then();
    given(...both)
      .when(
        replace([{ ...reader, permissions: ['logs.read', 'logs.read'], name: ' Log  reader ' }, deployer]),
      )
      .then();
    given().when(replace([])).then();
  });

  test('is kept by key, with permissions in order', () => {
    given()
      .when(replace([{ ...reader, permissions: ['b', 'a', 'b'] }]))
      .then(created('role_1.0', { ...reader, permissions: ['a', 'b'] }));
    const { state } = given(...both);
    expect(state).toMatchObject({ version: 2, roles: [{ key: 'deployer' }, { key: 'log-reader' }] });
  });

  test.each(['suspended', 'closed'] as const)('is not changed while the account is %s', (status) => {
    given()
      .when(replace([reader], { account: { ...active, status } }))
      .thenRefused(status === 'closed' ? 'account_not_found' : 'account_suspended');
  });
});

describe('a role that was removed', () => {
  test('gives nothing any more but to enter; one with its key is another role', () => {
    const had = { id: 'role_1.0', key: 'log-reader' } as const;
    const before = given(...both).state;
    expect(permissionsOf(before, had)).toEqual(['logs.read']);
    const anew = given(...both, removed, created('role_2.0', reader)).state;
    for (const state of [given(...both, removed).state, anew]) {
      expect(permissionsOf(state, had)).toEqual([]);
      expect(allows(state, had, 'logs.read')).toBe(false);
      expect(allows(state, had, 'enter')).toBe(true);
    }
    given(...both, removed)
      .when(replace([reader, deployer], { command: 2 }))
      .then(created('role_2.0', reader));
    expect(existingAccessRole(anew, 'log-reader')).toEqual({ id: 'role_2.0', key: 'log-reader' });
    expect(() => existingAccessRole(anew, had)).toThrow(
      expect.objectContaining({ code: 'access_role_not_found' }),
    );
  });
});

test('a membership without a role allows to enter, and nothing else; an action of no role is not known', () => {
  const { state } = given(...both);
  expect(allows(state, undefined, 'enter')).toBe(true);
  expect(allows(state, undefined, 'logs.read')).toBe(false);
  expect(
    ['enter', 'logs.read', 'deploy', 'logs.write'].filter((action) => isKnownAction(state, action)),
  ).toEqual(['enter', 'logs.read', 'deploy']);
  expect(isKnownAction(initialAccessRoles, 'enter')).toBe(true);
});

describe('what is refused names its place', () => {
  test.each<[string, AccessRoleInput, string]>([
    ['an empty key', { ...reader, key: '' }, 'key'],
    ['a capital letter', { ...reader, key: 'Reader' }, 'key'],
    ['a hyphen at the end', { ...reader, key: 'reader-' }, 'key'],
    ['a space', { ...reader, key: 'log reader' }, 'key'],
    ['a key of 65 characters', { ...reader, key: 'a'.repeat(65) }, 'key'],
    ['a permission with a capital letter', { ...reader, permissions: ['logs.read', 'Logs'] }, 'permissions'],
    ['a permission of 101 characters', { ...reader, permissions: ['a'.repeat(101)] }, 'permissions'],
    ['the permission that every membership has', { ...reader, permissions: ['enter'] }, 'permissions'],
    [
      'too many permissions',
      { ...reader, permissions: Array.from({ length: MAX_PERMISSIONS + 1 }, (_, n) => `p${n}`) },
      'permissions',
    ],
  ])('%s', (_, role, field) => {
    expect(refusals([deployer, role])).toEqual([[`accessRoles/1/${field}`, 'invalid_access_role']]);
  });

  test('names, descriptions and all mistakes of all roles at once', () => {
    expect(
      refusals([
        { ...reader, name: ' ' },
        { ...deployer, key: 'X', description: 'd'.repeat(201), permissions: ['enter'] },
      ]),
    ).toEqual([
      ['accessRoles/0/name', 'invalid_name'],
      ['accessRoles/1/key', 'invalid_access_role'],
      ['accessRoles/1/description', 'invalid_name'],
      ['accessRoles/1/permissions', 'invalid_access_role'],
    ]);
  });

  test('a key that is there twice, at its second place', () => {
    expect(refusals([reader, deployer, { ...reader, name: 'Other' }])).toEqual([
      ['accessRoles/2/key', 'invalid_access_role'],
    ]);
  });

  test('more roles, and more bytes, than an account may have', () => {
    const many = (count: number, permissions: string[] = []) =>
      Array.from({ length: count }, (_, n) => ({
        key: `r-${n}`,
        name: 'Role',
        description: '',
        permissions,
      }));
    expect(refusals(many(MAX_ACCESS_ROLES))).toEqual([]);
    expect(refusals(many(MAX_ACCESS_ROLES + 1))).toEqual([['accessRoles', 'invalid_access_role']]);
    const full = many(
      3,
      Array.from({ length: 36 }, (_, n) => `${n}`.padEnd(100, 'p')),
    );
    const free = MAX_ACCESS_ROLES_BYTES - Buffer.byteLength(JSON.stringify(full));
    const filled = (bytes: number) => [...full.slice(1), { ...full[0]!, description: 'd'.repeat(bytes) }];
    expect(free).toBeLessThanOrEqual(200);
    expect(refusals(filled(free))).toEqual([]);
    expect(refusals(filled(free + 1))).toEqual([['accessRoles', 'invalid_access_role']]);
  });
});
