import { randomUUID } from 'node:crypto';
import {
  claimQueue,
  disableForItsAnswers,
  dueQueues,
  findWebhookEndpoint,
  grantTenant,
  nextDeliveries,
  readSecrets,
  releaseQueue,
  renewClaim,
  type PendingDelivery,
  type QueueClaim,
} from '#libs/directory';
import type { DisabledReason } from '#libs/domain';
import { attemptDelivery, type AttemptOptions, type EndpointHealth } from './attempt.js';
import { DISABLE_AFTER_MS } from './schedule.js';

export interface DelivererOptions extends Omit<AttemptOptions, 'signal'> {
  onNotice: (line: string) => void;
  /** Endpoints delivered to at once by this process. */
  endpointsAtOnce?: number;
  /** Requests to one endpoint at once, by all processes together. */
  requestsAtOnce?: number;
  disableAfterMs?: number;
}

/** Its holder renews a claim after each round, and a round is one request's time at most. */
const CLAIM_MS = 60_000;
/** Then another endpoint gets its turn, if one waits. */
const TURN_MS = 30_000;

/**
 * Delivers what is due. An endpoint is worked on by one process at a time, some requests at once, and each in its turn:
 * one that hangs or has much to get keeps nobody else waiting.
 */
export class Deliverer {
  private readonly stopping = new AbortController();
  private readonly underWay = new Map<string, Promise<void>>();

  constructor(private readonly options: DelivererOptions) {}

  /** Begins to work on an endpoint, unless this process does already or has its hands full. */
  start(webhookEndpointId: string): boolean {
    const { endpointsAtOnce = 16, onNotice } = this.options;
    if (this.stopping.signal.aborted || this.underWay.has(webhookEndpointId)) return false;
    if (this.underWay.size >= endpointsAtOnce) return false;
    const work = this.workOn(webhookEndpointId)
      // Whatever it was: the claim ends, and it is tried again.
      .catch((error: unknown) => onNotice(`could not deliver to ${webhookEndpointId}: ${String(error)}`))
      .finally(() => this.underWay.delete(webhookEndpointId));
    this.underWay.set(webhookEndpointId, work);
    return true;
  }

  /** Looks for endpoints whose time has come, and begins to work on them. @returns how many it began with */
  async sweep(): Promise<number> {
    const { endpointsAtOnce = 16, directory } = this.options;
    if (this.underWay.size >= endpointsAtOnce) return 0;
    const due = await dueQueues(directory, endpointsAtOnce * 2);
    return due.filter((id) => this.start(id)).length;
  }

  /** When nothing is under way any more. */
  async idle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay.values());
  }

  /** Breaks off what is under way: it stays in its queue. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.idle();
  }

  private async workOn(webhookEndpointId: string): Promise<void> {
    const { directory } = this.options;
    const claim = await claimQueue(directory, webhookEndpointId, randomUUID(), CLAIM_MS);
    if (!claim) return;
    let parked = false;
    try {
      const endsAt = directory.now() + TURN_MS;
      while (!this.stopping.signal.aborted && directory.now() < endsAt) {
        const round = await this.round(claim);
        parked = round === 'disabled';
        // Once it is enabled again, it has its whole time again.
        if (parked) claim.failingSince = undefined;
        if (round !== 'more' || !(await renewClaim(directory, claim, CLAIM_MS))) break;
      }
    } finally {
      await releaseQueue(directory, claim, parked);
    }
  }

  /** The deliveries that are due now, as many as are sent at once, and what follows for their endpoint. */
  private async round(claim: QueueClaim): Promise<'more' | 'nothing due' | 'disabled'> {
    const { directory, requestsAtOnce = 5 } = this.options;
    const { accountId, webhookEndpointId } = claim;
    const tenant = grantTenant(accountId);
    const [endpoint, secrets, next] = await Promise.all([
      findWebhookEndpoint(directory, tenant, webhookEndpointId),
      readSecrets(directory, claim),
      nextDeliveries(directory, webhookEndpointId, requestsAtOnce),
    ]);
    if (endpoint?.status !== 'active') return 'disabled';
    const now = new Date(directory.now()).toISOString();
    const due = next.filter(({ dueAt }) => dueAt <= now);
    if (due.length === 0) return 'nothing due';
    const attempt = (pending: PendingDelivery) =>
      attemptDelivery({ ...this.options, signal: this.stopping.signal }, endpoint, secrets, pending);
    const healths = await Promise.all(due.map(attempt));
    const reason = this.reasonToDisable(claim, healths);
    if (!reason) return 'more';
    const context = { actor: 'system:webhooks', correlationId: `webhooks:${webhookEndpointId}` } as const;
    await disableForItsAnswers(directory, tenant, webhookEndpointId, reason, context);
    return 'disabled';
  }

  private reasonToDisable(
    claim: QueueClaim,
    healths: readonly (EndpointHealth | undefined)[],
  ): DisabledReason | undefined {
    const { directory, disableAfterMs = DISABLE_AFTER_MS } = this.options;
    if (healths.includes('gone')) return 'gone';
    if (healths.includes('well')) claim.failingSince = undefined;
    else if (healths.includes('failing')) {
      claim.failingSince ??= new Date(directory.now()).toISOString();
      if (directory.now() - Date.parse(claim.failingSince) >= disableAfterMs) return 'failing';
    }
    return undefined;
  }
}
