import { DomainError, type ServiceGroupId, type UserId } from '#libs/domain';
import type { Tenant } from '../../core/tenant.js';
import { getAccountAsOf, getServiceGroupAsOf, getUserAsOf } from './resources-as-of.js';

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
    const [account, user] = await Promise.all([
      getAccountAsOf(tenant, asOf),
      getUserAsOf(tenant, userId, asOf),
      // A group that was removed had no members from then on, though their memberships may have ended later.
      getServiceGroupAsOf(tenant, serviceGroupId, asOf),
    ]);
    const membership = user.memberships[serviceGroupId];
    if (account.status !== 'active' || user.status !== 'active' || !membership) return false;
    // One that has ended by itself may have no event that says so yet.
    return membership.expiresAt === undefined || asOf < membership.expiresAt;
  } catch (error) {
    if (error instanceof DomainError && error.code.endsWith('_not_found')) return false;
    throw error;
  }
}
