import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { LogStreamHealth, StreamRefusal } from '#libs/directory';
import {
  DESCRIPTION_MAX_BYTES,
  LOG_FORMS,
  parseDescription,
  parseEventTypes,
  parseStreamSecret,
  parseWebhookUrl,
  STREAM_SECRET_MAX_LENGTH,
  type LogForm,
  type LogStream,
} from '#libs/domain';
import { ParsedBy } from '../http/input/domain-value.js';
import { IfPresent } from '../http/input/if-present.js';
import { IsTime } from '../http/query/time.js';
import { SUBSCRIBABLE, URL_INPUT_MAX } from '../webhook-endpoints/webhook-endpoints.dto.js';

export class ReplaceStreamSecretDto {
  /** Up to 1,000 ASCII characters without spaces: a token of the receiver. Never shown again. */
  @IsString()
  @MaxLength(STREAM_SECRET_MAX_LENGTH)
  @ParsedBy(parseStreamSecret)
  secret!: string;
}

export class CreateLogStreamDto extends ReplaceStreamSecretDto {
  /** An https URL on a public host. */
  @IsString()
  @MaxLength(URL_INPUT_MAX)
  @ParsedBy(parseWebhookUrl)
  url!: string;

  /** How events are written. */
  @IsIn(LOG_FORMS)
  form!: LogForm;

  /** Whether names, emails and other personal data are sent. Default: only ids. */
  @IfPresent()
  @IsBoolean()
  personalData?: boolean;

  /** Event types, or groups such as `user.*`. Default: all events. */
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(50)
  @IsIn(SUBSCRIBABLE, { each: true })
  @ParsedBy(parseEventTypes)
  eventTypes?: string[];

  /** A description for people: up to 200 visible characters. */
  @IfPresent()
  @IsString()
  @MaxLength(DESCRIPTION_MAX_BYTES)
  @ParsedBy(parseDescription)
  description?: string;
}

export class ChangeLogStreamDto {
  /** An https URL on a public host. */
  @IfPresent()
  @IsString()
  @MaxLength(URL_INPUT_MAX)
  @ParsedBy(parseWebhookUrl)
  url?: string;

  /** How events are written. */
  @IfPresent()
  @IsIn(LOG_FORMS)
  form?: LogForm;

  /** Whether names, emails and other personal data are sent; otherwise only ids. */
  @IfPresent()
  @IsBoolean()
  personalData?: boolean;

  /** Event types, or groups such as `user.*`. Empty: all events. */
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(50)
  @IsIn(SUBSCRIBABLE, { each: true })
  @ParsedBy(parseEventTypes)
  eventTypes?: string[];

  /** A description for people: up to 200 visible characters. */
  @IfPresent()
  @IsString()
  @MaxLength(DESCRIPTION_MAX_BYTES)
  @ParsedBy(parseDescription)
  description?: string;
}

export class ReplayLogStreamDto {
  /** Events from this time on. ISO 8601 with a time zone. Default: all events of the account. */
  @IsOptional()
  @IsTime()
  from?: string;
}

export class LogStreamDto {
  /** `lstr_` followed by a ULID. */
  id!: string;
  accountId!: string;
  url!: string;
  form!: LogForm;
  personalData!: boolean;
  /** Empty: all events. */
  eventTypes!: string[];
  /** Empty if it has none. */
  description!: string;
  status!: 'active' | 'disabled';
  /** On request, because it answered 410 Gone, or because it failed for five days. Null while it is active. */
  disabledReason!: 'requested' | 'gone' | 'failing' | null;
  /** 1, 2, 3 …: incremented when the secret is replaced. */
  secretVersion!: number;
  /** Incremented with each event; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
}

export class LogStreamRefusalDto {
  /** ISO 8601, UTC. */
  at!: string;
  /** The HTTP status of the answer. Null if there was none. */
  status!: number | null;
  /** Why the batch was not accepted. */
  error!: string;
  /** The first 512 bytes of the answer. Null if there were none, or once a batch has been accepted. */
  response!: string | null;
  /** The id of the first event of the refused batch. */
  eventId!: string | null;
}

export class LogStreamWithHealthDto extends LogStreamDto {
  /** ISO 8601, UTC: when a batch was last accepted. Null if none was since the stream was created or replayed. */
  sentAt!: string | null;
  /** ISO 8601, UTC: when the newest event of that batch happened. */
  sentTo!: string | null;
  /** ISO 8601, UTC: when the first event that is still to be sent happened. Null when the stream is up to date. */
  waitingSince!: string | null;
  /** ISO 8601, UTC: since when it has accepted nothing. Null if its last batch was accepted, or it is disabled. */
  failingSince!: string | null;
  /** Null if nothing was refused since it was created or replayed. */
  lastRefusal!: LogStreamRefusalDto | null;
}

export class LogStreamListDto {
  data!: LogStreamWithHealthDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function toLogStreamDto(stream: LogStream): LogStreamDto {
  const { logStreamId: id, accountId, url, form, personalData, eventTypes, description } = stream;
  const { secretVersion, version, createdAt, updatedAt } = stream;
  const settings = { id, accountId, url, form, personalData, eventTypes: [...eventTypes], description };
  const status = stream.status === 'disabled' ? 'disabled' : 'active';
  const disabledReason = stream.disabledReason ?? null;
  return { ...settings, status, disabledReason, secretVersion, version, createdAt, updatedAt };
}

export function toLogStreamWithHealthDto(stream: LogStreamHealth): LogStreamWithHealthDto {
  const { sentAt = null, sentTo = null, waitingSince = null, failingSince = null, refusal } = stream;
  const lastRefusal = refusal ? toRefusalDto(refusal) : null;
  return { ...toLogStreamDto(stream), sentAt, sentTo, waitingSince, failingSince, lastRefusal };
}

function toRefusalDto({ at, status, error, response, eventId }: StreamRefusal): LogStreamRefusalDto {
  return { at, status: status ?? null, error, response: response ?? null, eventId: eventId ?? null };
}
