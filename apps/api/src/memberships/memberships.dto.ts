import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsOptional, Matches } from 'class-validator';
import {
  MAX_BATCH_ROWS,
  MAX_SERVICE_GROUPS,
  termsOf,
  type MembershipByPaths,
  type MembershipView,
  type NamedPath,
} from '#libs/directory';
import type {
  PresentUserStatus,
  Role,
  ServiceGroupId,
  SortOf,
  TeamId,
  userFields,
  UserId,
} from '#libs/domain';
import { IfPresent } from '../http/input/if-present.js';
import { IfGiven, IsAccessRoleKey, IsMembershipReason } from '../http/input/settings.dto.js';
import { AsOfListQueryDto } from '../http/query/as-of.dto.js';
import { PATHS, type Paths } from '../http/query/paths.js';
import { asBoolean, withNames } from '../http/query/search.dto.js';
import { IsTime } from '../http/query/time.js';
import { SERVICE_GROUP_ID, USER_ID } from '../http/input/ids.js';
import { presentStatus, USER_SORTS } from '../users/users.dto.js';
import type { FieldsOf } from '../http/query/fields.js';

export class MembershipListQueryDto extends AsOfListQueryDto {
  /**
   * `direct`: memberships of their own. `all`: also what users may enter by a team, each user and service group once, with each way in `via`;
   * every page but the last is full unless very much of it has just ended.
   */
  @IsOptional()
  @IsIn(PATHS)
  paths: Paths = 'direct';

  /** True: only memberships that end by themselves. A page may then be short, or empty, before the last one. */
  @IsOptional()
  @Transform(({ value }) => asBoolean(value))
  @IsBoolean()
  ending?: boolean;
}

export class MemberListQueryDto extends withNames(MembershipListQueryDto) {
  /**
   * What of the users the list is sorted by; with a minus, in reverse order. Names and emails are compared without accents and letter case.
   * Cannot be combined with `asOf`.
   */
  @IsOptional()
  @IsIn(USER_SORTS)
  sort?: SortOf<typeof userFields>;
}

export class MemberUserDto {
  id!: string;
  name!: string;
  email!: string;
  role!: Role;
  status!: PresentUserStatus;
}

/** For how long a membership is given, why, and with which access role. */
export class MembershipTermsDto {
  /** When it ends by itself: a time in the future, ISO 8601 with a time zone. Null, or absent: it does not. */
  @IfGiven()
  @IsTime()
  expiresAt?: string | null;

  /** Why it is given. 1 to 500 characters. */
  @IfPresent()
  @IsMembershipReason()
  reason?: string;

  /** The key of an access role of the account. Null, or absent: none. */
  @IfGiven()
  @IsAccessRoleKey()
  accessRole?: string | null;
}

/** What is absent does not change. */
export class MembershipChangeTermsDto {
  /** When it ends by itself: a time in the future, ISO 8601 with a time zone. Null: it does not. */
  @IfGiven()
  @IsTime()
  expiresAt?: string | null;

  /** Why it is given, from now on. 1 to 500 characters. */
  @IfPresent()
  @IsMembershipReason()
  reason?: string;

  /** The key of an access role of the account. Null: none. */
  @IfGiven()
  @IsAccessRoleKey()
  accessRole?: string | null;
}

export class MemberServiceGroupDto {
  id!: string;
  name!: string;
}

/** What its user may do in the service group besides entering it. */
export class AccessRoleReferenceDto {
  /** `role_` followed by a ULID. A role that is removed and created again has another one. */
  id!: string;
  key!: string;
}

/** A way by which a user still may enter a service group. */
export class RemainingPathDto {
  /** Absent: a membership of their own. */
  teamId?: TeamId;
  /** Absent: a membership of their own. */
  teamName?: string;
  /** When it ends by itself: by a team, with the user's place in it or with its access. Absent: it has no end. */
  expiresAt?: string;
  /** Absent: it allows only to enter. */
  accessRole?: AccessRoleReferenceDto;
}

/** A way by which a user may enter a service group. */
export class AccessPathDto extends RemainingPathDto {
  /** By a team: since both the user is in it and it has access. ISO 8601, UTC. */
  since!: string;
}

/** What remains after one way was taken away. */
export class RemainingPathsDto {
  /** Every way that holds now; none: it is closed. At most 40. */
  remaining!: RemainingPathDto[];
}

/** A membership of a user in a service group. Names and status are copies, up to date within moments. */
export class MembershipDto {
  /** The ids of the service group and the user, joined by a dot. */
  id!: string;
  userId!: UserId;
  serviceGroupId!: ServiceGroupId;
  user!: MemberUserDto;
  serviceGroup!: MemberServiceGroupDto;
  /** ISO 8601, UTC. */
  since!: string;
  /** Who added the member: `operator:…`, `user:…` or `system:…`. */
  addedBy!: string;
  /** When it ends by itself: from this instant on it is in no answer. Absent: it has no end. */
  expiresAt?: string;
  /** Why it was given. */
  reason?: string;
  /** Absent: its user may only enter. */
  accessRole?: AccessRoleReferenceDto;
  /**
   * Only with `paths=all`: every way, the own membership first. What else the row says is of that membership; without one it has neither
   * `reason` nor `accessRole`, and `since` and `addedBy` are of the first way. `expiresAt` is when the last of the ways ends.
   */
  via?: AccessPathDto[];
}

/** Up to 1,000 ids in all. `expiresAt`, `reason` and `accessRole` are of those who are added; who is a member already keeps their end. */
export class ChangeMembersDto extends MembershipTermsDto {
  /** Ids of users to add. */
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_BATCH_ROWS)
  @Matches(USER_ID, { each: true })
  add?: UserId[];

  /** Ids of users to remove. A user can be in only one of the two lists. */
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_BATCH_ROWS)
  @Matches(USER_ID, { each: true })
  remove?: UserId[];
}

/** For how long, and with which access role, what is added is given. What is a membership already stays as it is. */
export class ReplaceServiceGroupsDto extends MembershipTermsDto {
  /** Ids of all service groups the user should be in; an empty list removes them from all. */
  @IsArray()
  @ArrayMaxSize(MAX_SERVICE_GROUPS)
  @Matches(SERVICE_GROUP_ID, { each: true })
  serviceGroupIds!: ServiceGroupId[];
}

/** The changes that were needed. */
export class ReplacedServiceGroupsDto {
  userId!: UserId;
  /** The version of the user; also the ETag. */
  version!: number;
  /** Ids of service groups. */
  added!: string[];
  removed!: string[];
  unchanged!: string[];
}

export class MembershipListDto {
  data!: MembershipDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function toMembershipDto(membership: MembershipView | MembershipByPaths): MembershipDto {
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
    ...termsOf(membership),
    ...('via' in membership && { via: [...membership.via] }),
  };
}

export function toRemainingPathsDto(paths: readonly NamedPath[] = []): RemainingPathsDto {
  return { remaining: [...paths] };
}

export const MEMBERSHIP_FIELDS: FieldsOf<MembershipDto> = {
  id: true,
  userId: true,
  serviceGroupId: true,
  user: true,
  serviceGroup: true,
  since: true,
  addedBy: true,
  expiresAt: true,
  reason: true,
  accessRole: true,
  via: true,
};
