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
import { PLATFORM_ACCOUNT_ID, type ApiKeyView } from '#libs/directory';
import { NAME_MAX_BYTES, PLATFORM_SCOPES, type Scope, parseTitle } from '#libs/domain';
import { ParsedBy } from '../http/input/domain-value.js';
import type { FieldsOf } from '../http/query/fields.js';
import { SearchListQueryDto, SearchedListDto } from '../http/query/search.dto.js';
import { IsTime } from '../http/query/time.js';

const DAY = 24 * 60 * 60;
const LONGEST_GRACE = 7 * DAY;

export class CreateApiKeyDto {
  /** 1 to 100 visible characters, of at most 800 bytes in UTF-8: what the key is for. */
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseTitle)
  name!: string;

  /** What the key may do. `platform:read`, `platform:write` and `log:monitor` are only for operators' keys. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(30)
  @IsIn(PLATFORM_SCOPES, { each: true })
  scopes!: Scope[];

  /** When the key expires: ISO 8601 with a time zone. Default: never. */
  @IsOptional()
  @IsTime()
  expiresAt?: string;
}

export class RotateApiKeyDto {
  /** How long the present secret remains valid; a day by default, at most a week. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LONGEST_GRACE)
  graceSeconds: number = DAY;

  /** When the key expires: ISO 8601 with a time zone. Default: unchanged. */
  @IsOptional()
  @IsTime()
  expiresAt?: string;
}

export class ApiKeyDto {
  /** `akey_` followed by a ULID. */
  id!: string;
  /** Null for operators' keys. */
  accountId!: string | null;
  name!: string;
  scopes!: string[];
  /** The last four characters of the key. */
  hint!: string;
  /** Null if it does not expire. */
  expiresAt!: string | null;
  /** Accurate to a few minutes. Null if it has not been used since it was created or rotated. */
  lastUsedAt!: string | null;
  /**
   * What the last reader of a feed or a snapshot with it says that it understands, such as `teams`; a guard or a subscriber that does not understand what an
   * account has refuses to go on. Empty for one of a version before it said so. Null if it has read none since it was created or rotated.
   */
  understands!: string[] | null;
  /** Until when the secret before the last rotation is accepted. Null if it was never rotated. */
  previousValidUntil!: string | null;
  /** Who created it: `operator:…` or `user:…`. */
  createdBy!: string;
  /** Incremented with each event; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
}

export class IssuedApiKeyDto extends ApiKeyDto {
  /** The key itself. It is only shown once. */
  key!: string;
}

const SORTS = ['name', '-name', 'createdAt', '-createdAt'] as const;

export class ApiKeyListQueryDto extends SearchListQueryDto {
  /** What the list is sorted by; with a minus, in reverse order. Names are compared without accents and letter case. */
  @IsOptional()
  @IsIn(SORTS)
  sort?: (typeof SORTS)[number];
}

export class ApiKeyListDto extends SearchedListDto {
  data!: ApiKeyDto[];
}

type StoredApiKey = Omit<ApiKeyView, 'lastUsedAt'> & Partial<Pick<ApiKeyView, 'lastUsedAt'>>;

export function toApiKeyDto(apiKey: StoredApiKey): ApiKeyDto {
  const { apiKeyId: id, name, scopes, hint, createdBy, version, createdAt, updatedAt } = apiKey;
  return {
    id,
    accountId: apiKey.accountId === PLATFORM_ACCOUNT_ID ? null : apiKey.accountId,
    name,
    scopes: [...scopes],
    hint,
    expiresAt: apiKey.validUntil ?? null,
    lastUsedAt: apiKey.lastUsedAt ?? null,
    understands: apiKey.understands ? [...apiKey.understands] : null,
    previousValidUntil: apiKey.previousValidUntil ?? null,
    createdBy,
    version,
    createdAt,
    updatedAt,
  };
}

export function toIssuedApiKeyDto({ key, ...apiKey }: StoredApiKey & { key: string }): IssuedApiKeyDto {
  return { ...toApiKeyDto(apiKey), key };
}

export const API_KEY_FIELDS: FieldsOf<ApiKeyDto> = {
  id: true,
  accountId: true,
  name: true,
  scopes: true,
  hint: true,
  expiresAt: true,
  lastUsedAt: true,
  understands: true,
  previousValidUntil: true,
  createdBy: true,
  version: true,
  createdAt: true,
  updatedAt: true,
};
