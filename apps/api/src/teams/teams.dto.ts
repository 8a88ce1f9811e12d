import { teamFields, type Team } from '#libs/domain';
import { answerDto, changeDto, creationDto } from '../http/input/resource-dto.js';
import { IsExternalIdFilter } from '../http/input/settings.dto.js';
import { AsOfListQueryDto } from '../http/query/as-of.dto.js';

export class CreateTeamDto extends creationDto(teamFields) {}
export class ChangeTeamDto extends changeDto(teamFields) {}
export class TeamDto extends answerDto(teamFields) {}

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

export function toTeamDto(team: Team): TeamDto {
  return TeamDto.of(team);
}
