import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import type { ApiKeyView } from '#libs/directory';
import { NAME_MAX_BYTES, PLATFORM_SCOPES, type Scope, parseName } from '#libs/domain';
import { ParsedBy } from '../requests/body/domain-value.js';
import type { FieldsOf } from '../requests/query/fields.js';
import { IsTime } from '../requests/query/time.js';

const DAY = 24 * 60 * 60;
const LONGEST_GRACE = 7 * DAY;

export class CreateApiKeyDto {
  /** 1 to 100 characters that can be seen, of at most 800 bytes in UTF-8: what the key is for. */
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseName)
  name!: string;

  /** What the key may do. `platform:read` and `platform:write` are for keys of operators only. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @IsIn(PLATFORM_SCOPES, { each: true })
  scopes!: Scope[];

  /** When the key expires: ISO 8601 with a time zone. It does not without. */
  @IsOptional()
  @IsTime()
  expiresAt?: string;
}

export class RotateApiKeyDto {
  /** How long the present secret is still accepted; a day by default, a week at most. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LONGEST_GRACE)
  graceSeconds: number = DAY;

  /** When the key expires: ISO 8601 with a time zone. As before without. */
  @IsOptional()
  @IsTime()
  expiresAt?: string;
}

export class ApiKeyDto {
  /** `akey_` and a ULID. */
  id!: string;
  /** Null for a key of operators. */
  accountId!: string | null;
  name!: string;
  scopes!: string[];
  /** The last four characters of the key. */
  hint!: string;
  /** Null when it does not expire. */
  expiresAt!: string | null;
  /** Known to some minutes. Null when it was not used since it was made or rotated. */
  lastUsedAt!: string | null;
  /** Until when the secret before the last rotation is accepted. Null when it was never rotated. */
  previousValidUntil!: string | null;
  /** Who made it: `operator:…`, `user:…`. */
  createdBy!: string;
  /** Rises by one with each event; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
}

export class IssuedApiKeyDto extends ApiKeyDto {
  /** The key itself. It is shown this once. */
  key!: string;
}

export class ApiKeyListDto {
  data!: ApiKeyDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

/** @param isPlatforms whether it is a key of operators, which is in no account */
export function representApiKey(
  apiKey: Omit<ApiKeyView, 'lastUsedAt'> & { lastUsedAt?: string | undefined },
  isPlatforms: boolean,
): ApiKeyDto {
  const { apiKeyId: id, name, scopes, hint, createdBy, version, createdAt, updatedAt } = apiKey;
  return {
    id,
    accountId: isPlatforms ? null : apiKey.accountId,
    name,
    scopes: [...scopes],
    hint,
    expiresAt: apiKey.validUntil ?? null,
    lastUsedAt: apiKey.lastUsedAt ?? null,
    previousValidUntil: apiKey.previousValidUntil ?? null,
    createdBy,
    version,
    createdAt,
    updatedAt,
  };
}

export const API_KEY_FIELDS: FieldsOf<ApiKeyDto> = {
  id: true,
  accountId: true,
  name: true,
  scopes: true,
  hint: true,
  expiresAt: true,
  lastUsedAt: true,
  previousValidUntil: true,
  createdBy: true,
  version: true,
  createdAt: true,
  updatedAt: true,
};
