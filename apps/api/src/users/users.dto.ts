import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { MAX_BATCH_ROWS, type Facets } from '#libs/directory';
import {
  EMAIL_MAX_BYTES,
  NAME_MAX_BYTES,
  parseEmail,
  parseName,
  ROLES,
  USER_STATUSES,
  userSettings,
  type PresentUserStatus,
  type Role,
  type ServiceGroupId,
  type User,
  type UserStatus,
} from '#libs/domain';
import { ParsedBy } from '../http/input/domain-value.js';
import {
  ChangedSettingsDto,
  GivenSettingsDto,
  IsExternalIdFilter,
  toSettingsDto,
} from '../http/input/settings.dto.js';
import { IfPresent } from '../http/input/if-present.js';
import { idsUpTo, SERVICE_GROUP_ID, USER_IDS } from '../http/input/ids.js';
import type { SeenUser } from './last-seen.js';
import { FacetedListQueryDto, SearchedListDto } from '../http/query/search.dto.js';
import { withAsOf } from '../http/query/as-of.dto.js';
import type { FieldsOf } from '../http/query/fields.js';

const FIRST_STATUSES = ['active', 'invited'] as const;

export class CreateUserDto extends GivenSettingsDto {
  /** 1 to 256 visible characters, of at most 800 bytes in UTF-8. */
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseName)
  name!: string;

  /** name@domain, of at most 254 bytes in UTF-8. Unique in the account, ignoring case. */
  @IsString()
  @MaxLength(EMAIL_MAX_BYTES)
  @ParsedBy(parseEmail)
  email!: string;

  /** Only an owner or an operator may create an owner. */
  @IfPresent()
  @IsIn(ROLES)
  role?: Role;

  /**
   * An invited user can be given service groups, but cannot sign in before they are activated. They get no mail: `POST
   * …/invitations` sends one.
   */
  @IfPresent()
  @IsIn(FIRST_STATUSES)
  status?: (typeof FIRST_STATUSES)[number];
}

export class CreateUsersDto {
  /** Each is created or refused on its own. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_BATCH_ROWS)
  @ValidateNested({ each: true })
  @IsObject({ each: true })
  @Type(() => CreateUserDto)
  users!: CreateUserDto[];
}

export class ChangeUserDto extends ChangedSettingsDto {
  /** 1 to 256 visible characters, of at most 800 bytes in UTF-8. */
  @IfPresent()
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseName)
  name?: string;

  /** name@domain, of at most 254 bytes in UTF-8. Unique in the account, ignoring case. */
  @IfPresent()
  @IsString()
  @MaxLength(EMAIL_MAX_BYTES)
  @ParsedBy(parseEmail)
  email?: string;

  /** Only an owner or an operator may grant or revoke the owner role. */
  @IfPresent()
  @IsIn(ROLES)
  role?: Role;
}

/** As many as a page of a list has. */
const MAX_LISTED_IDS = 100;

const USER_SORTS = ['name', '-name', 'email', '-email', 'createdAt', '-createdAt'] as const;

export class UserListQueryDto extends withAsOf(FacetedListQueryDto) {
  /** What the list is sorted by; with a minus, in reverse order. Names and emails are compared without accents and letter case. */
  @IsOptional()
  @IsIn(USER_SORTS)
  sort?: (typeof USER_SORTS)[number];

  /** Only members of this service group. */
  @IsOptional()
  @Matches(SERVICE_GROUP_ID)
  groupId?: ServiceGroupId;

  /** Only users who are not members of this service group. */
  @IsOptional()
  @Matches(SERVICE_GROUP_ID)
  notInGroupId?: ServiceGroupId;

  /**
   * Users whom the caller has just created, changed or removed, separated by commas: the search finds them as they are now. It
   * finds any other change within a second, as a rule.
   */
  @IsOptional()
  @Matches(USER_IDS, { message: 'changed must be at most 99 user ids, separated by commas' })
  changed?: string;

  /**
   * Only users whose email begins with this, ignoring case, in the order of their emails (`desc`: reversed). With
   * `status` or `role`, which are applied afterwards, a page may be shorter than `limit` even if it is not the last one.
   */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(EMAIL_MAX_BYTES)
  emailPrefix?: string;

