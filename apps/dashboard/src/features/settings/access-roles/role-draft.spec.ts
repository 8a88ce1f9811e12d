import type { AccessRole, AccessRoles } from '../../../api/resources/access-roles.js';
import {
  inputOf,
  isTouched,
  keyFor,
  NEW_ROLE,
  permissionsChanged,
  permissionsOf,
  permissionsOfOthers,
  toggledPermission,
  withoutRole,
  withRole,
} from './role-draft.js';

const role = (key: string, ...permissions: string[]): AccessRole => ({
  ...{ id: `role_${key}`, key, name: key, description: '' },
  permissions,
});
const setOf = (...accessRoles: AccessRole[]) => ({ accessRoles }) as AccessRoles;
const input = (key: string, ...permissions: string[]) =>
  inputOf({ ...NEW_ROLE, key, name: key, permissions: permissions.join('\n') });

test.each([
  ['Log reader', 'log-reader'],
  ['  Große Größe & Co. ', 'grosse-grosse-co'],
  ['On-call (EU)', 'on-call-eu'],
  ['v1.2_beta', 'v1.2_beta'],
  ['مدير', ''],
  ['x'.repeat(80), 'x'.repeat(64)],
])('of the name “%s” the key is “%s”', (name, key) => expect(keyFor(name)).toBe(key));

test('permissions are separated by lines, blanks and commas, and are a set', () => {
  expect(permissionsOf(' logs.read, logs.tail\n\nlogs.read;jobs.run ')).toEqual([
    'logs.read',
    'logs.tail',
    'jobs.run',
  ]);
});

test('a role takes the place of the one with its key, or is last', () => {
  const set = setOf(role('admin', 'all'), role('reader', 'logs.read'));
  expect(withRole(set, input('admin', 'most'))).toEqual([
    input('admin', 'most'),
    input('reader', 'logs.read'),
  ]);
  expect(withRole(set, input('aa')).map(({ key }) => key)).toEqual(['admin', 'reader', 'aa']);
  expect(withoutRole(set, { id: 'role_admin' })).toEqual([input('reader', 'logs.read')]);
});

test('a role is touched by what happens to it, also when it is made anew, and not by what happens to others', () => {
  const before = setOf(role('admin'), role('reader', 'logs.read'));
  const other = setOf(role('admin', 'all'), role('reader', 'logs.read'), role('third'));
  expect(isTouched('reader', before, other)).toBe(false);
  expect(isTouched('admin', before, other)).toBe(true);
  expect(isTouched('third', before, other)).toBe(true);
  expect(isTouched('reader', before, setOf(role('admin')))).toBe(true);
  expect(isTouched('reader', before, setOf({ ...role('reader', 'logs.read'), id: 'role_2' }))).toBe(true);
});

test('what changes is gained or lost', () => {
  expect(permissionsChanged(['a', 'b'], ['b', 'c'])).toEqual({ gained: ['c'], lost: ['a'] });
});

test('what other roles allow is offered, the most common first', () => {
  const set = setOf(role('one', 'a', 'b'), role('two', 'b', 'c'), role('mine', 'z'));
  expect(permissionsOfOthers(set, 'mine')).toEqual(['b', 'a', 'c']);
});

test('a permission is added to what is typed, or taken out of it', () => {
  expect(toggledPermission(' a, b', 'c')).toBe('a\nb\nc');
  expect(toggledPermission(' a, b', 'a')).toBe('b');
});
