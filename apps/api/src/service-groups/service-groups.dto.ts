import { Type } from 'class-transformer';
import { IsIn, IsObject, IsOptional, IsString, MaxLength, MinLength, ValidateNested } from 'class-validator';
import { NAME_MAX_BYTES, parseGroupName, serviceGroupSettings } from '#libs/domain';
import { ParsedBy } from '../http/input/domain-value.js';
import type { ServiceGroupView } from '#libs/directory';
import { SearchListQueryDto, SearchedListDto } from '../http/query/search.dto.js';
import {
  ChangedSettingsDto,
  GivenSettingsDto,
  IfGiven,
  IsExternalIdFilter,
  toSettingsDto,
} from '../http/input/settings.dto.js';
import { IfPresent } from '../http/input/if-present.js';
import type { FieldsOf } from '../http/query/fields.js';
import { withAsOf } from '../http/query/as-of.dto.js';
import { ChangedMembershipRulesDto, MembershipRulesDto } from './membership-rules.dto.js';

export class CreateServiceGroupDto extends GivenSettingsDto {
  /** 1 to 256 visible characters, of at most 800 bytes in UTF-8. Unique in the account, ignoring case. No word mixes scripts. */
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseGroupName)
  name!: string;

  /** What the service group asks of its memberships. */
  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => MembershipRulesDto)
  membershipRules?: MembershipRulesDto;
}

export class ChangeServiceGroupDto extends ChangedSettingsDto {
  /** 1 to 256 visible characters, of at most 800 bytes in UTF-8. Unique in the account, ignoring case. No word mixes scripts. */
  @IfPresent()
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseGroupName)
  name?: string;

  /** What the service group asks of its memberships: a merge patch. Null removes all rules. Memberships that exist stay as they are. */
  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => ChangedMembershipRulesDto)
  membershipRules?: ChangedMembershipRulesDto | null;
}

const SORTS = ['name', '-name', 'createdAt', '-createdAt'] as const;

export class ServiceGroupListQueryDto extends withAsOf(SearchListQueryDto) {
  /** What the list is sorted by; with a minus, in reverse order. Names are compared without accents and letter case. */
  @IsOptional()
  @IsIn(SORTS)
  sort?: (typeof SORTS)[number];

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

export class ServiceGroupDto {
  /** `sgrp_` followed by a ULID. */
  id!: string;
  accountId!: string;
  name!: string;
  /** The id in another system. */
  externalId!: string | null;
  metadata!: Record<string, unknown>;
  /** What the service group asks of its memberships. */
  membershipRules!: MembershipRulesDto;
  /** Kept up to date from the stream of changes: seconds late, or minutes if there are many. Null in answers with `asOf`. */
  memberCount!: number | null;
  /** When they were counted. ISO 8601, UTC. */
  memberCountAsOf!: string | null;
  /** Incremented with each event; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
  /** Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
  updatedBy!: string | null;
}

export class ServiceGroupListDto extends SearchedListDto {
  data!: ServiceGroupDto[];
}

export function toServiceGroupDto(serviceGroup: ServiceGroupView): ServiceGroupDto {
  const {
    serviceGroupId: id,
    accountId,
    name,
    version,
    createdAt,
    updatedAt,
    updatedBy = null,
  } = serviceGroup;
  const { members = null, asOf = null } = serviceGroup.memberCount ?? {};
  const counted = { memberCount: members, memberCountAsOf: asOf };
  return {
    id,
    accountId,
    name,
    ...toSettingsDto(serviceGroupSettings, serviceGroup),
    ...counted,
    version,
    createdAt,
    updatedAt,
    updatedBy,
  };
}

export const SERVICE_GROUP_FIELDS: FieldsOf<ServiceGroupDto> = {
  id: true,
  accountId: true,
  name: true,
  externalId: true,
  metadata: true,
  membershipRules: true,
  memberCount: true,
  memberCountAsOf: true,
  version: true,
  createdAt: true,
  updatedAt: true,
  updatedBy: true,
};