  /** The user with this email, ignoring case, if there is one. Cannot be combined with other filters. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(EMAIL_MAX_BYTES)
  email?: string;

  /**
   * The users with these ids, as far as they exist: up to 100 ids separated by commas, all on one page, in this order. Use it to
   * find the names for `updatedBy`, `addedBy` and the like. Cannot be combined with other filters.
   */
  @IsOptional()
  @Matches(idsUpTo('user', MAX_LISTED_IDS), {
    message: `ids must be at most ${MAX_LISTED_IDS} user ids, separated by commas`,
  })
  ids?: string;

  /** The user with this external id, if there is one. Cannot be combined with other filters. */
  @IsExternalIdFilter()
  externalId?: string;

  /**
   * Only users with this status. `removed`: people who were removed in the last 90 days and are not erased; can be combined with
   * `q`, `role` and `ids` only.
   */
  @IsOptional()
  @IsIn(USER_STATUSES)
  status?: UserStatus;

  /** Only users with this role. */
  @IsOptional()
  @IsIn(ROLES)
  role?: Role;
}

export class UserDto {
  /** `user_` followed by a ULID. */
  id!: string;
  accountId!: string;
  name!: string;
  email!: string;
  role!: Role;
  /** `removed` only in lists of removed users. */
  status!: UserStatus;
  /** The id in another system. */
  externalId!: string | null;
  metadata!: Record<string, unknown>;
  /** The number of service groups the user may enter. */
  serviceGroupCount!: number;
  /** Incremented with each event; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
  /** Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
  updatedBy!: string | null;
  /**
   * When they last used Rollbook as themselves, with a session or a token of their own, accurate to about five minutes; null if they
   * have not in the last 400 days. Only if `fields` names it, and not with `asOf` or `status=removed`.
   */
  lastSeenAt?: string | null;
}

export class RoleFacetDto implements Record<Role, number> {
  owner!: number;
  admin!: number;
  member!: number;
}

class StatusFacetDto implements Record<PresentUserStatus, number> {
  active!: number;
  invited!: number;
  suspended!: number;
}

export class UserFacetsDto {
  /** How many there are of each role. */
  role!: RoleFacetDto;
  /** How many there are of each status. */
  status!: StatusFacetDto;
}

export class UserListDto extends SearchedListDto {
  data!: UserDto[];
  /** With `facets=true`. */
  facets?: UserFacetsDto;
}

export function toUserDto(user: SeenUser): UserDto {
  const {
    userId: id,
    accountId,
    name,
    email,
    role,
    membershipCount,
    version,
    createdAt,
    updatedAt,
    updatedBy = null,
    lastSeenAt,
  } = user;
  const counted = { serviceGroupCount: membershipCount };
  const head = { id, accountId, name, email, role, status: user.status };
  return {
    ...head,
    ...toSettingsDto(userSettings, user),
    ...counted,
    version,
    createdAt,
    updatedAt,
    updatedBy,
    ...(lastSeenAt !== undefined && { lastSeenAt }),
  };
}

/** The status of a user beside what they are in: removed users are in nothing. */
export function presentStatus(status: User['status']): Exclude<UserDto['status'], 'removed'> {
  return status === 'removed' ? 'active' : status;
}

export const USER_FIELDS: FieldsOf<UserDto> = {
  id: true,
  accountId: true,
  name: true,
  email: true,
  role: true,
  status: true,
  externalId: true,
  metadata: true,
  serviceGroupCount: true,
  version: true,
  createdAt: true,
  updatedAt: true,
  updatedBy: true,
  lastSeenAt: true,
};

/** What a search knows of a user, or what is read by itself: an answer with these fields only costs one small read. */
const FOUND_FIELDS: ReadonlySet<string> = new Set<keyof UserDto>([
  'id',
  'accountId',
  'name',
  'email',
  'role',
  'status',
  'externalId',
  'createdAt',
  'lastSeenAt',
]);

export function isFoundBySearch(fields: ReadonlySet<string> | undefined): boolean {
  return fields !== undefined && [...fields].every((field) => FOUND_FIELDS.has(field));
}

export function toRoleFacet(role: Facets['role']): RoleFacetDto {
  const none = Object.fromEntries(ROLES.map((each) => [each, 0])) as unknown as RoleFacetDto;
  return { ...none, ...role };
}

export function toUserFacets({ role, status }: Facets): UserFacetsDto {
  return {
    role: toRoleFacet(role),
    status: { active: 0, invited: 0, suspended: 0, ...status },
  };
}
