import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import type { AccessRequestView } from '#libs/directory';
import {
  ACCESS_REQUEST_STATUSES,
  decisionNoteRule,
  MEMBERSHIP_MAX_SECONDS,
  MEMBERSHIP_MIN_SECONDS,
  type AccessRequestStatus,
  type ServiceGroup,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import { ParsedBy } from '../http/input/domain-value.js';
import { SERVICE_GROUP_ID, USER_ID } from '../http/input/ids.js';
import { IfPresent } from '../http/input/if-present.js';
import { IsAccessRoleKey, IsMembershipReason } from '../http/input/settings.dto.js';
import type { FieldsOf } from '../http/query/fields.js';
import { ListQueryDto } from '../http/query/list.dto.js';
import { IsTime } from '../http/query/time.js';
import { MemberServiceGroupDto, type AccessRoleReferenceDto } from '../memberships/memberships.dto.js';

export class RequestAccessDto {
  /** A service group whose rules say that members may ask. */
  @Matches(SERVICE_GROUP_ID)
  serviceGroupId!: ServiceGroupId;

  /**
   * The requested end: ISO 8601 with a time zone. An open request lapses then. Without this and `lengthSeconds`: the default of the service
   * group; both together are refused.
   */
  @IfPresent()
  @IsTime()
  expiresAt?: string;

  /** Or the requested length, in seconds from the approval. */
  @IfPresent()
  @IsInt()
  @Min(MEMBERSHIP_MIN_SECONDS)
  @Max(MEMBERSHIP_MAX_SECONDS)
  lengthSeconds?: number;

  /** The reason, 1 to 500 characters, which some service groups require. It becomes the reason of the membership. */
  @IfPresent()
  @IsMembershipReason()
  reason?: string;

  /** The key of an access role that the rules of the service group let members ask for. */
  @IfPresent()
  @IsAccessRoleKey()
  accessRole?: string;
}

const NOTE = { most: decisionNoteRule.most, parse: decisionNoteRule.parse };

export class ApproveAccessRequestDto {
  /** An earlier end than the requested one: ISO 8601 with a time zone. Not together with `lengthSeconds`. */
  @IfPresent()
  @IsTime()
  expiresAt?: string;

  /** Or for how many seconds from now. */
  @IfPresent()
  @IsInt()
  @Min(MEMBERSHIP_MIN_SECONDS)
  @Max(MEMBERSHIP_MAX_SECONDS)
  lengthSeconds?: number;

  /** A note to the requester. 1 to 500 characters. */
  @IfPresent()
  @IsString()
  @MaxLength(NOTE.most)
  @ParsedBy(NOTE.parse)
  note?: string;
}

export class RefuseAccessRequestDto {
  /** A note to the requester. 1 to 500 characters. */
  @IfPresent()
  @IsString()
  @MaxLength(NOTE.most)
  @ParsedBy(NOTE.parse)
  note?: string;
}

export class AccessRequestQueryDto extends ListQueryDto {
  /** Only those with this status. `requested`: those that are open, by service group. */
  @IsOptional()
  @IsIn(ACCESS_REQUEST_STATUSES)
  status?: AccessRequestStatus;
}

export class AccessRequestListQueryDto extends AccessRequestQueryDto {
  @IsOptional()
  @Matches(SERVICE_GROUP_ID)
  serviceGroupId?: ServiceGroupId;

  @IsOptional()
  @Matches(USER_ID)
  userId?: UserId;
}

export class RequestingUserDto {
  id!: string;
  name!: string;
  email!: string;
  /** Those of removed users are no longer open. */
  status!: 'active' | 'invited' | 'suspended' | 'removed';
}

/** The reason and the note are `[erased]` once the personal data of the user has been erased. */
export class AccessRequestDto {
  /** `areq_` followed by a ULID. */
  id!: string;
  accountId!: string;
  /** `lapsed`: nobody decided on it within 14 days, or before its requested end. */
  status!: AccessRequestStatus;
  userId!: UserId;
  user!: RequestingUserDto;
  serviceGroupId!: ServiceGroupId;
  serviceGroup!: MemberServiceGroupDto;
  /** The reason of the requester. Null if none was given. */
  reason!: string | null;
  /** The requested end of the access or, once approved, its actual end. Null if none was requested, or if it has no end. */
  expiresAt!: string | null;
  /** The requested length, in seconds from the approval. Null if none was requested. */
  lengthSeconds!: number | null;
  /** The requested access role. Null if none was requested. */
  accessRole!: AccessRoleReferenceDto | null;
  /** When it lapses, or would have lapsed. */
  lapsesAt!: string;
  /** When it was approved, refused or withdrawn, or lapsed. Null while it is open. */
  decidedAt!: string | null;
  /** Who decided: `user:…`, `api-key:…` or `operator:…`. Null while it is open, and if it lapsed. */
  decidedBy!: string | null;
  /** The note of the decider. Null if there is none. */
  note!: string | null;
  /** Incremented with each event; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
}

export class AccessRequestListDto {
  data!: AccessRequestDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export class OpenRequestCountDto {
  /** How many requests are open. */
  value!: number;
  /** False if there are more. */
  exact!: boolean;
}

export class RequestableAccessRoleDto {
  key!: string;
  /** The longest time for which it is given, in seconds. Null: as long as access is. */
  maxLengthSeconds!: number | null;
}

/** What a member needs to know to ask. */
export class RequestableServiceGroupDto {
  id!: string;
  name!: string;
  /** The longest time for which access is given, in seconds. Null: any, also without an end. */
  maxLengthSeconds!: number | null;
  /** The default length of access, in seconds. Null: as long as allowed. */
  defaultLengthSeconds!: number | null;
  reasonRequired!: boolean;
  /** The access roles that members may ask for. */
  accessRoles!: RequestableAccessRoleDto[];
}

export class RequestableServiceGroupListDto {
  data!: RequestableServiceGroupDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function toAccessRequestDto(request: AccessRequestView): AccessRequestDto {
  const { accessRequestId: id, accountId, status, userId, serviceGroupId, serviceGroupName } = request;
  const { lapsesAt, version, createdAt, updatedAt } = request;
  const { userName: name, userEmail: email, userStatus } = request;
  return {
    id,
    accountId,
    status,
    userId,
    user: { id: userId, name, email, status: userStatus },
    serviceGroupId,
    serviceGroup: { id: serviceGroupId, name: serviceGroupName },
    reason: request.reason ?? null,
    expiresAt: (status === 'approved' ? request.givenUntil : request.askedUntil) ?? null,
    lengthSeconds: request.lengthSeconds ?? null,
    accessRole: request.accessRole ?? null,
    lapsesAt,
    decidedAt: request.decidedAt ?? null,
    decidedBy: request.decidedBy ?? null,
    note: request.note ?? null,
    version,
    createdAt,
    updatedAt,
  };
}

export function toRequestableDto({
  serviceGroupId: id,
  name,
  membershipRules = {},
}: ServiceGroup): RequestableServiceGroupDto {
  const { maxLengthSeconds = null, defaultLengthSeconds = null, reasonRequired = false } = membershipRules;
  const accessRoles = (membershipRules.accessRoles ?? [])
    .filter(({ membersMayAsk }) => membersMayAsk)
    .map((role) => ({ key: role.key, maxLengthSeconds: role.maxLengthSeconds ?? null }));
  return { id, name, maxLengthSeconds, defaultLengthSeconds, reasonRequired, accessRoles };
}

export const ACCESS_REQUEST_FIELDS: FieldsOf<AccessRequestDto> = {
  id: true,
  accountId: true,
  status: true,
  userId: true,
  user: true,
  serviceGroupId: true,
  serviceGroup: true,
  reason: true,
  expiresAt: true,
  lengthSeconds: true,
  accessRole: true,
  lapsesAt: true,
  decidedAt: true,
  decidedBy: true,
  note: true,
  version: true,
  createdAt: true,
  updatedAt: true,
};

export const REQUESTABLE_FIELDS: FieldsOf<RequestableServiceGroupDto> = {
  id: true,
  name: true,
  maxLengthSeconds: true,
  defaultLengthSeconds: true,
  reasonRequired: true,
  accessRoles: true,
};
