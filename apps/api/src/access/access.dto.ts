import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { IfPresent } from '../requests/body/if-present.js';
import { ACCOUNT_ID, SERVICE_GROUP_ID, USER_ID } from '../requests/query/ids.js';

// The shapes of the OpenID AuthZEN Authorization API 1.0: snake_case, and open `properties`.
// https://openid.net/specs/authorization-api-1_0.html

export const MAX_EVALUATIONS = 50;

const SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;

export class SubjectDto {
  @IsIn(['user'])
  type!: 'user';

  /** `user_` followed by a ULID. */
  @Matches(USER_ID)
  id!: string;

  @IfPresent()
  @IsObject()
  properties?: Record<string, unknown>;
}

export class ResourceDto {
  @IsIn(['service_group'])
  type!: 'service_group';

  /** `sgrp_` followed by a ULID. */
  @Matches(SERVICE_GROUP_ID)
  id!: string;

  @IfPresent()
  @IsObject()
  properties?: Record<string, unknown>;
}

export class ActionDto {
  /** The only action is `enter`; any other is denied. */
  @IsString()
  @MaxLength(100)
  name!: string;

  @IfPresent()
  @IsObject()
  properties?: Record<string, unknown>;
}

export class AccessContextDto {
  /** The account, for operators. A user's token already names it. */
  @IfPresent()
  @Matches(ACCOUNT_ID)
  account_id?: string;
}

export class EvaluationRequestDto {
  @ValidateNested()
  @IsObject()
  @Type(() => SubjectDto)
  subject!: SubjectDto;

  @ValidateNested()
  @IsObject()
  @Type(() => ActionDto)
  action!: ActionDto;

  @ValidateNested()
  @IsObject()
  @Type(() => ResourceDto)
  resource!: ResourceDto;

  @IfPresent()
  @ValidateNested()
  @IsObject()
  @Type(() => AccessContextDto)
  context?: AccessContextDto;
}

/** Values that an evaluation omits are taken from the enclosing request. */
export class PartialEvaluationDto {
  @IfPresent()
  @ValidateNested()
  @IsObject()
  @Type(() => SubjectDto)
  subject?: SubjectDto;

  @IfPresent()
  @ValidateNested()
  @IsObject()
  @Type(() => ActionDto)
  action?: ActionDto;

  @IfPresent()
  @ValidateNested()
  @IsObject()
  @Type(() => ResourceDto)
  resource?: ResourceDto;
}

export class EvaluationOptionsDto {
  /** Whether to stop at the first denial, the first permission, or not at all. */
  @IfPresent()
  @IsIn(SEMANTICS)
  evaluations_semantic?: (typeof SEMANTICS)[number];
}

export class EvaluationsRequestDto extends PartialEvaluationDto {
  @IfPresent()
  @ValidateNested()
  @IsObject()
  @Type(() => AccessContextDto)
  context?: AccessContextDto;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_EVALUATIONS)
  @ValidateNested({ each: true })
  @IsObject({ each: true })
  @Type(() => PartialEvaluationDto)
  evaluations!: PartialEvaluationDto[];

  @IfPresent()
  @ValidateNested()
  @IsObject()
  @Type(() => EvaluationOptionsDto)
  options?: EvaluationOptionsDto;
}

export class SearchPageDto {
  /** `next_token` of the previous page. */
  @IfPresent()
  @IsString()
  @MaxLength(2048)
  token?: string;

  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(100)
  limit?: number;
}

export class KindOfSubjectDto {
  @IsIn(['user'])
  type!: 'user';
}

export class KindOfResourceDto {
  @IsIn(['service_group'])
  type!: 'service_group';
}

export class SubjectSearchDto {
  @ValidateNested()
  @IsObject()
  @Type(() => KindOfSubjectDto)
  subject!: KindOfSubjectDto;

  @ValidateNested()
  @IsObject()
  @Type(() => ActionDto)
  action!: ActionDto;

  @ValidateNested()
  @IsObject()
  @Type(() => ResourceDto)
  resource!: ResourceDto;

  @IfPresent()
  @ValidateNested()
  @IsObject()
  @Type(() => AccessContextDto)
  context?: AccessContextDto;

  @IfPresent()
  @ValidateNested()
  @IsObject()
  @Type(() => SearchPageDto)
  page?: SearchPageDto;
}

export class ResourceSearchDto {
  @ValidateNested()
  @IsObject()
  @Type(() => SubjectDto)
  subject!: SubjectDto;

  @ValidateNested()
  @IsObject()
  @Type(() => ActionDto)
  action!: ActionDto;

  @ValidateNested()
  @IsObject()
  @Type(() => KindOfResourceDto)
  resource!: KindOfResourceDto;

  @IfPresent()
  @ValidateNested()
  @IsObject()
  @Type(() => AccessContextDto)
  context?: AccessContextDto;

  @IfPresent()
  @ValidateNested()
  @IsObject()
  @Type(() => SearchPageDto)
  page?: SearchPageDto;
}

export class DecisionDto {
  decision!: boolean;
}

export class DecisionsDto {
  evaluations!: DecisionDto[];
}

export class FoundPageDto {
  /** Empty on the last page. */
  next_token!: string;
}

export class FoundNameDto {
  name!: string;
}

export class FoundDto {
  type!: 'user' | 'service_group';
  id!: string;
  properties!: FoundNameDto;
}

export class SearchResultDto {
  results!: FoundDto[];
  page!: FoundPageDto;
}
