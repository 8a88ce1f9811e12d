import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
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
import type { LimitsUsage, AccountView, Facets } from '#libs/directory';
import { accountSettings, NAME_MAX_BYTES, PLAN_MAX_BYTES, parseTitle, planRule } from '#libs/domain';
import { ParsedBy } from '../http/input/domain-value.js';
import {
  ChangedSettingsDto,
  GivenSettingsDto,
  IfGiven,
  IsExternalIdFilter,
  toSettingsDto,
} from '../http/input/settings.dto.js';
import { IfPresent } from '../http/input/if-present.js';
import { FacetedListQueryDto, SearchedListDto } from '../http/query/search.dto.js';
import { SignInRuleDto } from './sign-in-rules.dto.js';
import type { FieldsOf } from '../http/query/fields.js';

/** Each limit is counted in one item; nobody needs more than this. */
const LISTED_STATUSES = ['active', 'suspended'] as const;
const MAX_RULES = 5;
const HIGHEST_LIMIT = 1_000_000_000;

export class LimitsDto {
  /** The maximum number of users, whatever their status. */
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(HIGHEST_LIMIT)
  users?: number;

  /** The maximum number of service groups. */
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(HIGHEST_LIMIT)
  serviceGroups?: number;

  /** The maximum number of memberships in all service groups together. */
  @IfPresent()
  @IsInt()
  @Min(0)
  @Max(HIGHEST_LIMIT)
  members?: number;
}

export class ChangedLimitsDto {
  /** The maximum number of users, whatever their status. Null removes the limit. */
  @IfGiven()
  @IsInt()
  @Min(0)
  @Max(HIGHEST_LIMIT)
  users?: number | null;

  /** The maximum number of service groups. Null removes the limit. */
  @IfGiven()
  @IsInt()
  @Min(0)
  @Max(HIGHEST_LIMIT)
  serviceGroups?: number | null;

  /** The maximum number of memberships in all service groups together. Null removes the limit. */
  @IfGiven()
  @IsInt()
  @Min(0)
  @Max(HIGHEST_LIMIT)
  members?: number | null;
}

export class CreateAccountDto extends GivenSettingsDto {
  /** 1 to 100 visible characters, of at most 800 bytes in UTF-8. */
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseTitle)
  name!: string;

  /** The name of the account's plan: 1 to 50 visible characters. A configured plan also sets its limits, unless others are given. */
  @IfPresent()
  @IsString()
  @MaxLength(PLAN_MAX_BYTES)
  @ParsedBy(planRule.parse)
  plan?: string;

  /** Limits of the account. Anything not named is unlimited. */
  @IfPresent()
  @IsObject()
  @ValidateNested()
  @Type(() => LimitsDto)
  limits?: LimitsDto;
}

export class ChangeAccountDto extends ChangedSettingsDto {
  /** 1 to 100 visible characters, of at most 800 bytes in UTF-8. */
  @IfPresent()
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseTitle)
  name?: string;

  /**
   * The name of the account's plan. A configured plan also replaces the limits with its own, unless others are given. Null removes
   * the plan, and leaves the limits. Operators only.
   */
  @IfGiven()
  @IsString()
  @MaxLength(PLAN_MAX_BYTES)
  @ParsedBy(planRule.parse)
  plan?: string | null;

  /** Limits of the account. Null removes all limits. Whatever exceeds a new limit stays. Operators only. */
  @IfGiven()
  @IsObject()
  @ValidateNested()
  @Type(() => ChangedLimitsDto)
  limits?: ChangedLimitsDto | null;

  /**
   * Which identity providers say who the users of the account are. Replaces all rules; null removes them. Operators only, who
   * have made sure that a domain is the account's.
   */
  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_RULES)
  @ValidateNested({ each: true })
  @IsObject({ each: true })
  @Type(() => SignInRuleDto)
  signInRules?: SignInRuleDto[] | null;
}

const SORTS = ['name', '-name', 'createdAt', '-createdAt'] as const;

export class AccountListQueryDto extends FacetedListQueryDto {
  /** What the list is sorted by; with a minus, in reverse order. Names are compared without accents and letter case. */
  @IsOptional()
  @IsIn(SORTS)
  sort?: (typeof SORTS)[number];

  /** Only accounts with this status. */
  @IsOptional()
  @IsIn(LISTED_STATUSES)
  status?: (typeof LISTED_STATUSES)[number];

  /** The account with this external id, if there is one. Strongly consistent. Cannot be combined with other filters. */
  @IsExternalIdFilter()
  externalId?: string;
}

/** Kept up to date from the stream of changes: seconds late, or minutes if there are many. */
export class AccountCountsDto {
  users!: number;
  serviceGroups!: number;
  /** When they were counted. ISO 8601, UTC. */
  asOf!: string;
}

export class AccountDto {
  /** `acct_` followed by a ULID. */
  id!: string;
  name!: string;
  status!: 'active' | 'suspended';
  /** The id in another system. Unique among all accounts. */
  externalId!: string | null;
  metadata!: Record<string, unknown>;
  /** The name of the account's plan. It may be one that is no longer configured: the limits that were copied from it stay. */
  plan!: string | null;
  /** Limits of the account. */
  limits!: LimitsDto;
  /** Which identity providers say who the users of the account are. */
  signInRules!: SignInRuleDto[];
  /** Null in answers with `asOf`. */
  counts!: AccountCountsDto | null;
  /** Incremented with each event; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
  /** Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
  updatedBy!: string | null;
}

class AccountStatusFacetDto {
  active!: number;
  suspended!: number;
}

export class AccountFacetsDto {
  /** How many there are of each status. */
  status!: AccountStatusFacetDto;
}

export class AccountListDto extends SearchedListDto {
  data!: AccountDto[];
  /** With `facets=true`. */
  facets?: AccountFacetsDto;
}

export function toAccountFacets({ status }: Facets): AccountFacetsDto {
  return { status: { active: 0, suspended: 0, ...status } };
}

export class LimitUsageDto {
  /** Null for members while they are not limited, or until they have been counted for a new limit. */
  count!: number | null;
  /** Null: unlimited. */
  limit!: number | null;
}

export class UsageDto {
  users!: LimitUsageDto;
  serviceGroups!: LimitUsageDto;
  /** Memberships in all service groups together. */
  members!: LimitUsageDto;
  /** When those without a limit were counted. What is limited is counted in the transactions that change it. ISO 8601, UTC. */
  asOf!: string;
}

export function toUsageDto({ users, serviceGroups, members, asOf }: LimitsUsage): UsageDto {
  const shown = ({ count = null, limit = null }: Partial<LimitUsageDto>) => ({ count, limit });
  return { users: shown(users), serviceGroups: shown(serviceGroups), members: shown(members), asOf };
}

export function toAccountDto(account: AccountView): AccountDto {
  const { accountId: id, name, status, version, createdAt, updatedAt, updatedBy = null } = account;
  const subscription = {
    signInRules: (account.signInRules ?? []).map((rule) => ({ ...rule, domains: [...rule.domains] })),
    counts: account.counts ?? null,
  };
  return {
    id,
    name,
    status,
    ...toSettingsDto(accountSettings, account),
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
  signInRules: true,
  counts: true,
  version: true,
  createdAt: true,
  updatedAt: true,
  updatedBy: true,
};
