import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import {
  DESCRIPTION_MAX_BYTES,
  EVENT_TYPES,
  type WebhookEndpoint,
  parseDescription,
  parseEventTypes,
  parseWebhookUrl,
} from '#libs/domain';
import { ParsedBy } from '../requests/body/domain-value.js';
import { IfPresent } from '../requests/body/if-present.js';

const URL_INPUT_MAX = 2_000;
const DAY = 24 * 60 * 60;
const LONGEST_GRACE = 7 * DAY;

const GROUPS = [...new Set(EVENT_TYPES.map((type) => `${type.slice(0, type.indexOf('.'))}.*`))];
const SUBSCRIBABLE = [...GROUPS, ...EVENT_TYPES];

export class CreateWebhookEndpointDto {
  /** An https URL on a public host. */
  @IsString()
  @MaxLength(URL_INPUT_MAX)
  @ParsedBy(parseWebhookUrl)
  url!: string;

  /** What people call it: up to 200 characters that can be seen. */
  @IfPresent()
  @IsString()
  @MaxLength(DESCRIPTION_MAX_BYTES)
  @ParsedBy(parseDescription)
  description?: string;

  /** Event types, or groups like `user.*`. All events without it. */
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(50)
  @IsIn(SUBSCRIBABLE, { each: true })
  @ParsedBy(parseEventTypes)
  eventTypes?: string[];
}

export class ChangeWebhookEndpointDto {
  /** An https URL on a public host. */
  @IfPresent()
  @IsString()
  @MaxLength(URL_INPUT_MAX)
  @ParsedBy(parseWebhookUrl)
  url?: string;

  /** What people call it: up to 200 characters that can be seen. */
  @IfPresent()
  @IsString()
  @MaxLength(DESCRIPTION_MAX_BYTES)
  @ParsedBy(parseDescription)
  description?: string;

  /** Event types, or groups like `user.*`. All events when it is empty. */
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(50)
  @IsIn(SUBSCRIBABLE, { each: true })
  @ParsedBy(parseEventTypes)
  eventTypes?: string[];
}

export class RotateWebhookSecretDto {
  /** How long requests are signed with the present secret, too; a day by default, a week at most. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(LONGEST_GRACE)
  graceSeconds: number = DAY;
}

export class WebhookEndpointDto {
  /** `whep_` and a ULID. */
  id!: string;
  accountId!: string;
  url!: string;
  /** Empty when it has none. */
  description!: string;
  /** Empty: all events. */
  eventTypes!: string[];
  status!: 'active' | 'disabled';
  /** Somebody asked for it; it answered 410 Gone; or it failed for five days. Null while it is active. */
  disabledReason!: 'requested' | 'gone' | 'failing' | null;
  /** 1, 2, 3 …: rises when the secret is rotated. */
  secretVersion!: number;
  /** Rises by one with each event; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
}

export class IssuedWebhookEndpointDto extends WebhookEndpointDto {
  /**
   * `whsec_` and base64, as the Standard Webhooks libraries take it. Shown this once. Null where an answer is repeated
   * whose secret was replaced since.
   */
  secret!: string | null;
}

export class WebhookEndpointListDto {
  data!: WebhookEndpointDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function representWebhookEndpoint(endpoint: WebhookEndpoint): WebhookEndpointDto {
  const { webhookEndpointId: id, accountId, url, description, eventTypes, secretVersion } = endpoint;
  const { version, createdAt, updatedAt } = endpoint;
  const status = endpoint.status === 'disabled' ? 'disabled' : 'active';
  const disabledReason = endpoint.disabledReason ?? null;
  const state = { status, disabledReason } as const;
  const settings = { id, accountId, url, description, eventTypes: [...eventTypes] };
  return { ...settings, ...state, secretVersion, version, createdAt, updatedAt };
}
