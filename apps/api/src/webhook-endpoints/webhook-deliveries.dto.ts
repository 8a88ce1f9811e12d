import { IsIn, IsOptional } from 'class-validator';
import type { WebhookDelivery } from '#libs/directory';
import { toPublishedEvent, type CommittedEvent } from '#libs/event-contracts';
import type { WebhookEndpointId } from '#libs/domain';
import { ListQueryDto } from '../http/query/list.dto.js';

const STATUSES = ['pending', 'delivered', 'failed'] as const;

export class WebhookDeliveryListQueryDto extends ListQueryDto {
  /** Only deliveries with this status. */
  @IsOptional()
  @IsIn(STATUSES)
  status?: (typeof STATUSES)[number];
}

export class WebhookAttemptDto {
  /** ISO 8601, UTC. */
  at!: string;
  /** Milliseconds. */
  durationMs!: number;
  /** The HTTP status of the answer. Null if there was none. */
  status!: number | null;
  /** Why the attempt failed. Null if it succeeded. */
  error!: string | null;
  /** The first 512 bytes of the answer. Null if there were none. */
  response!: string | null;
}

/** The delivery of one event to one webhook endpoint. Stored for 30 days. */
export class WebhookDeliveryDto {
  /** The id of the event, and the `webhook-id` of every attempt. */
  id!: string;
  webhookEndpointId!: WebhookEndpointId;
  eventType!: string;
  /** `failed`: given up; sent again only on request. */
  status!: 'pending' | 'delivered' | 'failed';
  /** The number of attempts. */
  attemptCount!: number;
  /** The last ten attempts, oldest first. */
  attempts!: WebhookAttemptDto[];
  /** ISO 8601, UTC. Null if none is planned. */
  nextAttemptAt!: string | null;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
}

export class WebhookDeliveryWithEventDto extends WebhookDeliveryDto {
  /** The body of the request: a CloudEvent. Erased data is placeholders. */
  event!: Record<string, unknown>;
}

export class WebhookDeliveryListDto {
  data!: WebhookDeliveryDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function toDeliveryDto(delivery: WebhookDelivery): WebhookDeliveryDto {
  const { eventId: id, webhookEndpointId, eventType, status, attemptCount, createdAt, updatedAt } = delivery;
  const attempts = delivery.attempts.map(({ at, durationMs, ...rest }) => ({
    at,
    durationMs,
    status: rest.status ?? null,
    error: rest.error ?? null,
    response: rest.response ?? null,
  }));
  const nextAttemptAt = delivery.nextAttemptAt ?? null;
  const progress = { status, attemptCount, attempts, nextAttemptAt };
  return { id, webhookEndpointId, eventType, ...progress, createdAt, updatedAt };
}

export function toDeliveryWithEventDto(
  delivery: WebhookDelivery & { event: CommittedEvent },
): WebhookDeliveryWithEventDto {
  return { ...toDeliveryDto(delivery), event: { ...toPublishedEvent(delivery.event) } };
}
