import {
  allows,
  DomainError,
  ENTER,
  initialAccessRoles,
  type AccessRolesState,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import {
  actionsOf,
  decisionOn,
  pageOfActions,
  type AccessDecision,
  type Entrance,
} from '../memberships/check-access.js';
import type { MembershipByPaths } from '../memberships/all-paths/merged-paths.js';
import { listServiceGroupsByPathsAsOf } from './groups-by-paths-as-of.js';
import { listMembersByPathsAsOf } from './members-by-paths-as-of.js';
import { pathsAsOf } from './paths-as-of.js';
import { accessRolesAsOf, getAccountAsOf } from './resources-as-of.js';

/** What might be done at an instant (ISO 8601, UTC, milliseconds), by the access roles as they were then. */

/**
 * Whether a user might do something in a service group: the account and the user were active, the group existed, a path had begun
 * and not ended, and its access role allowed the action. Reads the events up to then of the three, of the teams that the user and the group had
 * both, and of the access roles if it is not `enter`.
 */
export async function checkAccessAsOf(
  tenant: Tenant,
  userId: UserId,
  serviceGroupId: ServiceGroupId,
  action: string,
  asOf: string,
): Promise<AccessDecision> {
  const [entrance, roles] = await Promise.all([
    entranceAsOf(tenant, userId, serviceGroupId, asOf),
    rolesFor(tenant, action, asOf),
  ]);
  return decisionOn(entrance, roles, action);
}

/** Everything that a user might do in a service group, in order. */
export async function listActionsAsOf(
  tenant: Tenant,
  userId: UserId,
  serviceGroupId: ServiceGroupId,
  asOf: string,
  request: PageRequest,
): Promise<Page<string>> {
  const [entrance, roles] = await Promise.all([
    entranceAsOf(tenant, userId, serviceGroupId, asOf),
    accessRolesAsOf(tenant, asOf),
  ]);
  const binding = `actions-as-of ${tenant.accountId} ${userId} ${serviceGroupId} ${asOf}`;
  return pageOfActions(tenant, binding, actionsOf(entrance, roles), request);
}

/** Whose paths to a service group allowed something; also those of suspended users. @throws as `listMembersByPathsAsOf` */
export function listAllowedMembersAsOf(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  action: string,
  asOf: string,
  page: PageRequest,
): Promise<Page<MembershipByPaths>> {
  return allowing(tenant, action, asOf, listMembersByPathsAsOf(tenant, serviceGroupId, asOf, page));
}

/** The service groups to which a path of a user allowed something. @throws as `listServiceGroupsByPathsAsOf` */
export function listAllowedServiceGroupsAsOf(
  tenant: Tenant,
  userId: UserId,
  action: string,
  asOf: string,
  page: PageRequest,
): Promise<Page<MembershipByPaths>> {
  return allowing(tenant, action, asOf, listServiceGroupsByPathsAsOf(tenant, userId, asOf, page));
}

async function allowing(
  tenant: Tenant,
  action: string,
  asOf: string,
  listed: Promise<Page<MembershipByPaths>>,
): Promise<Page<MembershipByPaths>> {
  const [{ items, cursor }, roles] = await Promise.all([listed, rolesFor(tenant, action, asOf)]);
  const isAllowed = ({ via }: MembershipByPaths) =>
    via.some(({ accessRole }) => allows(roles, accessRole, action));
  return { items: items.filter(isAllowed), cursor };
}

function rolesFor(tenant: Tenant, action: string, asOf: string): Promise<AccessRolesState> {
  return action === ENTER ? Promise.resolve(initialAccessRoles) : accessRolesAsOf(tenant, asOf);
}

async function entranceAsOf(
  tenant: Tenant,
  userId: UserId,
  serviceGroupId: ServiceGroupId,
  asOf: string,
): Promise<Entrance> {
  const [account, { paths, user }] = await Promise.all([
    orNone(getAccountAsOf(tenant, asOf)),
    pathsAsOf(tenant, serviceGroupId, userId, asOf),
  ]);
  return account?.status === 'active' && user?.status === 'active' ? paths : [];
}

async function orNone<State>(reading: Promise<State>): Promise<State | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DomainError && error.code.endsWith('_not_found')) return undefined;
    throw error;
  }
}
