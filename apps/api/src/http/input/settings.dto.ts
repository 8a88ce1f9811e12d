import { applyDecorators } from '@nestjs/common';
import { IsObject, IsOptional, IsString, MaxLength, MinLength, ValidateIf } from 'class-validator';
import {
  EXTERNAL_ID_MAX_LENGTH,
  membershipReasonRule,
  parseExternalId,
  parseMetadata,
  type Settings,
  type SettingsOf,
  type WholeSettings,
} from '#libs/domain';
import { ParsedBy } from './domain-value.js';
import { IfPresent } from './if-present.js';

/** The field may be absent, and null removes the value (RFC 7396). */
export function IfGiven(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined && value !== null);
}

function IsExternalId(): PropertyDecorator {
  return applyDecorators(IsString(), MaxLength(EXTERNAL_ID_MAX_LENGTH), ParsedBy(parseExternalId));
}

/** Why a membership is given. */
export function IsMembershipReason(): PropertyDecorator {
  const { most, parse } = membershipReasonRule;
  return applyDecorators(IsString(), MaxLength(most), ParsedBy(parse));
}

/** Of routes that take settings. */
export const SETTINGS_PROBLEMS = ['invalid_external_id', 'invalid_metadata', 'external_id_taken'] as const;

/** Data that other systems store with accounts, users and service groups. */
export class GivenSettingsDto {
  /** The id in another system. Unique and case-sensitive. */
  @IfPresent()
  @IsExternalId()
  externalId?: string;

  /** Any JSON object of up to 16 KB and 500 values, with lists and objects counted. */
  @IfPresent()
  @IsObject()
  @ParsedBy(parseMetadata)
  metadata?: Record<string, unknown>;
}

export class ChangedSettingsDto {
  /** The id in another system. Unique and case-sensitive. Null removes it. */
  @IfGiven()
  @IsExternalId()
  externalId?: string | null;

  /** A merge patch of the metadata, which can have 16 KB and 500 values in all: null removes a key, or, as the whole value, everything. */
  @IfGiven()
  @IsObject()
  metadata?: Record<string, unknown> | null;
}

/** A list filter that finds at most one. */
export function IsExternalIdFilter(): PropertyDecorator {
  return applyDecorators(IsOptional(), IsString(), MinLength(1), MaxLength(EXTERNAL_ID_MAX_LENGTH));
}

/** The optional fields as returned: null, or an empty object, if there is nothing. */
export function toSettingsDto<S extends Settings>(settings: S, state: SettingsOf<S>): WholeSettings<S> {
  const values = Object.entries(settings).map(([name, { none }]) => [name, state[name] ?? none] as const);
  return Object.fromEntries(values) as WholeSettings<S>;
}
