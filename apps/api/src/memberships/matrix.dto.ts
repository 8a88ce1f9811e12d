import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  Matches,
  Min,
  ValidateNested,
  IsString,
  MaxLength,
  MinLength,
} from 'class-validator';
import { MATRIX_LIMITS, MAX_BATCH_ROWS, type Matrix } from '#libs/directory';
import type { ServiceGroupId, TeamId, UserId } from '#libs/domain';
import type { EventDto } from '../audit-log/audit-log.dto.js';
import { IfPresent } from '../http/input/if-present.js';
import { RowProblemDto } from '../commands/batch.dto.js';
import { idsUpTo, SERVICE_GROUP_ID, USER_ID } from '../http/input/ids.js';
import { MAX_CHARACTERS } from '../http/query/search.dto.js';
import { IfGiven, IsAccessRoleKey, IsMembershipReason } from '../http/input/settings.dto.js';
import { IsTime } from '../http/query/time.js';
import { AsOfListQueryDto } from '../http/query/as-of.dto.js';
import { presentStatus } from '../users/users.dto.js';
import { MemberUserDto, type AccessRoleReferenceDto } from './memberships.dto.js';

const { users, serviceGroups } = MATRIX_LIMITS;

export class MatrixQueryDto extends AsOfListQueryDto {
  /** The columns: up to 50 service group ids, separated by commas. */
  @Matches(idsUpTo('sgrp', serviceGroups), {
    message: `groupIds must be at most ${serviceGroups} service group ids, separated by commas`,
  })
  groupIds!: string;

  /** The rows: up to 50 user ids, separated by commas, all on one page, in this order. Default: all users, page by page. */
  @IsOptional()
  @Matches(idsUpTo('user', users), {
    message: `userIds must be at most ${users} user ids, separated by commas`,
  })
  userIds?: string;

  /** The rows: users with all these words, as in a list of users, page by page. */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_CHARACTERS)
  q?: string;
}

export class MatrixGroupDto {
  id!: string;
  name!: string;
  /** With a short delay. Null in answers with `asOf`. */
  memberCount!: number | null;
}

export class MatrixUserDto extends MemberUserDto {
  /** For `ifVersion`. */
  version!: number;
}

export class MatrixCellDto {
  /** ISO 8601, UTC. */
  since!: string;
  /** Who added the member: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
  by!: string;
  /** When it ends by itself. Absent: it has no end. */
  expiresAt?: string;
  /** Why it was given. */
  reason?: string;
  /** Absent: its user may only enter. */
  accessRole?: AccessRoleReferenceDto;
}

/** A team by which a user may enter a service group. */
export class MatrixTeamDto {
  teamId!: TeamId;
  /** When this way ends: with the user's place in the team, or with its access. Absent: it has no end. */
  expiresAt?: string;
  /** Absent: it allows only to enter. */
  accessRole?: AccessRoleReferenceDto;
}

export class MatrixRowDto {
  user!: MatrixUserDto;

  /** By service group id: the service groups of which the user is a member. */
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {
        since: { type: 'string', format: 'date-time' },
        by: { type: 'string' },
        expiresAt: { type: 'string', format: 'date-time' },
        reason: { type: 'string' },
        accessRole: { $ref: '#/components/schemas/AccessRoleReferenceDto' },
      },
      required: ['since', 'by'],
      additionalProperties: false,
    },
  })
  cells!: Record<string, MatrixCellDto>;

  /** By service group id: the teams by which the user may enter it, whether or not they also are a member. Absent: no team opens any. */
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          teamId: { type: 'string' },
          expiresAt: { type: 'string', format: 'date-time' },
          accessRole: { $ref: '#/components/schemas/AccessRoleReferenceDto' },
        },
        required: ['teamId'],
        additionalProperties: false,
      },
    },
  })
  teamCells?: Record<string, MatrixTeamDto[]>;
}

