import {
  allows,
  ENTER,
  isHeld,
  isKnownAction,
  permissionsOf,
  type AccessRoleReference,
  type AccessRolesState,
  type ServiceGroupId,
  type ServiceGroupState,
  type UserId,
  type UserState,
} from '#libs/domain';
import { loadSides } from '../../aggregates/user/memberships/memberships.js';
import { cursorsBoundTo } from '../../core/bound-cursors.js';
import { externalIdHeldBy } from '../../core/claims.js';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { accessRolesAt } from '../../table/items/access-roles.js';

/** By which the sides of a question were named. */
export interface ExternalIds {
  user?: string | undefined;
  serviceGroup?: string | undefined;
}

export interface AccessDecision {
  decision: boolean;
  /** False: no access role of the account allows the action. */
  isKnown: boolean;
}

/** A membership with which a user may enter; undefined if they may not. */
export type Entrance = { accessRole?: AccessRoleReference | undefined } | undefined;

/**
 * Access pattern 11: the account and the user are active, the service group exists, the membership has not ended, and its access role
 * allows the action. Strongly consistent, in one call; to enter takes no access role, so that none is read.
 * @param action `enter`, or a permission
 * @param named if a side has its external id no longer, nobody had it for a moment, and nobody may do anything
 */
export async function checkAccess(
  tenant: Tenant,
  userId: UserId,
  serviceGroupId: ServiceGroupId,
  action: string,
  named: ExternalIds = {},
): Promise<AccessDecision> {
  const { entrance, roles } = await readEntrance(tenant, userId, serviceGroupId, named, action !== ENTER);
  return decisionOn(entrance, roles, action);
}

export function decisionOn(entrance: Entrance, roles: AccessRolesState, action: string): AccessDecision {
  return {
    decision: entrance !== undefined && allows(roles, entrance.accessRole, action),
    isKnown: isKnownAction(roles, action),
  };
}

/** Everything that a user may do in a service group, `enter` included, in order: the same call as that of a check. */
export async function listActions(
  tenant: Tenant,
  userId: UserId,
  serviceGroupId: ServiceGroupId,
  request: PageRequest,
  named: ExternalIds = {},
): Promise<Page<string>> {
  const { entrance, roles } = await readEntrance(tenant, userId, serviceGroupId, named, true);
  const binding = `actions ${tenant.accountId} ${userId} ${serviceGroupId}`;
  return pageOfActions(tenant, binding, actionsOf(entrance, roles), request);
}

export function actionsOf(entrance: Entrance, roles: AccessRolesState): string[] {
  return entrance === undefined ? [] : [ENTER, ...permissionsOf(roles, entrance.accessRole)].sort();
}

/** What follows the last action of the page before, whatever has changed since. */
export function pageOfActions(
  { directory }: Tenant,
  binding: string,
  actions: readonly string[],
  { limit, cursor }: PageRequest,
): Page<string> {
  const positions = cursorsBoundTo(directory, binding);
  const last = positions.read(cursor);
  const rest = actions.filter((action) => last === undefined || action > last);
  const items = rest.slice(0, limit);
  return { items, cursor: positions.write(rest.length > limit ? items.at(-1) : undefined) };
}

/** To be read with the rest: none to enter. */
export function rolesToRead(accountId: string, action: string) {
  return action === ENTER ? [] : [accessRolesAt(accountId)];
}

async function readEntrance(
  { directory, accountId }: Tenant,
  userId: UserId,
  serviceGroupId: ServiceGroupId,
  named: ExternalIds,
  withRoles: boolean,
): Promise<{ entrance: Entrance; roles: AccessRolesState }> {
  const sides = await loadSides(directory, accountId, serviceGroupId, userId, withRoles);
  const { account, user, serviceGroup, roles } = sides;
  const nobody = { entrance: undefined, roles };
  const areActive = [account, user, serviceGroup].every(({ status }) => status === 'active');
  if (!areActive || user.status !== 'active') return nobody;
  if (!isNamed(user, named.user) || !isNamed(serviceGroup, named.serviceGroup)) return nobody;
  const membership = user.memberships[serviceGroupId];
  const isEntered = membership !== undefined && isHeld(membership, directory.steadyNow());
  return isEntered ? { entrance: membership, roles } : nobody;
}

function isNamed(state: UserState | ServiceGroupState, externalId: string | undefined): boolean {
  return externalId === undefined || externalIdHeldBy(state) === externalId;
}
