import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  Matches,
  Min,
  ValidateNested,
  IsString,
  MaxLength,
  MinLength,
} from 'class-validator';
import { BULK_ACTIONS, type BulkAction, type TriedBulk } from '#libs/directory';
import {
  PRESENT_USER_STATUSES,
  ROLES,
  type PresentUserStatus,
  type Role,
  type ServiceGroupId,
  type TeamId,
  type UserId,
} from '#libs/domain';
import type { EventDto } from '../audit-log/audit-log.dto.js';
import { IfPresent } from '../http/input/if-present.js';
import { ChangeProblemDto, ChangeWarningDto } from '../memberships/matrix.dto.js';
import { SERVICE_GROUP_ID, TEAM_ID, USER_ID } from '../http/input/ids.js';
import { IfGiven, IsAccessRoleKey, IsMembershipReason } from '../http/input/settings.dto.js';
import { IsTime } from '../http/query/time.js';
import { MAX_CHARACTERS } from '../http/query/search.dto.js';
import { triedRows } from './tried-rows.js';

const MAX_NAMED = 10_000;
/** Each takes at most three of the 100 operations of a user's transaction. */
const MAX_GROUPS = 20;
/** Each takes at most six of them, and a check of the team. */
const MAX_TEAMS = 10;

export class BulkQueryDto {
  /** Only users with all these words, as in a list of users, but without typing errors. */
  @IfPresent()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_CHARACTERS)
  q?: string;

  /** Only users with this role. */
  @IfPresent()
  @IsIn(ROLES)
  role?: Role;

  /** Only users with this status. */
  @IfPresent()
  @IsIn(PRESENT_USER_STATUSES)
  status?: PresentUserStatus;

  /** Only members of this service group. */
  @IfPresent()
  @Matches(SERVICE_GROUP_ID)
  groupId?: ServiceGroupId;
}

/** The action and its users: either `userIds` or `query`. */
export class CreateBulkJobDto {
  @IsIn(BULK_ACTIONS)
  action!: BulkAction['action'];

  /** Up to 10,000 ids. */
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_NAMED)
  @Matches(USER_ID, { each: true })
  userIds?: UserId[];

  /** The version of each of `userIds`, in their order: users who have another version by then are refused. */
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(MAX_NAMED)
  @IsInt({ each: true })
  @Min(1, { each: true })
  ifVersions?: number[];

  /** All users found now, up to 100,000. Without a filter, everybody. */
  @IfPresent()
  @ValidateNested()
  @IsObject()
  @Type(() => BulkQueryDto)
  query?: BulkQueryDto;

  /** For `add_to_groups`, `remove_from_groups` and `change_access_role`, which leaves out who is no member. */
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_GROUPS)
  @Matches(SERVICE_GROUP_ID, { each: true })
  serviceGroupIds?: ServiceGroupId[];

  /** For `add_to_teams` and `remove_from_teams`, which leaves out who is not in them. */
  @IfPresent()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_TEAMS)
  @Matches(TEAM_ID, { each: true })
  teamIds?: TeamId[];

  /** For `add_to_groups` and `add_to_teams`: when the memberships end by themselves, ISO 8601 with a time zone. Null, or absent: they do not. */
  @IfGiven()
  @IsTime()
  expiresAt?: string | null;

  /** For `add_to_groups` and `add_to_teams`: why they are given. 1 to 500 characters. */
  @IfPresent()
  @IsMembershipReason()
  reason?: string;

  /** For `change_access_role`, which needs it, and `add_to_groups`: the key of an access role. Null: none. */
  @IfGiven()
  @IsAccessRoleKey()
  accessRole?: string | null;

  /** For `change_role`. Only an owner or an operator may create owners. */
  @IfPresent()
  @IsIn(ROLES)
  role?: Role;
}

/** The expected result for one user. */
export class BulkSampleDto {
  userId!: UserId;
  /** Null if there is no such user. */
  name!: string | null;
  /** `done`: it would change something. `unchanged`: there is nothing to change. `refused`: see `problem`. */
  outcome!: 'done' | 'unchanged' | 'refused';
  problem!: ChangeProblemDto | null;
}

/** The preview of a bulk job. Nothing was written. */
export class TriedBulkJobDto {
  /** Always true. */
  dryRun!: boolean;
  /** The number of selected users. */
  rows!: number;
  /** The number of users that were checked: the first 2,000. The counts refer to these. */
  tried!: number;
  done!: number;
  unchanged!: number;
  refused!: number;
  /** The first refused ones, then the first others: 20 in all. */
  samples!: BulkSampleDto[];
  warnings!: ChangeWarningDto[];
  /** The first 20 events that would be published. */
  events!: EventDto[];
}

export function toTriedDto({ rows, tried }: Pick<TriedBulk, 'rows' | 'tried'>): TriedBulkJobDto {
  return triedRows(rows, tried, ({ userId, name = null }) => ({ userId, name }));
}