export class MatrixDto {
  /** The columns. Service groups that do not exist are omitted. */
  groups!: MatrixGroupDto[];
  /** Users who do not exist are omitted. */
  rows!: MatrixRowDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export class MembershipChangeDto {
  @Matches(USER_ID)
  userId!: UserId;

  @Matches(SERVICE_GROUP_ID)
  serviceGroupId!: ServiceGroupId;

  /** `change`: the end, the reason or the access role of a membership. */
  @IsIn(['add', 'change', 'remove'])
  action!: 'add' | 'change' | 'remove';

  /** When it ends by itself: a time in the future, ISO 8601 with a time zone. Null: it does not. */
  @IfGiven()
  @IsTime()
  expiresAt?: string | null;

  /** Why it is given. 1 to 500 characters. */
  @IfPresent()
  @IsMembershipReason()
  reason?: string;

  /** The key of an access role of the account. Null: none; absent: none, or, for `change`, as it is. */
  @IfGiven()
  @IsAccessRoleKey()
  accessRole?: string | null;

  /** Refuses the change if the user has another version by now, not counting changes of this request. */
  @IfPresent()
  @IsInt()
  @Min(1)
  ifVersion?: number;
}

export class ChangeMembershipsDto {
  /** Each user and service group at most once. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_BATCH_ROWS)
  @ValidateNested({ each: true })
  @IsObject({ each: true })
  @Type(() => MembershipChangeDto)
  changes!: MembershipChangeDto[];
}

/** Why a change was refused. */
export class ChangeProblemDto extends RowProblemDto {
  /** The same for every problem with this code. */
  title!: string;
}

/** The result of one change. */
export class ChangeResultDto {
  userId!: UserId;
  serviceGroupId!: ServiceGroupId;
  action!: 'add' | 'change' | 'remove';
  /** `done`: it changed something. `unchanged`: there was nothing to change. `refused`: see `problem`. */
  outcome!: 'done' | 'unchanged' | 'refused';
  problem!: ChangeProblemDto | null;
  /** The user's version afterwards. Null if the change was refused. */
  version!: number | null;
}

/** A warning to show before going on. */
export class ChangeWarningDto {
  /**
   * `group_left_empty`: nobody would be left in the group. `large_share`: more than a tenth of its members would be removed.
   * `own_access`: you would lose access.
   */
  code!: 'group_left_empty' | 'large_share' | 'own_access';
  /** One sentence. */
  detail!: string;
  /** Null if it does not concern a service group. */
  serviceGroupId!: ServiceGroupId | null;
  /** How many memberships of the service group would end, or how many users are affected. */
  removed!: number;
  /** The members of the service group, with a short delay. */
  memberCount!: number | null;
}

/** Each change succeeds or fails on its own; the results are in the order of the changes. */
export class ChangedMembershipsDto {
  done!: number;
  unchanged!: number;
  refused!: number;
  results!: ChangeResultDto[];
  /** Only in a dry run. */
  warnings!: ChangeWarningDto[];
  /** True in a dry run: nothing was written. */
  dryRun?: boolean;
  /** In a dry run: the events that would be published. */
  events?: EventDto[];
}

/** @param isPast past members are not counted */
export function toMatrixDto({ groups, rows, cursor }: Matrix, isPast: boolean): MatrixDto {
  return {
    groups: groups.map(({ serviceGroupId: id, name, memberCount = 0 }) => ({
      id,
      name,
      memberCount: isPast ? null : memberCount,
    })),
    rows: rows.map(({ user: { userId: id, name, email, role, status, version }, cells, teamCells }) => ({
      user: { id, name, email, role, status: presentStatus(status), version },
      cells: Object.fromEntries(
        Object.entries(cells).map(([groupId, { addedBy: by, ...cell }]) => [groupId, { ...cell, by }]),
      ),
      ...(Object.keys(teamCells).length > 0 && {
        teamCells: Object.fromEntries(
          Object.entries(teamCells).map(([groupId, teams]) => [groupId, [...teams]]),
        ),
      }),
    })),
    nextCursor: cursor ?? null,
  };
}
