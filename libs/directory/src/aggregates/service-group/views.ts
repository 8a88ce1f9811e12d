import {
  existingServiceGroup,
  type Role,
  type ServiceGroup,
  type ServiceGroupId,
  type User,
  type UserId,
} from '#libs/domain';
import { serviceGroupState, type ServiceGroupItem } from './state.js';

export interface MemberCount {
  members: number;
  asOf: string;
}

export type ServiceGroupView = ServiceGroup & { memberCount?: MemberCount };

export function serviceGroupView(item: ServiceGroupItem | undefined): ServiceGroupView {
  return withMemberCount(existingServiceGroup(serviceGroupState(item)), item);
}

export function withMemberCount(serviceGroup: ServiceGroup, item?: ServiceGroupItem): ServiceGroupView {
  const { memberCount: members = 0, countedAt } = item ?? {};
  return { ...serviceGroup, memberCount: { members, asOf: countedAt ?? serviceGroup.createdAt } };
}

/** With the user as they are now. */
export interface ManagerView {
  userId: UserId;
  userName: string;
  userEmail: string;
  userRole: Role;
  userStatus: User['status'];
  serviceGroupId: ServiceGroupId;
  serviceGroupName: string;
  since: string;
  addedBy: string;
}

export function viewOfManager(
  { userId, name, email, role, status }: Pick<User, 'userId' | 'name' | 'email' | 'role' | 'status'>,
  managed: Pick<ManagerView, 'serviceGroupId' | 'serviceGroupName' | 'since' | 'addedBy'>,
): ManagerView {
  return { userId, userName: name, userEmail: email, userRole: role, userStatus: status, ...managed };
}
