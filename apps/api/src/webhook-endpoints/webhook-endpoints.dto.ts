import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import type { Facets, WebhookEndpointHealth } from '#libs/directory';
import {
  DESCRIPTION_MAX_BYTES,
  EVENT_TYPES,
  type WebhookEndpoint,
  parseDescription,
  parseEventTypes,
  parseWebhookUrl,
} from '#libs/domain';
import { ParsedBy } from '../http/input/domain-value.js';
import { FacetedListQueryDto, SearchedListDto } from '../http/query/search.dto.js';
import { IfPresent } from '../http/input/if-present.js';

export const URL_INPUT_MAX = 2_000;
const DAY = 24 * 60 * 60;
const LONGEST_GRACE = 7 * DAY;

const GROUPS = [...new Set(EVENT_TYPES.map((type) => `${type.slice(0, type.indexOf('.'))}.*`))];
export const SUBSCRIBABLE = [...GROUPS, ...EVENT_TYPES];

// https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
const SECRET =
  /^whsec_(?:(?:[A-Za-z\d+/]{4}){8,20}(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?|(?:[A-Za-z\d+/]{4}){21}(?:[A-Za-z\d+/]{2}==)?)$/;
const NO_SECRET = { message: 'secret must be whsec_ and 24 to 64 bytes in base64' };

export class CreateWebhookEndpointDto {
  /** An https URL on a public host. */
  @IsString()
  @MaxLength(URL_INPUT_MAX)
  @ParsedBy(parseWebhookUrl)
  url!: string;

  /** A description for people: up to 200 visible characters. */
  @IfPresent()
  @IsString()
  @MaxLength(DESCRIPTION_MAX_BYTES)
  @ParsedBy(parseDescription)
  description?: string;

  /** Event types, or groups such as `user.*`. Default: all events. */
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(50)
  @IsIn(SUBSCRIBABLE, { each: true })
  @ParsedBy(parseEventTypes)
  eventTypes?: string[];

  /** A secret of your own: `whsec_` and 24 to 64 random bytes in base64. Default: a new one. */
  @IfPresent()
  @Matches(SECRET, NO_SECRET)
  secret?: string;
}

export class ChangeWebhookEndpointDto {
  /** An https URL on a public host. */
  @IfPresent()
  @IsString()
  @MaxLength(URL_INPUT_MAX)
  @ParsedBy(parseWebhookUrl)
  url?: string;

  /** A description for people: up to 200 visible characters. */
  @IfPresent()
  @IsString()
  @MaxLength(DESCRIPTION_MAX_BYTES)
  @ParsedBy(parseDescription)
  description?: string;

  /** Event types, or groups such as `user.*`. Empty: all events. */
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(50)
  @IsIn(SUBSCRIBABLE, { each: true })
  @ParsedBy(parseEventTypes)
  eventTypes?: string[];
}

export class RotateWebhookSecretDto {
  /** How long requests are also signed with the present secret; a day by default, at most a week. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LONGEST_GRACE)
  graceSeconds: number = DAY;

  /** A secret of your own: `whsec_` and 24 to 64 random bytes in base64. Default: a new one. */
  @IfPresent()
  @Matches(SECRET, NO_SECRET)
  secret?: string;
}

export class WebhookEndpointDto {
  /** `whep_` followed by a ULID. */
  id!: string;
  accountId!: string;
  url!: string;
  /** Empty if it has none. */
  description!: string;
  /** Empty: all events. */
  eventTypes!: string[];
  status!: 'active' | 'disabled';
  /** On request, because it answered 410 Gone, or because it failed for five days. Null while it is active. */
  disabledReason!: 'requested' | 'gone' | 'failing' | null;
  /** 1, 2, 3 …: incremented when the secret is rotated. */
  secretVersion!: number;
  /** Incremented with each event; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
}

export class WebhookEndpointWithHealthDto extends WebhookEndpointDto {
  /** ISO 8601, UTC: since when it has accepted nothing. Null if its last delivery was accepted, or it is disabled. */
  failingSince!: string | null;
}

export class IssuedWebhookEndpointDto extends WebhookEndpointDto {
  /**
   * `whsec_` and base64, as the Standard Webhooks libraries expect it. Only shown once. Null in a repeated answer if the secret
   * has since been replaced.
   */
  secret!: string | null;
}

const STATUSES = ['active', 'disabled'] as const;
const SORTS = ['url', '-url', 'createdAt', '-createdAt'] as const;

export class WebhookEndpointListQueryDto extends FacetedListQueryDto {
  /** What the list is sorted by; with a minus, in reverse order. */
  @IsOptional()
  @IsIn(SORTS)
  sort?: (typeof SORTS)[number];

  /** Only webhook endpoints with this status. */
  @IsOptional()
  @IsIn(STATUSES)
  status?: (typeof STATUSES)[number];
}

class WebhookStatusFacetDto {
  active!: number;
  disabled!: number;
}

export class WebhookEndpointFacetsDto {
  /** How many there are of each status. */
  status!: WebhookStatusFacetDto;
}

export class WebhookEndpointListDto extends SearchedListDto {
  data!: WebhookEndpointWithHealthDto[];
  /** With `facets=true`. */
  facets?: WebhookEndpointFacetsDto;
}

export function toWebhookEndpointFacets({ status }: Facets): WebhookEndpointFacetsDto {
  return { status: { active: 0, disabled: 0, ...status } };
}

export function toWebhookEndpointDto(endpoint: WebhookEndpoint): WebhookEndpointDto {
  const { webhookEndpointId: id, accountId, url, description, eventTypes, secretVersion } = endpoint;
  const { version, createdAt, updatedAt } = endpoint;
  const status = endpoint.status === 'disabled' ? 'disabled' : 'active';
  const disabledReason = endpoint.disabledReason ?? null;
  const state = { status, disabledReason } as const;
  const settings = { id, accountId, url, description, eventTypes: [...eventTypes] };
  return { ...settings, ...state, secretVersion, version, createdAt, updatedAt };
}

export function toWebhookEndpointWithHealthDto({
  failingSince,
  ...endpoint
}: WebhookEndpointHealth): WebhookEndpointWithHealthDto {
  return { ...toWebhookEndpointDto(endpoint), failingSince: failingSince ?? null };
}
