import type { MembershipView } from '#libs/directory';
import { presentStatus } from '../users/users.dto.js';

export class MemberUserDto {
  id!: string;
  name!: string;
  email!: string;
  role!: 'owner' | 'admin' | 'member';
  status!: 'active' | 'invited' | 'suspended';
}

export class MemberServiceGroupDto {
  id!: string;
  name!: string;
}

/** A user may enter a service group. Names and status are copies, up to date within moments of a change. */
export class MembershipDto {
  /** The ids of the service group and of the user, with a dot between. */
  id!: string;
  userId!: string;
  serviceGroupId!: string;
  user!: MemberUserDto;
  serviceGroup!: MemberServiceGroupDto;
  /** ISO 8601, UTC. */
  since!: string;
  /** Who gave it: `operator:…`, `user:…` or `system:…`. */
  addedBy!: string;
}

export class MembershipListDto {
  data!: MembershipDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function representMembership(membership: MembershipView): MembershipDto {
  const { userId, userName, userEmail, userRole, userStatus, serviceGroupId, serviceGroupName } = membership;
  return {
    id: `${serviceGroupId}.${userId}`,
    userId,
    serviceGroupId,
    user: {
      id: userId,
      name: userName,
      email: userEmail,
      role: userRole,
      status: presentStatus(userStatus),
    },
    serviceGroup: { id: serviceGroupId, name: serviceGroupName },
    since: membership.since,
    addedBy: membership.addedBy,
  };
}
