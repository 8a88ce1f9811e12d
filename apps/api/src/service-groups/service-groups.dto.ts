import { IsIn, IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import type { ServiceGroupView } from '#libs/directory';
import {
  membershipRuleFields,
  NAME_MAX_BYTES,
  offeredAccessRoleFields,
  serviceGroupFields,
  sortsOf,
  type SortOf,
} from '#libs/domain';
import { answerDto, changeDto, creationDto } from '../http/input/resource-dto.js';
import { IsExternalIdFilter } from '../http/input/settings.dto.js';
import { withAsOf } from '../http/query/as-of.dto.js';
import { SearchListQueryDto, SearchedListDto } from '../http/query/search.dto.js';

export class OfferedAccessRoleDto extends creationDto(offeredAccessRoleFields) {}
const OFFERED = { accessRoles: OfferedAccessRoleDto };
export class MembershipRulesDto extends creationDto(membershipRuleFields, OFFERED) {}
export class ChangedMembershipRulesDto extends changeDto(membershipRuleFields, OFFERED) {}

export class CreateServiceGroupDto extends creationDto(serviceGroupFields, {
  membershipRules: MembershipRulesDto,
}) {}

export class ChangeServiceGroupDto extends changeDto(serviceGroupFields, {
  membershipRules: ChangedMembershipRulesDto,
}) {}

export const SERVICE_GROUP_SORTS = sortsOf(serviceGroupFields);

export class ServiceGroupListQueryDto extends withAsOf(SearchListQueryDto) {
  /** What the list is sorted by; with a minus, in reverse order. Names are compared without accents and letter case. */
  @IsOptional()
  @IsIn(SERVICE_GROUP_SORTS)
  sort?: SortOf<typeof serviceGroupFields>;

  /** Only those whose name begins with this, ignoring case, in the order of their names (`desc`: reversed). */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(NAME_MAX_BYTES)
  namePrefix?: string;

  /** The service group with this external id, if there is one. Cannot be combined with other filters. */
  @IsExternalIdFilter()
  externalId?: string;
}

export class ServiceGroupDto extends answerDto(serviceGroupFields, { membershipRules: MembershipRulesDto }) {}

export class ServiceGroupListDto extends SearchedListDto {
  data!: ServiceGroupDto[];
}

export function toServiceGroupDto({ memberCount, ...serviceGroup }: ServiceGroupView): ServiceGroupDto {
  const counted = { memberCount: memberCount?.members, memberCountAsOf: memberCount?.asOf };
  const teamCount = serviceGroup.teams?.length ?? 0;
  return ServiceGroupDto.of({ ...serviceGroup, ...counted, teamCount });
}
