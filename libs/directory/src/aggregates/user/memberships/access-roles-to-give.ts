import type { AccessRolesState, Giver, MembershipTerms, RoleContext, ServiceGroupState } from '#libs/domain';
import type { Directory } from '../../../core/directory.js';
import type { CommandContext } from '../../../core/execute.js';
import { loadAccessRoles } from '../../access-roles/access-roles.js';

/**
 * The account's access roles, if terms name one or leave it to service groups that have a default: one call more. Otherwise nothing is
 * read. They are not held: a role that is removed meanwhile gives nothing.
 */
export async function accessRolesToGive(
  directory: Directory,
  accountId: string,
  terms: readonly (MembershipTerms | undefined)[],
  groups: Iterable<ServiceGroupState>,
): Promise<AccessRolesState | undefined> {
  const isNamed = terms.some((each) => each?.accessRole !== undefined && each.accessRole !== null);
  const isDefault = terms.some((each) => each?.withDefaultRole && each.accessRole === undefined);
  if (!isNamed && !(isDefault && [...groups].some(hasDefaultRole))) return undefined;
  return loadAccessRoles(directory, accountId);
}

function hasDefaultRole(group: ServiceGroupState): boolean {
  return group.status === 'active' && group.membershipRules?.defaultAccessRole !== undefined;
}

/** What a command that gives access roles is decided by. */
export function roleContextOf(
  { actor, isByManager = false }: CommandContext,
  accessRoles: AccessRolesState | undefined,
): RoleContext & { giver: Giver } {
  return { accessRoles, giver: { actor, isAdmin: !isByManager } };
}
