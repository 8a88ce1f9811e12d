import { applyDecorators } from '@nestjs/common';
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
import { IfPresent } from '../http/input/if-present.js';
import { SERVICE_GROUP_NAME, USER_NAME } from './names.js';

// The shapes of the OpenID AuthZEN Authorization API 1.0: snake_case, and open `properties`.
// https://openid.net/specs/authorization-api-1_0.html

export const MAX_EVALUATIONS = 50;

function IsPart(type: () => new () => object): PropertyDecorator {
  return applyDecorators(Type(type), IsObject(), ValidateNested());
}

export const SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;

export class SubjectDto {
  @IsIn(['user'])
  type!: 'user';

  /** `user_` followed by a ULID, or `external:` followed by the external id of a user: `external:ada`. */
  @Matches(USER_NAME, { message: 'id must be user_ followed by a ULID, or external: and an external id' })
  id!: string;

  @IfPresent()
  @IsObject()
  properties?: Record<string, unknown>;
}

export class ResourceDto {
  @IsIn(['service_group'])
  type!: 'service_group';

  /** `sgrp_` followed by a ULID, or `external:` followed by the external id of a service group: `external:prod`. */
  @Matches(SERVICE_GROUP_NAME, {
    message: 'id must be sgrp_ followed by a ULID, or external: and an external id',
  })
  id!: string;

  @IfPresent()
  @IsObject()
  properties?: Record<string, unknown>;
}

export class ActionDto {
  /** `enter`, or a permission of an access role, such as `logs.read`. What no access role of the account allows is denied. */
  @IsString()
  @MaxLength(100)
  name!: string;

  @IfPresent()
  @IsObject()
  properties?: Record<string, unknown>;
}

export class EvaluationRequestDto {
  @IsPart(() => SubjectDto)
  subject!: SubjectDto;

  @IsPart(() => ActionDto)
  action!: ActionDto;

  @IsPart(() => ResourceDto)
  resource!: ResourceDto;

  /**
   * Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's token or an account's API
   * key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external ids.
   */
  @IfPresent()
  @IsObject()
  context?: Record<string, unknown>;
}

/** Values that an evaluation omits are taken from the enclosing request. */
export class PartialEvaluationDto {
  @IfPresent()
  @IsPart(() => SubjectDto)
  subject?: SubjectDto;

  @IfPresent()
  @IsPart(() => ActionDto)
  action?: ActionDto;

  @IfPresent()
  @IsPart(() => ResourceDto)
  resource?: ResourceDto;

  /**
   * Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's token or an account's API
   * key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external ids.
   */
  @IfPresent()
  @IsObject()
  context?: Record<string, unknown>;
}

export class EvaluationsRequestDto extends PartialEvaluationDto {
  /** Each is answered by itself: one that is not valid is denied, with the reason. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_EVALUATIONS)
  evaluations!: PartialEvaluationDto[];

  /** Its `evaluations_semantic` is `execute_all`, `deny_on_first_deny` or `permit_on_first_permit`. */
  @IfPresent()
  @IsObject()
  options?: Record<string, unknown>;
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
  @IsPart(() => KindOfSubjectDto)
  subject!: KindOfSubjectDto;

  @IsPart(() => ActionDto)
  action!: ActionDto;

  @IsPart(() => ResourceDto)
  resource!: ResourceDto;

  /**
   * Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's token or an account's API
   * key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external ids.
   */
  @IfPresent()
  @IsObject()
  context?: Record<string, unknown>;

  @IfPresent()
  @IsPart(() => SearchPageDto)
  page?: SearchPageDto;
}

export class ResourceSearchDto {
  @IsPart(() => SubjectDto)
  subject!: SubjectDto;

  @IsPart(() => ActionDto)
  action!: ActionDto;

  @IsPart(() => KindOfResourceDto)
  resource!: KindOfResourceDto;

  /**
   * Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's token or an account's API
   * key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external ids.
   */
  @IfPresent()
  @IsObject()
  context?: Record<string, unknown>;

  @IfPresent()
  @IsPart(() => SearchPageDto)
  page?: SearchPageDto;
}

/** What is searched for are actions: none is named. */
export class ActionSearchDto {
  @IsPart(() => SubjectDto)
  subject!: SubjectDto;

  @IsPart(() => ResourceDto)
  resource!: ResourceDto;

  /**
   * Anything. Operators, and API keys of the platform, must name the account in it, as `account_id`; a user's token or an account's API
   * key already does. `as_of`, ISO 8601 with a time zone, asks how it was then instead of now, and takes no external ids.
   */
  @IfPresent()
  @IsObject()
  context?: Record<string, unknown>;

  @IfPresent()
  @IsPart(() => SearchPageDto)
  page?: SearchPageDto;
}

export class EvaluationErrorDto {
  status!: number;
  code!: string;
  message!: string;
}

export class DecisionContextDto {
  /** Only of an evaluation, among several, that is not valid. */
  error?: EvaluationErrorDto;
  /** `unknown_action`: no access role of the account has this permission. Only for those who may check others. */
  reason?: 'unknown_action';
}

export class DecisionDto {
  decision!: boolean;
  context?: DecisionContextDto;
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

export class FoundActionDto {
  name!: string;
}

export class ActionSearchResultDto {
  /** In order: `enter`, and the permissions of the access role. */
  results!: FoundActionDto[];
  page!: FoundPageDto;
}
