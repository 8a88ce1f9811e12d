import {
  allows,
  ENTER,
  isHeld,
  isKnownAction,
  permissionsOf,
  sharedTeams,
  type AccessPath,
  type AccessRolesState,
  type ServiceGroupId,
  type ServiceGroupState,
  type UserId,
  type UserState,
} from '#libs/domain';
import { namesOfTeams } from '../../aggregates/team/named-paths.js';
import { loadSides } from '../../aggregates/user/memberships/memberships.js';
import { cursorsBoundTo } from '../../core/bound-cursors.js';
import { externalIdHeldBy } from '../../core/claims.js';
import type { Directory } from '../../core/directory.js';
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

/** The paths by which a user may enter; none if they may not. */
export type Entrance = readonly AccessPath[];

/**
 * Access pattern 11: the account and the user are active, the service group exists, and a path has not ended whose access role
 * allows the action. Strongly consistent, in one call; to enter takes no access role, so that none is read. If no membership of their own
 * answers and the two have a team, one call more reads the heads of these teams: one that was removed gives nobody anything.
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
  const { entrance, roles } = await readEntrance(tenant, userId, serviceGroupId, named, action);
  return decisionOn(entrance, roles, action);
}

export function decisionOn(entrance: Entrance, roles: AccessRolesState, action: string): AccessDecision {
  return {
    decision: entrance.some(({ accessRole }) => allows(roles, accessRole, action)),
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
  const { entrance, roles } = await readEntrance(tenant, userId, serviceGroupId, named, undefined);
  const binding = `actions ${tenant.accountId} ${userId} ${serviceGroupId}`;
  return pageOfActions(tenant, binding, actionsOf(entrance, roles), request);
}

export function actionsOf(entrance: Entrance, roles: AccessRolesState): string[] {
  if (entrance.length === 0) return [];
  const permissions = entrance.flatMap(({ accessRole }) => permissionsOf(roles, accessRole));
  return [...new Set([ENTER, ...permissions])].sort();
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

/** @param action undefined: all that they may do */
async function readEntrance(
  { directory, accountId }: Tenant,
  userId: UserId,
  serviceGroupId: ServiceGroupId,
  named: ExternalIds,
  action: string | undefined,
): Promise<{ entrance: Entrance; roles: AccessRolesState }> {
  const sides = await loadSides(directory, accountId, serviceGroupId, userId, action !== ENTER);
  const { account, user, serviceGroup, roles } = sides;
  const nobody = { entrance: [], roles };
  const areActive = [account, user, serviceGroup].every(({ status }) => status === 'active');
  if (!areActive || user.status !== 'active' || serviceGroup.status !== 'active') return nobody;
  if (!isNamed(user, named.user) || !isNamed(serviceGroup, named.serviceGroup)) return nobody;
  const now = directory.steadyNow();
  const membership = user.memberships[serviceGroupId];
  const own = membership && isHeld(membership, now) ? [membership] : [];
  if (action !== undefined && decisionOn(own, roles, action).decision) return { entrance: own, roles };
  const byTeams = sharedTeams(user.teams, serviceGroup.teams, now);
  return { entrance: [...own, ...(await ofExistingTeams(directory, accountId, byTeams))], roles };
}

/** Without those by teams that were removed. Strongly consistent, in one call, or none if there are none. */
export async function ofExistingTeams<Path extends AccessPath>(
  directory: Pick<Directory, 'table'>,
  accountId: string,
  paths: readonly Path[],
): Promise<Path[]> {
  const teamIds = paths.flatMap(({ teamId = [] }) => teamId);
  const existing = await namesOfTeams(directory, accountId, teamIds);
  return paths.filter(({ teamId }) => teamId === undefined || existing.has(teamId));
}

function isNamed(state: UserState | ServiceGroupState, externalId: string | undefined): boolean {
  return externalId === undefined || externalIdHeldBy(state) === externalId;
}
