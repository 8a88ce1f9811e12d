import type { Membership, Role, ServiceGroupId, User, UserId } from '#libs/domain';
import { membershipOf, type MembershipItem } from '../state.js';

export interface MembershipView extends Membership {
  userId: UserId;
  userName: string;
  userEmail: string;
  userRole: Role;
  userStatus: User['status'];
}

export function membershipView(item: MembershipItem): MembershipView {
  const { userId, userName, userEmail, userRole, userStatus } = item;
  return { ...membershipOf(item), userId, userName, userEmail, userRole, userStatus };
}

export function viewOfMembership(user: User, serviceGroupId: ServiceGroupId): MembershipView {
  const membership = user.memberships[serviceGroupId] as Membership;
  const { userId, name: userName, email: userEmail, role: userRole, status: userStatus } = user;
  return { ...membership, userId, userName, userEmail, userRole, userStatus };
}
