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
  namesOf,
  ROLES,
  sortsOf,
  USER_STATUSES,
  userFields,
  type PresentUserStatus,
  type Role,
  type ServiceGroupId,
  type SortOf,
  type User,
  type UserStatus,
} from '#libs/domain';
import { answerDto, changeDto, creationDto } from '../http/input/resource-dto.js';
import { IsExternalIdFilter } from '../http/input/settings.dto.js';
import { idsUpTo, SERVICE_GROUP_ID, USER_IDS } from '../http/input/ids.js';
import type { SeenUser } from './last-seen.js';
import { PATHS, type Paths } from '../http/query/paths.js';
import { FacetedListQueryDto, SearchedListDto } from '../http/query/search.dto.js';
import { withAsOf } from '../http/query/as-of.dto.js';

export class CreateUserDto extends creationDto(userFields) {}

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

export class ChangeUserDto extends changeDto(userFields) {}

/** As many as a page of a list has. */
const MAX_LISTED_IDS = 100;

export const USER_SORTS = sortsOf(userFields);

export class UserListQueryDto extends withAsOf(FacetedListQueryDto) {
  /** What the list is sorted by; with a minus, in reverse order. Names and emails are compared without accents and letter case. */
  @IsOptional()
  @IsIn(USER_SORTS)
  sort?: SortOf<typeof userFields>;

  /** Only members of this service group; with `paths=all` also who may enter it by a team. */
  @IsOptional()
  @Matches(SERVICE_GROUP_ID)
  groupId?: ServiceGroupId;

  /** Only users who are not members of this service group; with `paths=all` only who may not enter it by a team either. */
  @IsOptional()
  @Matches(SERVICE_GROUP_ID)
  notInGroupId?: ServiceGroupId;

  /** Of `groupId` and `notInGroupId`: `direct`, the default, looks at memberships alone, `all` also at teams, up to 5 seconds behind. */
  @IsOptional()
  @IsIn(PATHS)
  paths?: Paths;

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

export class UserDto extends answerDto(userFields) {}

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
  return UserDto.of({ ...user, teamCount: user.teams?.length ?? 0 });
}

/** The status of a user beside what they are in: removed users are in nothing. */
export function presentStatus(status: User['status']): Exclude<UserDto['status'], 'removed'> {
  return status === 'removed' ? 'active' : status;
}

/** What a search knows of a user, or what is read by itself: an answer with these fields only costs one small read. */
const FOUND_FIELDS: ReadonlySet<string> = new Set(namesOf(userFields, 'found'));

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
