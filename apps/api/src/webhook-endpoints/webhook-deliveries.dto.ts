import { IsIn, IsOptional } from 'class-validator';
import type { WebhookDelivery } from '#libs/directory';
import { ListQueryDto } from '../requests/query/list.dto.js';

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
  /** The HTTP status that was answered. Null when there was no answer. */
  status!: number | null;
  /** Why there was no answer, or none that counts. Null otherwise. */
  error!: string | null;
  /** The first 512 bytes of the answer. Null when there were none. */
  response!: string | null;
}

/** What became of one event for one webhook endpoint. Kept for 30 days. */
export class WebhookDeliveryDto {
  /** The id of the event, and the `webhook-id` of every attempt. */
  id!: string;
  webhookEndpointId!: string;
  eventType!: string;
  /** `failed`: given up, and sent again only when asked for. */
  status!: 'pending' | 'delivered' | 'failed';
  /** How many attempts were made in all. */
  attemptCount!: number;
  /** The last ten attempts, oldest first. */
  attempts!: WebhookAttemptDto[];
  /** ISO 8601, UTC. Null when there is none planned. */
  nextAttemptAt!: string | null;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
}

export class WebhookDeliveryListDto {
  data!: WebhookDeliveryDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function representDelivery(delivery: WebhookDelivery): WebhookDeliveryDto {
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
