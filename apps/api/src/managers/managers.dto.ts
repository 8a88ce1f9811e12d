import { IsString, MaxLength, MinLength } from 'class-validator';
import type { Candidate, ManagedServiceGroup, ManagerView } from '#libs/directory';
import type { PresentUserStatus, ServiceGroupId, UserId } from '#libs/domain';
import { withAsOf } from '../http/query/as-of.dto.js';
import { ListQueryDto } from '../http/query/list.dto.js';
import { MAX_CHARACTERS } from '../http/query/search.dto.js';
import { MemberServiceGroupDto, MemberUserDto } from '../memberships/memberships.dto.js';
import { presentStatus } from '../users/users.dto.js';

/** A manager of a service group: they see its members and history, and add and remove members. */
export class ManagerDto {
  /** The ids of the service group and the user, joined by a dot. */
  id!: string;
  userId!: UserId;
  serviceGroupId!: ServiceGroupId;
  user!: MemberUserDto;
  serviceGroup!: MemberServiceGroupDto;
  /** ISO 8601, UTC. */
  since!: string;
  /** Who made them a manager: `operator:…`, `user:…` or `api-key:…`. */
  addedBy!: string;
}

export class ManagerListDto {
  data!: ManagerDto[];
  /** Always null: a service group has at most 20. */
  nextCursor!: string | null;
}

/** A service group that a user manages. */
export class ManagedServiceGroupDto {
  serviceGroupId!: ServiceGroupId;
  serviceGroup!: MemberServiceGroupDto;
  /** ISO 8601, UTC. */
  since!: string;
  /** Who made them a manager: `operator:…`, `user:…` or `api-key:…`. */
  addedBy!: string;
}

export class ManagedServiceGroupQueryDto extends withAsOf(ListQueryDto) {}

export class ManagedServiceGroupListDto {
  data!: ManagedServiceGroupDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export class CandidateQueryDto extends ListQueryDto {
  /**
   * Only people who have all these words, in any order: each is the beginning of a word of their name or email. Letter case and
   * accents do not count.
   */
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_CHARACTERS)
  q!: string;
}

/** Somebody who could be added to a service group. */
export class CandidateDto {
  id!: UserId;
  name!: string;
  email!: string;
  /** A suspended user cannot be added. */
  status!: PresentUserStatus;
  /** Whether they are in the service group already. */
  isMember!: boolean;
  /** When their membership ends by itself. Absent: it has no end, or they are no member. */
  expiresAt?: string;
}

export class CandidateListDto {
  data!: CandidateDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function toManagerDto(manager: ManagerView): ManagerDto {
  const { userId, userName, userEmail, userRole, userStatus } = manager;
  const { serviceGroupId, serviceGroupName, since, addedBy } = manager;
  const status = presentStatus(userStatus);
  return {
    id: `${serviceGroupId}.${userId}`,
    userId,
    serviceGroupId,
    user: { id: userId, name: userName, email: userEmail, role: userRole, status },
    serviceGroup: { id: serviceGroupId, name: serviceGroupName },
    since,
    addedBy,
  };
}

export function toManagedServiceGroupDto({
  serviceGroupId,
  serviceGroupName: name,
  since,
  addedBy,
}: ManagedServiceGroup): ManagedServiceGroupDto {
  return { serviceGroupId, serviceGroup: { id: serviceGroupId, name }, since, addedBy };
}

export function toCandidateDto(candidate: Candidate): CandidateDto {
  const { userId: id, name, email, status, isMember, endsAt: expiresAt } = candidate;
  return { id, name, email, status: presentStatus(status), isMember, ...(expiresAt && { expiresAt }) };
}
