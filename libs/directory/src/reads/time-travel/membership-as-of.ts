import {
  DomainError,
  evolveServiceGroup,
  evolveUser,
  existingServiceGroup,
  existingUser,
  initialServiceGroup,
  initialUser,
  isHeld,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import { viewOfMembership, type MembershipView } from '../../aggregates/user/memberships/views.js';
import type { Tenant } from '../../core/tenant.js';
import { foldUntil, getAccountAsOf } from './resources-as-of.js';

/**
 * A membership at an instant (ISO 8601, UTC, milliseconds), with both sides as they were: the result of the events of the two up to then.
 * @throws DomainError `membership_not_found` and the like
 */
export async function getMembershipAsOf(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  asOf: string,
): Promise<MembershipView> {
  const [groupThen, userThen] = await Promise.all([
    // A group that was removed had no members from then on, though their memberships may have ended later.
    foldUntil(tenant, serviceGroupId, asOf, evolveServiceGroup, initialServiceGroup),
    foldUntil(tenant, userId, asOf, evolveUser, initialUser),
  ]);
  const [serviceGroup, user] = [existingServiceGroup(groupThen), existingUser(userThen)];
  const membership = user.memberships[serviceGroupId];
  // One that has ended by itself may have no event that says so yet.
  if (!membership || !isHeld(membership, Date.parse(asOf)))
    throw new DomainError('membership_not_found', 'The user was not a member of this service group.');
  return { ...viewOfMembership(user, serviceGroupId), serviceGroupName: serviceGroup.name };
}

/**
 * Whether a user might enter a service group at an instant (ISO 8601, UTC, milliseconds): the account and the user were active, the
 * group existed, and the membership had begun and not ended. Reads the events of the three up to then.
 */
export async function mightEnterAsOf(
  tenant: Tenant,
  userId: UserId,
  serviceGroupId: ServiceGroupId,
  asOf: string,
): Promise<boolean> {
  try {
    const [account, { userStatus }] = await Promise.all([
      getAccountAsOf(tenant, asOf),
      getMembershipAsOf(tenant, serviceGroupId, userId, asOf),
    ]);
    return account.status === 'active' && userStatus === 'active';
  } catch (error) {
    if (error instanceof DomainError && error.code.endsWith('_not_found')) return false;
    throw error;
  }
}
