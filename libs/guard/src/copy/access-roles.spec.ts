import { AccessCopy } from './access-copy.js';
import { applyEvent, type FeedEvent } from './apply-event.js';

// What access roles allow, in whatever order the events of roles and of memberships come.

const NOW = Date.parse('2026-03-01T00:00:00Z');
const ROLES = 'arol_1';
let version = 0;

const event = (type: string, subject: string, data: Record<string, unknown> = {}): FeedEvent => ({
  ...{ type, subject, accountid: 'acct_1', sequence: String((version += 1)) },
  data: { userId: 'user_1', serviceGroupId: 'sgrp_1', ...data },
});
const role = (type: 'created' | 'changed' | 'removed', accessRoleId: string, permissions: string[] = []) =>
  event(`access_role.${type}`, ROLES, { accessRoleId, permissions });
const added = (data: object = {}) => event('service_group.member_added', 'user_1', { ...data });
const changed = (data: object = {}) => event('service_group.membership_changed', 'user_1', { ...data });
const of = (id: string) => ({ accessRole: { id, key: 'reader' } });

const SIDES = () => [
  event('account.created', 'acct_1'),
  event('service_group.created', 'sgrp_1'),
  event('user.created', 'user_1'),
];

/** What the user may do, also by the copy that is read from the file of this one. */
function permissionsAfter(events: readonly FeedEvent[], at = NOW): string[] {
  const copy = new AccessCopy();
  for (const each of events) applyEvent(copy, each);
  const kept = AccessCopy.of(JSON.parse(JSON.stringify(copy.stored())) as ReturnType<AccessCopy['stored']>);
  expect(kept.stored()).toEqual(copy.stored());
  const permissions = copy.permissionsOf('user_1', 'sgrp_1', at);
  for (const each of [copy, kept])
    for (const permission of ['enter', 'logs.read', 'logs.delete', '', 'constructor']) {
      const isAllowed = permissions.includes(permission);
      expect(each.mayDo('user_1', 'sgrp_1', permission, at)).toBe(isAllowed);
      expect(each.groupsOf('user_1', at, permission)).toEqual(isAllowed ? ['sgrp_1'] : []);
      expect(each.membersOf('sgrp_1', at, permission)).toEqual(isAllowed ? ['user_1'] : []);
    }
  return permissions;
}

test.each([
  ['a membership without one', () => [role('created', 'role_1', ['logs.read']), added()], ['enter']],
  [
    'a membership with one',
    () => [role('created', 'role_1', ['logs.read']), added(of('role_1'))],
    ['enter', 'logs.read'],
  ],
  [
    'the role comes after the membership',
    () => [added(of('role_1')), role('created', 'role_1', ['logs.read'])],
    ['enter', 'logs.read'],
  ],
  [
    'the role was changed',
    () => [
      role('created', 'role_1', ['logs.read']),
      added(of('role_1')),
      role('changed', 'role_1', ['logs.delete']),
    ],
    ['enter', 'logs.delete'],
  ],
  [
    'the role was removed: entering is left',
    () => [role('created', 'role_1', ['logs.read']), added(of('role_1')), role('removed', 'role_1')],
    ['enter'],
  ],
  [
    'its key was made anew: that gives nothing back',
    () => [
      role('created', 'role_1', ['logs.read']),
      added(of('role_1')),
      role('removed', 'role_1'),
      role('created', 'role_2', ['logs.read']),
    ],
    ['enter'],
  ],
  [
    'another role was given',
    () => [
      role('created', 'role_1', ['logs.read']),
      role('created', 'role_2', ['logs.delete']),
      added(of('role_1')),
      changed(of('role_2')),
    ],
    ['enter', 'logs.delete'],
  ],
  [
    'the role was taken from the membership',
    () => [role('created', 'role_1', ['logs.read']), added(of('role_1')), changed()],
    ['enter'],
  ],
  [
    'the membership was removed, and given without a role',
    () => [
      role('created', 'role_1', ['logs.read']),
      added(of('role_1')),
      event('service_group.member_removed', 'user_1', of('role_1')),
      added(),
    ],
    ['enter'],
  ],
  [
    'the membership was removed',
    () => [
      role('created', 'role_1', ['logs.read']),
      added(of('role_1')),
      event('service_group.member_removed', 'user_1', of('role_1')),
    ],
    [],
  ],
  [
    'the user is suspended',
    () => [role('created', 'role_1', ['logs.read']), added(of('role_1')), event('user.suspended', 'user_1')],
    [],
  ],
])('%s', (_what, events, expected) => {
  expect(permissionsAfter([...SIDES(), ...events()])).toEqual(expected);
});

test('a membership ends with what its role allows, at its instant', () => {
  const events = [
    ...SIDES(),
    role('created', 'role_1', ['logs.read']),
    added({ ...of('role_1'), expiresAt: new Date(NOW).toISOString() }),
  ];
  expect(permissionsAfter(events, NOW - 1)).toEqual(['enter', 'logs.read']);
  expect(permissionsAfter(events, NOW)).toEqual([]);
});

test('a copy has the version of access roles, also when all of them are removed, and drops those of an account that is closed', () => {
  const copy = new AccessCopy();
  for (const each of [...SIDES(), role('created', 'role_1', ['logs.read'])]) applyEvent(copy, each);
  expect(copy.versionOf(ROLES)).toBe(version);
  expect(copy.accessRoles.isKnown('acct_1', 'logs.read')).toBe(true);
  applyEvent(copy, role('removed', 'role_1'));
  expect(copy.versionOf(ROLES)).toBe(version);
  expect(copy.accessRoles.isKnown('acct_1', 'logs.read')).toBe(false);
  expect(AccessCopy.of(copy.stored()).versionOf(ROLES)).toBe(version);
  applyEvent(copy, role('created', 'role_2', ['logs.read']));
  applyEvent(copy, event('account.closed', 'acct_1'));
  expect(copy.stored()).toMatchObject({ accounts: [], accessRoles: [] });
});

test('a copy that an earlier version kept has memberships without access roles', () => {
  const copy = new AccessCopy();
  for (const each of [...SIDES(), added()]) applyEvent(copy, each);
  const { accessRoles: _roles, memberRoles: _ofMembers, ...earlier } = copy.stored();
  const read = AccessCopy.of(earlier);
  expect(read.permissionsOf('user_1', 'sgrp_1', NOW)).toEqual(['enter']);
});
