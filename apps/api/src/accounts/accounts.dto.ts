import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import type { AccountView } from '#libs/directory';
import { NAME_MAX_BYTES, PLAN_MAX_BYTES, parseName, parsePlan } from '#libs/domain';
import { ParsedBy } from '../requests/body/domain-value.js';
import {
  ChangedDetailsDto,
  GivenDetailsDto,
  IfGiven,
  IsExternalIdFilter,
  representDetails,
} from '../requests/body/metadata.dto.js';
import { IfPresent } from '../requests/body/if-present.js';
import { OrderedListQueryDto } from '../requests/query/list.dto.js';
import type { FieldsOf } from '../requests/query/fields.js';

/** Limits are counted in one item each, and this is more than anybody has. */
const LISTED_STATUSES = ['active', 'suspended'] as const;
const HIGHEST_LIMIT = 1_000_000_000;

export class LimitsDto {
  /** The most users, whatever their status. */
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(HIGHEST_LIMIT)
  users?: number;

  /** The most service groups. */
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(HIGHEST_LIMIT)
  serviceGroups?: number;

  /** The most memberships, of all service groups together. */
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(HIGHEST_LIMIT)
  members?: number;
}

export class ChangedLimitsDto {
  /** The most users, whatever their status. Null takes the limit away. */
  @IfGiven()
  @IsInt()
  @Min(0)
  @Max(HIGHEST_LIMIT)
  users?: number | null;

  /** The most service groups. Null takes the limit away. */
  @IfGiven()
  @IsInt()
  @Min(0)
  @Max(HIGHEST_LIMIT)
  serviceGroups?: number | null;

  /** The most memberships, of all service groups together. Null takes the limit away. */
  @IfGiven()
  @IsInt()
  @Min(0)
  @Max(HIGHEST_LIMIT)
  members?: number | null;
}

export class CreateAccountDto extends GivenDetailsDto {
  /** 1 to 100 characters that can be seen, of at most 800 bytes in UTF-8. */
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseName)
  name!: string;

  /** What the account has subscribed to: 1 to 50 characters that can be seen. */
  @IfPresent()
  @IsString()
  @MaxLength(PLAN_MAX_BYTES)
  @ParsedBy(parsePlan)
  plan?: string;

  /** The most the account may have of each. What is not named is not limited. */
  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => LimitsDto)
  limits?: LimitsDto;
}

export class ChangeAccountDto extends ChangedDetailsDto {
  /** 1 to 100 characters that can be seen, of at most 800 bytes in UTF-8. */
  @IfPresent()
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseName)
  name?: string;

  /** What the account has subscribed to. Null takes it away. For operators only, as the next. */
  @IfGiven()
  @IsString()
  @MaxLength(PLAN_MAX_BYTES)
  @ParsedBy(parsePlan)
  plan?: string | null;

  /** The most the account may have of each. Null takes all limits away. What exceeds a new limit stays. */
  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => ChangedLimitsDto)
  limits?: ChangedLimitsDto | null;
}

export class AccountListQueryDto extends OrderedListQueryDto {
  /** Only accounts with this status. */
  @IsOptional()
  @IsIn(LISTED_STATUSES)
  status?: (typeof LISTED_STATUSES)[number];

  /** The account with this external id, if there is one. Strongly consistent. Goes with no other filter. */
  @IsExternalIdFilter()
  externalId?: string;
}

/** How many there are, as of a moment ago, or of many, some minutes ago: the stream of changes keeps it. */
export class AccountCountsDto {
  users!: number;
  serviceGroups!: number;
  /** When they were counted. ISO 8601, UTC. */
  asOf!: string;
}

export class AccountDto {
  /** `acct_` and a ULID. */
  id!: string;
  name!: string;
  status!: 'active' | 'suspended';
  /** The id that another system knows it by. Unique among all accounts. */
  externalId!: string | null;
  metadata!: Record<string, unknown>;
  /** What the account has subscribed to. */
  plan!: string | null;
  /** The most the account may have of each. */
  limits!: LimitsDto;
  /** Null in an answer as of a time. */
  counts!: AccountCountsDto | null;
  /** Rises by one with each event; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
  /** Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
  updatedBy!: string | null;
}

export class AccountListDto {
  data!: AccountDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function representAccount(account: AccountView): AccountDto {
  const { accountId: id, name, status, version, createdAt, updatedAt, updatedBy = null } = account;
  const subscription = {
    plan: account.plan ?? null,
    limits: { ...account.limits },
    counts: account.counts ?? null,
  };
  return {
    id,
    name,
    status,
    ...representDetails(account),
    ...subscription,
    version,
    createdAt,
    updatedAt,
    updatedBy,
  };
}

export const ACCOUNT_FIELDS: FieldsOf<AccountDto> = {
  id: true,
  name: true,
  status: true,
  externalId: true,
  metadata: true,
  plan: true,
  limits: true,
  counts: true,
  version: true,
  createdAt: true,
  updatedAt: true,
  updatedBy: true,
};
