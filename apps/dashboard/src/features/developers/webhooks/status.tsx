import { Badge } from '../../../components/feedback/badge.js';
import type { Endpoint } from './endpoints.js';
import type { Delivery } from './queries.js';
import { TEXTS } from './texts.js';

/** Exceptions only: an endpoint that works has none. */
export function EndpointStatus({ endpoint }: { endpoint: Endpoint }) {
  const { status, disabledReason, failingSince } = endpoint;
  if (status === 'active')
    return failingSince === null ? null : <Badge tone="bad">{TEXTS.status.failing}</Badge>;
  if (disabledReason === 'failing') return <Badge tone="bad">{TEXTS.status.disabled}</Badge>;
  return disabledReason === 'gone' ? (
    <Badge tone="bad">{TEXTS.status.gone}</Badge>
  ) : (
    <Badge>{TEXTS.status.requested}</Badge>
  );
}

export function DeliveryBadge({ status, attemptCount }: Pick<Delivery, 'status' | 'attemptCount'>) {
  if (status === 'delivered') return <Badge tone="good">{TEXTS.statuses.delivered}</Badge>;
  if (status === 'failed') return <Badge tone="bad">{TEXTS.statuses.failed}</Badge>;
  return attemptCount > 0 ? (
    <Badge tone="warn">{TEXTS.retrying}</Badge>
  ) : (
    <Badge tone="accent">{TEXTS.statuses.pending}</Badge>
  );
}

/** `850 ms`, `2.4 s`. */
export function durationText(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
