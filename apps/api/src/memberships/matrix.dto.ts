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
} from 'class-validator';
import { MATRIX_LIMITS, MAX_BATCH_ROWS, type Matrix } from '#libs/directory';
import type { EventDto } from '../audit-log/audit-log.dto.js';
import { IfPresent } from '../requests/body/if-present.js';
import { RowProblemDto } from '../requests/commands/batch.dto.js';
import { idsUpTo, SERVICE_GROUP_ID, USER_ID } from '../requests/query/ids.js';
import { OrderedListQueryDto } from '../requests/query/list.dto.js';
import { presentStatus } from '../users/users.dto.js';
import { MemberUserDto } from './memberships.dto.js';

const { users, serviceGroups } = MATRIX_LIMITS;

export class MatrixQueryDto extends OrderedListQueryDto {
  /** The columns: up to 50 ids of service groups, with commas between. */
  @Matches(idsUpTo('sgrp', serviceGroups), {
    message: `groupIds must be ids of service groups with commas between, ${serviceGroups} at most.`,
  })
  groupIds!: string;

  /** The rows: up to 50 ids of users, with commas between, all on one page, in this order. Everybody, page by page, without. */
  @IsOptional()
  @Matches(idsUpTo('user', users), {
    message: `userIds must be ids of users with commas between, ${users} at most.`,
  })
  userIds?: string;
}

export class MatrixGroupDto {
  id!: string;
  name!: string;
  /** Of a moment ago. */
  memberCount!: number;
}

export class MatrixUserDto extends MemberUserDto {
  /** For `ifVersion`. */
  version!: number;
}

export class MatrixCellDto {
  /** ISO 8601, UTC. */
  since!: string;
  /** Who gave it: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
  by!: string;
}

export class MatrixRowDto {
  user!: MatrixUserDto;

  /** By the id of the service group: those that the user may enter. */
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: { since: { type: 'string', format: 'date-time' }, by: { type: 'string' } },
      required: ['since', 'by'],
      additionalProperties: false,
    },
  })
  cells!: Record<string, MatrixCellDto>;
}

export class MatrixDto {
  /** The columns. Service groups that are not there are left out. */
  groups!: MatrixGroupDto[];
  /** Users who are not there are left out. */
  rows!: MatrixRowDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export class MembershipChangeDto {
  @Matches(USER_ID)
  userId!: string;

  @Matches(SERVICE_GROUP_ID)
  serviceGroupId!: string;

  @IsIn(['add', 'remove'])
  action!: 'add' | 'remove';

  /** Refuse the change when this is not the version of the user any more, changes of this request aside. */
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
  /** The same for every problem of this code. */
  title!: string;
}

/** What became of one change. */
export class ChangeResultDto {
  userId!: string;
  serviceGroupId!: string;
  action!: 'add' | 'remove';
  /** `done`: it changed something. `unchanged`: it was so already. `refused`: see `problem`. */
  outcome!: 'done' | 'unchanged' | 'refused';
  problem!: ChangeProblemDto | null;
  /** Of the user, afterwards. Null when the change was refused. */
  version!: number | null;
}

/** What somebody should know before they go on. */
export class ChangeWarningDto {
  /** `group_left_empty`: nobody would be left in it. `large_share`: more than a tenth of it would go. `own_access`: yours would. */
  code!: 'group_left_empty' | 'large_share' | 'own_access';
  /** One sentence. */
  detail!: string;
  /** Null where it is about no service group. */
  serviceGroupId!: string | null;
  /** How many memberships of the service group would end, or how many users are concerned. */
  removed!: number;
  /** Of the service group, as of a moment ago. */
  memberCount!: number | null;
}

/** Each change succeeds or fails alone; their results are in the order of the changes. */
export class ChangedMembershipsDto {
  done!: number;
  unchanged!: number;
  refused!: number;
  results!: ChangeResultDto[];
  /** Of a dry run. */
  warnings!: ChangeWarningDto[];
  /** True of a dry run: nothing was written. */
  dryRun?: boolean;
  /** Of a dry run: what would be published. */
  events?: EventDto[];
}

export function representMatrix({ groups, rows, cursor }: Matrix): MatrixDto {
  return {
    groups: groups.map(({ serviceGroupId: id, name, memberCount = 0 }) => ({ id, name, memberCount })),
    rows: rows.map(({ user: { userId: id, name, email, role, status, version }, cells }) => ({
      user: { id, name, email, role, status: presentStatus(status), version },
      cells: Object.fromEntries(
        Object.entries(cells).map(([groupId, { since, addedBy: by }]) => [groupId, { since, by }]),
      ),
    })),
    nextCursor: cursor ?? null,
  };
}
