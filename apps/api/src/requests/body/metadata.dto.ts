import { applyDecorators } from '@nestjs/common';
import { IsObject, IsOptional, IsString, MaxLength, MinLength, ValidateIf } from 'class-validator';
import { EXTERNAL_ID_MAX_LENGTH, parseExternalId, parseMetadata } from '#libs/domain';
import { ParsedBy } from './domain-value.js';
import { IfPresent } from './if-present.js';

/** The field may be absent, and null takes the value away (RFC 7396). */
export function IfGiven(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined && value !== null);
}

function IsExternalId(): PropertyDecorator {
  return applyDecorators(IsString(), MaxLength(EXTERNAL_ID_MAX_LENGTH), ParsedBy(parseExternalId));
}

/** What other systems keep with accounts, users and service groups. */
export class GivenDetailsDto {
  /** The id that another system knows it by. Unique, and compared letter for letter. */
  @IfPresent()
  @IsExternalId()
  externalId?: string;

  /** Any JSON object of up to 16 KB. */
  @IfPresent()
  @IsObject()
  @ParsedBy(parseMetadata)
  metadata?: Record<string, unknown>;
}

export class ChangedDetailsDto {
  /** The id that another system knows it by. Unique, and compared letter for letter. Null takes it away. */
  @IfGiven()
  @IsExternalId()
  externalId?: string | null;

  /** A merge patch of the metadata, up to 16 KB as a whole: null removes a key, or, in place of it all, everything. */
  @IfGiven()
  @IsObject()
  metadata?: Record<string, unknown> | null;
}

/** The filter of lists that finds at most one. */
export function IsExternalIdFilter(): PropertyDecorator {
  return applyDecorators(IsOptional(), IsString(), MinLength(1), MaxLength(EXTERNAL_ID_MAX_LENGTH));
}

/** The details as answers show them. */
export function representDetails({ externalId, metadata }: { externalId?: string; metadata?: object }) {
  return { externalId: externalId ?? null, metadata: { ...metadata } };
}
