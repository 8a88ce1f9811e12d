import type { AccessLine } from '@rollbook/client';
import { AccessCopy } from './access-copy.js';
import { applyAccess } from './apply-access.js';
import { applyEvent, type FeedEvent } from './apply-event.js';

// What teams allow, in whatever order the events of teams, users and service groups come.

const NOW = Date.parse('2026-03-01T00:00:00Z');
const HOUR = 60 * 60 * 1_000;
let version = 0;

const event = (type: string, subject: string, data: Record<string, unknown> = {}): FeedEvent => ({
  ...{ type, subject, accountid: 'acct_1', sequence: String((version += 1)) },
  data: { userId: 'user_1', serviceGroupId: 'sgrp_1', teamId: 'team_1', ...data },
});
const team = (type: 'created' | 'removed') => event(`team.${type}`, 'team_1');
const place = (type: string, data: object = {}) => event(`team.${type}`, 'user_1', { ...data });
const access = (type: string, data: object = {}) =>
  event(`service_group.team_${type}`, 'sgrp_1', { ...data });
const own = (data: object = {}) => event('service_group.member_added', 'user_1', { ...data });
const role = (accessRoleId: string, permissions: string[]) =>
  event('access_role.created', 'arol_1', { accessRoleId, permissions });
const of = (id: string) => ({ accessRole: { id, key: id } });
const until = (at: number) => ({ expiresAt: new Date(at).toISOString() });

const SIDES = () => [
  event('account.created', 'acct_1'),
  event('service_group.created', 'sgrp_1'),
  event('user.created', 'user_1'),
];
const PATH = () => [team('created'), place('member_added'), access('added')];

function copyAfter(events: readonly FeedEvent[]): AccessCopy {
  const copy = new AccessCopy();
  for (const each of [...SIDES(), ...events]) applyEvent(copy, each);
  return copy;
}

/** What the user may do, by every method, and by the copy that is read from the file of this one. */
function permissionsIn(copy: AccessCopy, at = NOW): string[] {
  const kept = AccessCopy.of(JSON.parse(JSON.stringify(copy.stored())) as ReturnType<AccessCopy['stored']>);
  expect(kept.stored()).toEqual(copy.stored());
  const permissions = copy.permissionsOf('user_1', 'sgrp_1', at);
  for (const each of [copy, kept]) {
    expect(each.mayEnter('user_1', 'sgrp_1', at)).toBe(permissions.length > 0);
    for (const permission of ['enter', 'logs.read', 'deploy']) {
      const isAllowed = permissions.includes(permission);
      expect(each.mayDo('user_1', 'sgrp_1', permission, at)).toBe(isAllowed);
      expect(each.groupsOf('user_1', at, permission)).toEqual(isAllowed ? ['sgrp_1'] : []);
      expect(each.membersOf('sgrp_1', at, permission)).toEqual(isAllowed ? ['user_1'] : []);
    }
  }
  return permissions;
}

test.each<[string, () => FeedEvent[], string[]]>([
  ['a team that both have', PATH, ['enter']],
  ['the user alone is in it', () => [team('created'), place('member_added')], []],
  ['the service group alone has it', () => [team('created'), access('added')], []],
  ['the team comes last', () => [place('member_added'), access('added'), team('created')], ['enter']],
  ['the team has not come', () => [place('member_added'), access('added')], []],
  ['the team was removed', () => [...PATH(), team('removed')], []],
  [
    'the team was removed, and what it was ended',
    () => [...PATH(), team('removed'), place('member_removed'), access('removed')],
    [],
  ],
  [
    'the team was removed, and a place from before that comes after it',
    () => [team('created'), access('added'), team('removed'), place('member_added')],
    [],
  ],
  ['the place was taken away', () => [...PATH(), place('member_removed')], []],
  ['the access was taken away', () => [...PATH(), access('removed')], []],
  ['it is taken away, and a membership is left', () => [own(), ...PATH(), access('removed')], ['enter']],
  [
    'a membership is taken away, and the team is left',
    () => [own(), ...PATH(), event('service_group.member_removed', 'user_1')],
    ['enter'],
  ],
  ['the user is suspended', () => [...PATH(), event('user.suspended', 'user_1')], []],
  ['the user was removed', () => [...PATH(), event('user.removed', 'user_1')], []],
  ['the service group was removed', () => [...PATH(), event('service_group.removed', 'sgrp_1')], []],
  ['the account is suspended', () => [...PATH(), event('account.suspended', 'acct_1')], []],
  [
    'what the paths allow is allowed together',
    () => [
      ...[role('role_1', ['logs.read']), role('role_2', ['deploy'])],
      ...[own(of('role_1')), team('created'), place('member_added'), access('added', of('role_2'))],
    ],
    ['deploy', 'enter', 'logs.read'],
  ],
  [
    'the access role was changed, and the team of another service group allows nothing here',
    () => [
      ...[role('role_1', ['logs.read']), role('role_2', ['deploy'])],
      ...[team('created'), place('member_added'), access('added', of('role_1')), access('changed')],
      event('service_group.team_added', 'sgrp_2', { serviceGroupId: 'sgrp_2', ...of('role_2') }),
    ],
    ['enter'],
  ],
])('%s', (_what, events, expected) => {
  expect(permissionsIn(copyAfter(events()))).toEqual(expected);
});

