import { IsOptional, IsString, MaxLength, MinLength } from 'class-validator';
import { NAME_MAX_BYTES, parseName } from '#libs/domain';
import { ParsedBy } from '../requests/body/domain-value.js';
import type { ServiceGroupView } from '#libs/directory';
import { OrderedListQueryDto } from '../requests/query/list.dto.js';
import {
  ChangedDetailsDto,
  GivenDetailsDto,
  IsExternalIdFilter,
  representDetails,
} from '../requests/body/metadata.dto.js';
import { IfPresent } from '../requests/body/if-present.js';
import type { FieldsOf } from '../requests/query/fields.js';

export class CreateServiceGroupDto extends GivenDetailsDto {
  /** 1 to 100 characters that can be seen, of at most 800 bytes in UTF-8. Unique in the account, whatever the letter case. */
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseName)
  name!: string;
}

export class ChangeServiceGroupDto extends ChangedDetailsDto {
  /** 1 to 100 characters that can be seen, of at most 800 bytes in UTF-8. Unique in the account, whatever the letter case. */
  @IfPresent()
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseName)
  name?: string;
}

export class ServiceGroupListQueryDto extends OrderedListQueryDto {
  /** Only those whose name begins so, whatever the letter case, in the order of their names (`desc`: backwards). */
  @IsOptional()
  @IsString()
  @MinLength(1)
  @MaxLength(NAME_MAX_BYTES)
  namePrefix?: string;

  /** The service group with this external id, if there is one. Goes with no other filter. */
  @IsExternalIdFilter()
  externalId?: string;
}

export class ServiceGroupDto {
  /** `sgrp_` and a ULID. */
  id!: string;
  accountId!: string;
  name!: string;
  /** The id that another system knows it by. */
  externalId!: string | null;
  metadata!: Record<string, unknown>;
  /** As of a moment ago, or of many, some minutes ago: the stream of changes keeps it. Null in an answer as of a time. */
  memberCount!: number | null;
  /** When they were counted. ISO 8601, UTC. */
  memberCountAsOf!: string | null;
  /** Rises by one with each event; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
  /** Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
  updatedBy!: string | null;
}

export class ServiceGroupListDto {
  data!: ServiceGroupDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function representServiceGroup(serviceGroup: ServiceGroupView): ServiceGroupDto {
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
    ...representDetails(serviceGroup),
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
  memberCount: true,
  memberCountAsOf: true,
  version: true,
  createdAt: true,
  updatedAt: true,
  updatedBy: true,
};
