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
import { foldUntil } from './resources-as-of.js';

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
