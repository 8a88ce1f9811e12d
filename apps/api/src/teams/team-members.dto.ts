import { Transform } from 'class-transformer';
import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { JoinedTeam, LeftTeam, OpenedGroup, TeamPlaceView } from '#libs/directory';
import type { ServiceGroupId, SortOf, TeamId, userFields, UserId } from '#libs/domain';
import { IfPresent } from '../http/input/if-present.js';
import { IfGiven, IsMembershipReason } from '../http/input/settings.dto.js';
import type { FieldsOf } from '../http/query/fields.js';
import { AsOfListQueryDto } from '../http/query/as-of.dto.js';
import { asBoolean, withNames } from '../http/query/search.dto.js';
import { IsTime } from '../http/query/time.js';
import {
  AccessRoleReferenceDto,
  MemberServiceGroupDto,
  MemberUserDto,
  RemainingPathDto,
} from '../memberships/memberships.dto.js';
import { presentStatus, USER_SORTS } from '../users/users.dto.js';

/** A page of what belongs to a team. */
export class TeamPageQueryDto extends AsOfListQueryDto {
  /** True: only what ends by itself. A page may then be short, or empty, before the last one. */
  @IsOptional()
  @Transform(({ value }) => asBoolean(value))
  @IsBoolean()
  ending?: boolean;
}

export class TeamMemberListQueryDto extends withNames(TeamPageQueryDto) {
  /**
   * What of the users the list is sorted by; with a minus, in reverse order. Names and emails are compared without accents and letter case.
   * Cannot be combined with `asOf`.
   */
  @IsOptional()
  @IsIn(USER_SORTS)
  sort?: SortOf<typeof userFields>;
}

/** For how long a user is in a team, and why. */
export class TeamMemberTermsDto {
  /** When it ends by itself: a time in the future, ISO 8601 with a time zone. Null, or absent: it does not. */
  @IfGiven()
  @IsTime()
  expiresAt?: string | null;

  /** Why they are in it. 1 to 500 characters. */
  @IfPresent()
  @IsMembershipReason()
  reason?: string;
}

/** What is absent does not change. */
export class TeamMemberChangeDto {
  /** When it ends by itself: a time in the future, ISO 8601 with a time zone. Null: it does not. */
  @IfGiven()
  @IsTime()
  expiresAt?: string | null;

  /** Why they are in it, from now on. 1 to 500 characters. */
  @IfPresent()
  @IsMembershipReason()
  reason?: string;
}

export class TeamReferenceDto {
  id!: TeamId;
  name!: string;
}

/** A user in a team. What is said of the user is a copy, up to date within moments. */
export class TeamMemberDto {
  /** The ids of the team and the user, joined by a dot. */
  id!: string;
  userId!: UserId;
  teamId!: TeamId;
  user!: MemberUserDto;
  team!: TeamReferenceDto;
  /** ISO 8601, UTC. */
  since!: string;
  /** Who added them: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
  addedBy!: string;
  /** When it ends by itself: from this instant on it is in no answer. Absent: it has no end. */
  expiresAt?: string;
  /** Why they are in it. */
  reason?: string;
}

/** A service group that a team opens to its users. */
export class OpenedServiceGroupDto {
  serviceGroupId!: ServiceGroupId;
  /** When the access of the team ends by itself. Absent: it has no end. */
  expiresAt?: string;
  /** Absent: its users may only enter. */
  accessRole?: AccessRoleReferenceDto;
}

export class AddedTeamMemberDto extends TeamMemberDto {
  /** What they may enter by it, by id: at most 500. */
  opens!: OpenedServiceGroupDto[];
}

/** A service group that the team opened to somebody, and nothing else does. */
export class ClosedServiceGroupDto {
  serviceGroup!: MemberServiceGroupDto;
}

/** A service group that the team opened to somebody, who still may enter it. */
export class StillOpenServiceGroupDto extends ClosedServiceGroupDto {
  /** Every way that remains, their own membership first. */
  via!: RemainingPathDto[];
}

/** What a team opened to somebody, once they have left it: at most 500 service groups in all, by id. */
export class LeftTeamDto {
  /** What they may no longer enter. */
  closes!: ClosedServiceGroupDto[];
  /** What they still may enter. */
  staysOpen!: StillOpenServiceGroupDto[];
}

export class TeamMemberListDto {
  data!: TeamMemberDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export class TeamsOfUserDto {
  /** In the order in which they joined them. */
  data!: TeamMemberDto[];
  /** Always null: a user is in at most 40. */
  nextCursor!: string | null;
}

export function toTeamMemberDto(place: TeamPlaceView): TeamMemberDto {
  const { userId, userName: name, userEmail: email, userRole: role, userStatus } = place;
  const { teamId, teamName, since, addedBy, expiresAt, reason } = place;
  return {
    id: `${teamId}.${userId}`,
    userId,
    teamId,
    user: { id: userId, name, email, role, status: presentStatus(userStatus) },
    team: { id: teamId, name: teamName },
    since,
    addedBy,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(reason !== undefined && { reason }),
  };
}

export function toAddedTeamMemberDto(joined: JoinedTeam): AddedTeamMemberDto {
  return { ...toTeamMemberDto(joined), opens: joined.opens.map(toOpenedServiceGroupDto) };
}

/** @param left undefined: nothing is known to have been open */
export function toLeftTeamDto({ closes = [], staysOpen = [] }: Partial<LeftTeam> = {}): LeftTeamDto {
  return {
    closes: closes.map((group) => ({ serviceGroup: referenceTo(group) })),
    staysOpen: staysOpen.map((group) => ({ serviceGroup: referenceTo(group), via: [...group.via] })),
  };
}

function referenceTo({ serviceGroupId: id, serviceGroupName: name }: LeftTeam['closes'][number]) {
  return { id, name };
}

function toOpenedServiceGroupDto(group: OpenedGroup): OpenedServiceGroupDto {
  const { serviceGroupId, expiresAt, accessRole } = group;
  return {
    serviceGroupId,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(accessRole && { accessRole }),
  };
}

export const TEAM_MEMBER_FIELDS: FieldsOf<TeamMemberDto> = {
  id: true,
  userId: true,
  teamId: true,
  user: true,
  team: true,
  since: true,
  addedBy: true,
  expiresAt: true,
  reason: true,
};
