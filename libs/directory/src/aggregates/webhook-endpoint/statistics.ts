import type { WebhookEndpoint, WebhookEndpointId } from '#libs/domain';
import type { Tenant } from '../../core/tenant.js';
import { getWebhookEndpoint } from './endpoints.js';
import { webhookDeliveryEntity, webhookQueueEntity } from '../../table/items/webhooks.js';

const NEWEST = 200;

export interface DeliveryStatistics {
  deliveries: number;
  delivered: number;
  failed: number;
  pending: number;
  attempts: number;
  /** Of the attempts that the log keeps. Milliseconds. */
  medianMs: number | undefined;
  p95Ms: number | undefined;
  waitingSince: string | undefined;
  lastDeliveredAt: string | undefined;
  lastFailedAt: string | undefined;
}

/** From the delivery log's newest 200 events. @throws DomainError `webhook_endpoint_not_found` */
export async function deliveryStatistics(
  tenant: Tenant,
  webhookEndpointId: WebhookEndpointId,
): Promise<DeliveryStatistics> {
  await getWebhookEndpoint(tenant, webhookEndpointId);
  const { items } = await tenant.directory.table.query(
    webhookDeliveryEntity,
    { webhookEndpointId },
    { limit: NEWEST, order: 'descending' },
  );
  const of = (status: string) => items.filter((each) => each.status === status);
  const [delivered, failed, pending] = [of('delivered'), of('failed'), of('pending')];
  const durations = items.flatMap(({ attempts }) => attempts.map(({ durationMs }) => durationMs));
  durations.sort((a, b) => a - b);
  const quantile = (share: number) => durations[Math.ceil(share * durations.length) - 1];
  const newest = (some: typeof items) =>
    some
      .map(({ updatedAt }) => updatedAt)
      .toSorted()
      .at(-1);
  return {
    deliveries: items.length,
    delivered: delivered.length,
    failed: failed.length,
    pending: pending.length,
    attempts: items.reduce((sum, { attemptCount }) => sum + attemptCount, 0),
    medianMs: quantile(0.5),
    p95Ms: quantile(0.95),
    waitingSince: pending.at(-1)?.eventAt,
    lastDeliveredAt: newest(delivered),
    lastFailedAt: newest(failed),
  };
}

/** Since when it has accepted nothing; undefined if its last delivery arrived, or it is disabled. */
export type WebhookEndpointHealth = WebhookEndpoint & { failingSince: string | undefined };

/** With what their queues know, in one call. */
export async function withHealth(
  { directory }: Tenant,
  endpoints: readonly WebhookEndpoint[],
): Promise<WebhookEndpointHealth[]> {
  if (endpoints.length === 0) return [];
  const queues = await directory.table.batchGet(
    endpoints.map(({ webhookEndpointId }) => webhookQueueEntity.at({ webhookEndpointId })),
  );
  return endpoints.map((endpoint, index) => {
    const failingSince = endpoint.status === 'active' ? queues[index]?.failingSince : undefined;
    return { ...endpoint, failingSince };
  });
}
