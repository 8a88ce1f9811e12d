import { DomainError, type Role } from '#libs/domain';
import type { Manages } from '../table/items/jobs.js';

/**
 * For the roles that the user of a row has and is to have.
 * @throws DomainError `owner_needed`, `not_permitted`
 */
export function requireManageable(
  { mayManageOwners, mayManageAdmins = true }: Manages,
  ...roles: (Role | undefined)[]
): void {
  if (!mayManageOwners && roles.includes('owner'))
    throw new DomainError(
      'owner_needed',
      'Only an owner or an operator may create, change or remove an owner.',
    );
  if (!mayManageAdmins && roles.some((role) => role !== undefined && role !== 'member'))
    throw new DomainError('not_permitted', 'The API key needs the scope admins:write.');
}
