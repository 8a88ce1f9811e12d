import {
  accessRolesIdOf,
  decideAccessRoles,
  DomainError,
  type AccessRoleInput,
  type AccessRolesState,
  type AccountState,
  type NewAccessRolesEvent,
} from '#libs/domain';
import { changePlain, type Change, type Provenance } from '../../core/changes.js';
import type { Directory } from '../../core/directory.js';

/** Of one transaction of 100 items: the head and the receipt are the others. */
const MAX_CHANGED_AT_ONCE = 98;

/** @throws DomainError `invalid_access_role`, `access_roles_not_enabled`, `change_too_large` */
export function decideRoles(
  directory: Directory,
  before: AccessRolesState,
  accessRoles: readonly AccessRoleInput[],
  { account, isEnabled }: { account: AccountState; isEnabled: boolean },
): NewAccessRolesEvent[] {
  const newIds = accessRoles.map(() => directory.newId('access-role'));
  const newEvents = decideAccessRoles(
    before,
    { type: 'replace_access_roles', accessRoles, newIds },
    { account },
  );
  if (newEvents.length > 0 && !isEnabled)
    throw new DomainError(
      'access_roles_not_enabled',
      'The table has no access roles yet: an operator has to run `rollbook migrate --run` first.',
      'accessRoles',
    );
  if (newEvents.length > MAX_CHANGED_AT_ONCE)
    throw new DomainError(
      'change_too_large',
      `At most ${MAX_CHANGED_AT_ONCE} access roles can be created, changed and removed at once; these are ${newEvents.length}. Remove some first.`,
      'accessRoles',
    );
  return newEvents;
}

export function changeAccessRoles(
  accountId: string,
  before: AccessRolesState,
  newEvents: NewAccessRolesEvent[],
  provenance: Provenance,
): Change & { state: AccessRolesState } {
  return changePlain(['access-roles', accessRolesIdOf(accountId)], before, newEvents, provenance);
}
