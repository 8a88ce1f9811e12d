import type { Membership, Role, ServiceGroupId, User, UserId } from '#libs/domain';
import type { MembershipItem } from '../state.js';

export interface MembershipView extends Omit<Membership, 'serviceGroupVersion'> {
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
  };
}

export function viewOfMembership(user: User, serviceGroupId: ServiceGroupId): MembershipView {
  const { serviceGroupName, since, addedBy } = user.memberships[serviceGroupId] as Membership;
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
  };
}