test.each<[string, object, object]>([
  ['the place', until(NOW), until(NOW + HOUR)],
  ['the access', until(NOW + HOUR), until(NOW)],
  ['the place, where the access has no end', until(NOW), {}],
  ['the access, where the place has no end', {}, until(NOW)],
])('a path ends at the instant at which %s does', (_what, ofPlace, ofAccess) => {
  const copy = copyAfter([team('created'), place('member_added', ofPlace), access('added', ofAccess)]);
  expect(permissionsIn(copy, NOW - 1)).toEqual(['enter']);
  expect(permissionsIn(copy, NOW)).toEqual([]);
  expect(permissionsIn(copy, NOW + 1)).toEqual([]);
  applyEvent(copy, place('membership_changed', { expiresAt: null }));
  applyEvent(copy, access('changed', { expiresAt: null }));
  expect(permissionsIn(copy, NOW + 2 * HOUR)).toEqual(['enter']);
});

test('the path that lasts longer holds', () => {
  const copy = copyAfter([own(until(NOW)), team('created'), place('member_added'), access('added')]);
  expect(permissionsIn(copy, NOW + 1)).toEqual(['enter']);
  const other = copyAfter([own(), team('created'), place('member_added', until(NOW)), access('added')]);
  expect(permissionsIn(other, NOW + 1)).toEqual(['enter']);
});

test('nothing is left of what was removed, and the version of a team is known as long as that of others', () => {
  const events = [...PATH(), team('removed')];
  const copy = copyAfter(events);
  const last = Number(events.at(-1)!.sequence);
  expect(copy.versionOf('team_1')).toBe(last);
  for (const each of [event('user.removed', 'user_1'), event('service_group.removed', 'sgrp_1')])
    applyEvent(copy, each);
  expect(copy.stored()).toMatchObject({ teams: [], users: [null], groups: [null] });
  expect(copy.versionOf('team_1')).toBe(last);
  // Another takes the numbers of those who are gone.
  applyEvent(copy, event('user.created', 'user_2', { userId: 'user_2' }));
  applyEvent(copy, event('service_group.created', 'sgrp_2', { serviceGroupId: 'sgrp_2' }));
  expect(copy.mayEnter('user_2', 'sgrp_2', NOW)).toBe(false);
});

test('takes teams from a snapshot', () => {
  const copy = new AccessCopy();
  const [end, roleId] = [new Date(NOW).toISOString(), 'role_1'];
  const lines: AccessLine[] = [
    { account: { id: 'acct_1', isOpen: true, version: 1 } },
    {
      ...{ type: 'access_roles', id: 'arol_1', version: 1 },
      accessRoles: [[roleId, 'reader', ['logs.read']]],
    },
    { serviceGroups: [['sgrp_1', 3]] },
    { type: 'team_access', accesses: [['sgrp_1', ['team_1', ['team_2', null, roleId]]]] },
    { users: [['user_1', 'active', 4]] },
    { type: 'team_places', places: [['user_1', ['team_1', ['team_2', end], 'team_3']]] },
  ];
  for (const line of lines) applyAccess(copy, 'acct_1', line);
  expect(permissionsIn(copy, NOW - 1)).toEqual([]);
  applyAccess(copy, 'acct_1', { type: 'teams', teams: [['team_2', 7]] });
  expect(permissionsIn(copy, NOW - 1)).toEqual(['enter', 'logs.read']);
  expect(permissionsIn(copy, NOW)).toEqual([]);
  expect(copy.versionOf('team_2')).toBe(7);
});
