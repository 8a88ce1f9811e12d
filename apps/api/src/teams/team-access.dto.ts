import { IsIn, IsOptional } from 'class-validator';
import type { TeamAccessView } from '#libs/directory';
import type { serviceGroupFields, ServiceGroupId, SortOf, TeamId } from '#libs/domain';
import type { FieldsOf } from '../http/query/fields.js';
import { withNames } from '../http/query/search.dto.js';
import { AccessRoleReferenceDto, MemberServiceGroupDto } from '../memberships/memberships.dto.js';
import { SERVICE_GROUP_SORTS } from '../service-groups/service-groups.dto.js';
import { TeamPageQueryDto, TeamReferenceDto } from './team-members.dto.js';

export class GroupsOfTeamQueryDto extends withNames(TeamPageQueryDto) {
  /** What of the service groups the list is sorted by; with a minus, in reverse order. Cannot be combined with `asOf`. */
  @IsOptional()
  @IsIn(SERVICE_GROUP_SORTS)
  sort?: SortOf<typeof serviceGroupFields>;
}

/** The access of a team to a service group: while it has it, its users may enter. */
export class TeamAccessDto {
  /** The ids of the service group and the team, joined by a dot. */
  id!: string;
  teamId!: TeamId;
  serviceGroupId!: ServiceGroupId;
  team!: TeamReferenceDto;
  serviceGroup!: MemberServiceGroupDto;
  /** ISO 8601, UTC. */
  since!: string;
  /** Who gave it: `operator:…`, `user:…` or `api-key:…`. */
  addedBy!: string;
  /** When it ends by itself: from this instant on it is in no answer. Absent: it has no end. */
  expiresAt?: string;
  /** Why it was given. */
  reason?: string;
  /** Absent: its users may only enter. */
  accessRole?: AccessRoleReferenceDto;
}

export class TeamAccessListDto {
  data!: TeamAccessDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export class TeamsOfServiceGroupDto {
  /** In the order in which they were added. */
  data!: TeamAccessDto[];
  /** Always null: a service group has at most 40. */
  nextCursor!: string | null;
}

export function toTeamAccessDto(access: TeamAccessView): TeamAccessDto {
  const { teamId, teamName, serviceGroupId, serviceGroupName } = access;
  const { since, addedBy, expiresAt, reason, accessRole } = access;
  return {
    id: `${serviceGroupId}.${teamId}`,
    teamId,
    serviceGroupId,
    team: { id: teamId, name: teamName },
    serviceGroup: { id: serviceGroupId, name: serviceGroupName },
    since,
    addedBy,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(reason !== undefined && { reason }),
    ...(accessRole && { accessRole }),
  };
}

export const TEAM_ACCESS_FIELDS: FieldsOf<TeamAccessDto> = {
  id: true,
  teamId: true,
  serviceGroupId: true,
  team: true,
  serviceGroup: true,
  since: true,
  addedBy: true,
  expiresAt: true,
  reason: true,
  accessRole: true,
};
