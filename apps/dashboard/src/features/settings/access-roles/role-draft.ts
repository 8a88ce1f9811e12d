import type { AccessRole, AccessRoles } from '../../../api/resources/access-roles.js';

/** A role as a form has it. */
export interface RoleDraft {
  key: string;
  name: string;
  description: string;
  /** As typed: separated by lines, blanks or commas. */
  permissions: string;
}

export type RoleInput = Omit<AccessRole, 'id'>;

export const NEW_ROLE: RoleDraft = { key: '', name: '', description: '', permissions: '' };

export const draftOf = ({ key, name, description, permissions }: AccessRole): RoleDraft => ({
  ...{ key, name, description },
  permissions: permissions.join('\n'),
});

export const inputOf = ({ key, name, description, permissions }: RoleDraft): RoleInput => ({
  key: key.trim(),
  name: name.trim(),
  description: description.trim(),
  permissions: permissionsOf(permissions),
});

/** Each once, in the order in which they are typed. */
export const permissionsOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

const MAX_KEY_LENGTH = 64;

/** What a name suggests as a key: `Log reader` is `log-reader`. */
export function keyFor(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  const words = plain.replaceAll(/[^a-z0-9._]+/g, '-').slice(0, MAX_KEY_LENGTH);
  return words.replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
}

const asInput = ({ id: _, ...role }: AccessRole): RoleInput => role;

/** The whole set with this role, in the place of the one that has its key; last if there is none. */
export function withRole({ accessRoles }: Pick<AccessRoles, 'accessRoles'>, role: RoleInput): RoleInput[] {
  const place = accessRoles.findIndex(({ key }) => key === role.key);
  return place < 0 ? [...accessRoles.map(asInput), role] : accessRoles.map(asInput).with(place, role);
}

export const withoutRole = (
  { accessRoles }: Pick<AccessRoles, 'accessRoles'>,
  { id }: Pick<AccessRole, 'id'>,
): RoleInput[] => accessRoles.filter((role) => role.id !== id).map(asInput);

/** Whether others have changed, created or removed the role with this key. */
export function isTouched(key: string, before: AccessRoles, now: AccessRoles): boolean {
  const [one, other] = [before, now].map(({ accessRoles }) => accessRoles.find((role) => role.key === key));
  return JSON.stringify(one) !== JSON.stringify(other);
}

/** What everybody who has the role gains and loses. */
export function permissionsChanged(before: readonly string[], after: readonly string[]) {
  return {
    gained: after.filter((each) => !before.includes(each)),
    lost: before.filter((each) => !after.includes(each)),
  };
}

/** What other roles allow, the most common first: who types it again may misspell it. */
export function permissionsOfOthers(
  { accessRoles }: Pick<AccessRoles, 'accessRoles'>,
  own: string,
): string[] {
  const counts = new Map<string, number>();
  for (const { key, permissions } of accessRoles)
    if (key !== own) for (const each of permissions) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts]
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
    .map(([name]) => name);
}

/** What is typed, with or without this permission. */
export function toggledPermission(text: string, permission: string): string {
  const permissions = permissionsOf(text);
  const next = permissions.includes(permission)
    ? permissions.filter((each) => each !== permission)
    : [...permissions, permission];
  return next.join('\n');
}
