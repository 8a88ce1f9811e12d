import type { CreatedTeam } from '#libs/directory';
import { teamFields, type Team } from '#libs/domain';
import { answerDto, changeDto, creationDto } from '../http/input/resource-dto.js';
import { IsExternalIdFilter } from '../http/input/settings.dto.js';
import { AsOfListQueryDto } from '../http/query/as-of.dto.js';

export class CreateTeamDto extends creationDto(teamFields) {}
export class ChangeTeamDto extends changeDto(teamFields) {}
export class TeamDto extends answerDto(teamFields) {}

export class ApiKeyReferenceDto {
  id!: string;
  name!: string;
}

export class CreatedTeamDto extends TeamDto {
  /**
   * Only of the first team of an account: its API keys whose last reader of a feed or a snapshot does not know teams. From now on these readers
   * stop, and say why. Absent: there are none. At most 100.
   */
  notUnderstoodBy?: ApiKeyReferenceDto[];
}

export class TeamQueryDto extends AsOfListQueryDto {
  /** The team with this external id, if there is one. Cannot be combined with `asOf`. */
  @IsExternalIdFilter()
  externalId?: string;
}

export class TeamListDto {
  data!: TeamDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function toCreatedTeamDto({ notUnderstoodBy, ...team }: CreatedTeam): CreatedTeamDto {
  const keys = notUnderstoodBy?.map(({ apiKeyId: id, name }) => ({ id, name }));
  return { ...toTeamDto(team), ...(keys && { notUnderstoodBy: keys }) };
}

export function toTeamDto(team: Team): TeamDto {
  return TeamDto.of(team);
}
