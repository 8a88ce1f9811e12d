import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsObject, IsOptional, ValidateNested } from 'class-validator';
import type { LimitsUsage, AccountView, Facets } from '#libs/directory';
import { accountFields, limitFields, MAX_ACCESS_ROLES, sortsOf, type SortOf } from '#libs/domain';
import { AccessRoleInputDto } from '../access-roles/access-roles.dto.js';
import { IfPresent } from '../http/input/if-present.js';
import { answerDto, changeDto, creationDto } from '../http/input/resource-dto.js';
import { IsExternalIdFilter } from '../http/input/settings.dto.js';
import { FacetedListQueryDto, SearchedListDto } from '../http/query/search.dto.js';
import { SignInRuleDto } from './sign-in-rules.dto.js';

const LISTED_STATUSES = ['active', 'suspended'] as const;

export class LimitsDto extends creationDto(limitFields) {}
export class ChangedLimitsDto extends changeDto(limitFields) {}

export class CreateAccountDto extends creationDto(accountFields, { limits: LimitsDto }) {
  /** Its first access roles: at most 50, of 11,500 bytes as JSON. */
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(MAX_ACCESS_ROLES)
  @ValidateNested({ each: true })
  @IsObject({ each: true })
  @Type(() => AccessRoleInputDto)
  accessRoles?: AccessRoleInputDto[];
}

export class ChangeAccountDto extends changeDto(accountFields, {
  limits: ChangedLimitsDto,
  signInRules: SignInRuleDto,
}) {}

const SORTS = sortsOf(accountFields);

export class AccountListQueryDto extends FacetedListQueryDto {
  /** What the list is sorted by; with a minus, in reverse order. Names are compared without accents and letter case. */
  @IsOptional()
  @IsIn(SORTS)
  sort?: SortOf<typeof accountFields>;

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

export class AccountDto extends answerDto(accountFields, {
  limits: LimitsDto,
  signInRules: SignInRuleDto,
  counts: AccountCountsDto,
}) {}

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
  return AccountDto.of(account);
}
