import { DomainError } from '../values/errors.js';
import type { Fields } from '../values/field-rule.js';

export const MAX_ACCESS_ROLES = 50;
/** Of one role. */
export const MAX_PERMISSIONS = 200;
/** Of all roles of an account, as JSON in UTF-8: with the rest of their item, at most 12 KB, which a check reads for 3 units. */
export const MAX_ACCESS_ROLES_BYTES = 11_500;

/** What every membership allows, with or without an access role. */
export const ENTER = 'enter';

export const ACCESS_ROLE_KEY_MAX_LENGTH = 64;
export const PERMISSION_MAX_LENGTH = 100;
export const ACCESS_ROLE_KEY_PATTERN = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/;
export const PERMISSION_PATTERN = /^[a-z0-9](?:[a-z0-9._:-]{0,98}[a-z0-9])?$/;

const KEY_RULE = '1 to 64 lower-case letters, digits, dots, hyphens and underscores';
const PERMISSION_RULE = '1 to 100 lower-case letters, digits, dots, colons, hyphens and underscores';

/** @throws DomainError `invalid_access_role` */
export function parseAccessRoleKey(key: string): string {
  if (ACCESS_ROLE_KEY_PATTERN.test(key)) return key;
  throw new DomainError('invalid_access_role', `key must be ${KEY_RULE}, such as log-reader.`, 'key');
}

/** In order, without duplicates: permissions are a set. @throws DomainError `invalid_access_role` */
export function parsePermissions(permissions: readonly string[]): string[] {
  const refuse = (why: string) => new DomainError('invalid_access_role', why, 'permissions');
  if (permissions.length > MAX_PERMISSIONS)
    throw refuse(
      `An access role has at most ${MAX_PERMISSIONS} permissions; this one has ${permissions.length}.`,
    );
  for (const permission of permissions) {
    if (!PERMISSION_PATTERN.test(permission))
      throw refuse(`A permission must be ${PERMISSION_RULE}, such as logs.read.`);
    if (permission === ENTER) throw refuse(`The permission "${ENTER}" is taken: every membership has it.`);
  }
  return [...new Set(permissions)].sort();
}

export const accessRolesFields = {
  accessRoles: { type: 'list', most: MAX_ACCESS_ROLES },
} as const satisfies Fields;
