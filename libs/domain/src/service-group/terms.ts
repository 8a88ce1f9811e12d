import {
  existingAccessRole,
  initialAccessRoles,
  type AccessRoleReference,
  type AccessRolesState,
} from '../access-roles/access-roles.js';
import type { GivenFor } from '../values/ends.js';
import type { Giver } from './offered-roles.js';

/** For how long access is given, why, and with which access role. */
export interface MembershipTerms extends GivenFor {
  /** Stands in where the service group requires a reason and none is given: for those who have no way to give one. */
  reasonIfRequired?: string | undefined;
  /**
   * A key, or what it named when this was planned. Null: none. Absent: none when a membership is given, unless it gets the default of
   * the service group, and no change when it is changed.
   */
  accessRole?: string | AccessRoleReference | null | undefined;
  /** A new membership gets the default of the service group if none is named: from SCIM, imports and invitations. */
  withDefaultRole?: boolean | undefined;
}

/** What giving an access role takes. */
export interface RoleContext {
  /** Those of the account, among which the role must be. Absent: a reference is taken as it is, and a key names nothing. */
  accessRoles?: AccessRolesState | undefined;
  /** Absent: somebody who may give any. */
  giver?: Giver | undefined;
}

/** @throws DomainError `access_role_not_found` */
export function resolveRole(
  wanted: string | AccessRoleReference,
  accessRoles: AccessRolesState | undefined,
): AccessRoleReference {
  if (typeof wanted !== 'string' && !accessRoles) return wanted;
  return existingAccessRole(accessRoles ?? initialAccessRoles, wanted);
}

/** @param before undefined: none @throws DomainError `access_role_not_found` */
export function changedRole(
  before: AccessRoleReference | undefined,
  { accessRole: wanted, accessRoles }: MembershipTerms & RoleContext,
): AccessRoleReference | undefined {
  if (wanted === undefined) return before;
  return wanted === null ? undefined : resolveRole(wanted, accessRoles);
}
