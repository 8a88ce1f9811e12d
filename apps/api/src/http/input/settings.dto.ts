import { applyDecorators } from '@nestjs/common';
import { IsOptional, IsString, Matches, MaxLength, MinLength, ValidateIf } from 'class-validator';
import { ACCESS_ROLE_KEY_PATTERN, EXTERNAL_ID_MAX_LENGTH, membershipReasonRule } from '#libs/domain';
import { ParsedBy } from './domain-value.js';

/** The field may be absent, and null removes the value (RFC 7396). */
export function IfGiven(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined && value !== null);
}

/** Why a membership is given. */
export function IsMembershipReason(): PropertyDecorator {
  const { most, parse } = membershipReasonRule;
  return applyDecorators(IsString(), MaxLength(most), ParsedBy(parse));
}

/** The key of an access role of the account. */
export function IsAccessRoleKey(): PropertyDecorator {
  const message = 'accessRole must be the key of an access role, such as log-reader';
  return applyDecorators(IsString(), Matches(ACCESS_ROLE_KEY_PATTERN, { message }));
}

/** Of routes that take settings. */
export const SETTINGS_PROBLEMS = ['invalid_external_id', 'invalid_metadata', 'external_id_taken'] as const;

/** A list filter that finds at most one. */
export function IsExternalIdFilter(): PropertyDecorator {
  return applyDecorators(IsOptional(), IsString(), MinLength(1), MaxLength(EXTERNAL_ID_MAX_LENGTH));
}
