import type { Membership, Role, ServiceGroupId, User, UserId } from '#libs/domain';
import { membershipOf, type MembershipItem } from '../state.js';

export interface MembershipView extends Omit<Membership, 'serviceGroupVersion' | 'noticeAt'> {
  userId: UserId;
  userName: string;
  userEmail: string;
  userRole: Role;
  userStatus: User['status'];
}

export function membershipView(item: MembershipItem): MembershipView {
  const { userId, userName, userEmail, userRole, userStatus } = item;
  const { serviceGroupId, serviceGroupName, since, addedBy } = item;
  return {
    userId,
    userName,
    userEmail,
    userRole,
    userStatus,
    serviceGroupId,
    serviceGroupName,
    since,
    addedBy,
    ...termsOf(membershipOf(item)),
  };
}

/** Only existing ones. */
export function termsOf({
  expiresAt,
  reason,
  accessRole,
}: Pick<Membership, 'expiresAt' | 'reason' | 'accessRole'>) {
  return {
    ...(expiresAt !== undefined && { expiresAt }),
    ...(reason !== undefined && { reason }),
    ...(accessRole && { accessRole }),
  };
}

/** The same of an item. */
export function termsIn({
  endsAt,
  reason,
  accessRole,
}: Partial<Pick<MembershipItem, 'endsAt' | 'reason' | 'accessRole'>>) {
  return termsOf({
    ...(endsAt !== undefined && { expiresAt: endsAt }),
    ...(reason !== undefined && { reason }),
    ...(accessRole && { accessRole }),
  });
}

export function viewOfMembership(user: User, serviceGroupId: ServiceGroupId): MembershipView {
  const membership = user.memberships[serviceGroupId] as Membership;
  const { serviceGroupName, since, addedBy } = membership;
  const { userId, name: userName, email: userEmail, role: userRole, status: userStatus } = user;
  return {
    userId,
    userName,
    userEmail,
    userRole,
    userStatus,
    serviceGroupId,
    serviceGroupName,
    since,
    addedBy,
    ...termsOf(membership),
  };
}
