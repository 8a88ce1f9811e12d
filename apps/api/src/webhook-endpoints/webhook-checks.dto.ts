import type { DeliveryStatistics, Recovery } from '#libs/directory';
import { IsTime } from '../http/query/time.js';

export class RecoverWebhooksDto {
  /** Events from this time on. ISO 8601 with a time zone. */
  @IsTime()
  since!: string;
}

export class RecoveredWebhooksDto {
  /** Events that are sent again, or for the first time. */
  queued!: number;
  /** Events that were delivered already, or wait anyway. */
  skipped!: number;
  /** ISO 8601, UTC. What to send as `since` to continue: a request looks at 1,000 events. Null when all have been seen. */
  resumeFrom!: string | null;
}

/** Gets statistics of the newest 200 deliveries. */
export class WebhookStatisticsDto {
  deliveries!: number;
  delivered!: number;
  failed!: number;
  pending!: number;
  attempts!: number;
  /** Milliseconds. Null when there was no attempt. */
  medianMs!: number | null;
  /** Milliseconds. Null when there was no attempt. */
  p95Ms!: number | null;
  /** ISO 8601, UTC: when the oldest event that still waits happened. Null when none does. */
  waitingSince!: string | null;
  /** ISO 8601, UTC. Null when none was. */
  lastDeliveredAt!: string | null;
  /** ISO 8601, UTC. Null when none was given up. */
  lastFailedAt!: string | null;
}

export function toRecoveryDto({ queued, skipped, resumeFrom }: Recovery): RecoveredWebhooksDto {
  return { queued, skipped, resumeFrom: resumeFrom ?? null };
}

export function toStatisticsDto(statistics: DeliveryStatistics): WebhookStatisticsDto {
  const { medianMs, p95Ms, waitingSince, lastDeliveredAt, lastFailedAt, ...counts } = statistics;
  return {
    ...counts,
    medianMs: medianMs ?? null,
    p95Ms: p95Ms ?? null,
    waitingSince: waitingSince ?? null,
    lastDeliveredAt: lastDeliveredAt ?? null,
    lastFailedAt: lastFailedAt ?? null,
  };
}
