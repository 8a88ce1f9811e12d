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
import type { DisabledReason, WebhookEndpointId } from '#libs/domain';
import { attemptDelivery, type AttemptOptions, type EndpointHealth } from './attempt.js';
import { DISABLE_AFTER_MS } from './schedule.js';

export interface DelivererOptions extends Omit<AttemptOptions, 'signal'> {
  onNotice: (line: string) => void;
  endpointsAtOnce?: number;
  requestsAtOnce?: number;
  disableAfterMs?: number;
  onDue?: (webhookEndpointId: WebhookEndpointId, at: number) => void;
  onRoom?: () => void;
}

/** Its holder renews a claim after each round, and a round is one request's time at most. */
const CLAIM_MS = 60_000;
/** Then another endpoint gets its turn, if one waits. */
const TURN_MS = 30_000;
/** How much later an endpoint with more to get comes back when others wait. */
const AFTER_TURN_MS = 1_000;
/** Before what could not even be tried is tried again. */
const AFTER_FAILURE_MS = 1_000;

/** One process at a time serves an endpoint, and each gets its turn: one that hangs holds up nobody else. */
export class Deliverer {
  private readonly stopping = new AbortController();
  private readonly underWay = new Map<string, Promise<void>>();
  /** Somebody was turned away because the hands were full. */
  private isWaitedFor = false;

  constructor(private readonly options: DelivererOptions) {}

  /** Begins to work on an endpoint, unless this process does already or has its hands full. */
  start(webhookEndpointId: WebhookEndpointId): boolean {
    if (this.stopping.signal.aborted || this.underWay.has(webhookEndpointId) || !this.hasRoom()) return false;
    const { onNotice, directory } = this.options;
    const work = this.workOn(webhookEndpointId)
      // Whatever it was: the claim ends, and it is tried again.
      .catch((error: unknown) => {
        onNotice(`could not deliver to ${webhookEndpointId}: ${String(error)}`);
        return directory.now() + AFTER_FAILURE_MS;
      })
      .then((dueAt) => this.finish(webhookEndpointId, dueAt));
    this.underWay.set(webhookEndpointId, work);
    return true;
  }

  private hasRoom(): boolean {
    const { endpointsAtOnce = 16 } = this.options;
    const hasRoom = this.underWay.size < endpointsAtOnce;
    if (!hasRoom) this.isWaitedFor = true;
    return hasRoom;
  }

  private finish(webhookEndpointId: WebhookEndpointId, dueAt: number | undefined): void {
    const { onDue, onRoom, directory } = this.options;
    this.underWay.delete(webhookEndpointId);
    if (this.stopping.signal.aborted) return;
    // Who waits comes first.
    const after = this.isWaitedFor ? directory.now() + AFTER_TURN_MS : 0;
    if (dueAt !== undefined) onDue?.(webhookEndpointId, Math.max(dueAt, after));
    if (!this.isWaitedFor) return;
    this.isWaitedFor = false;
    onRoom?.();
  }

  /** Looks for endpoints whose time has come, and begins to work on them. @returns how many it began with */
  async sweep(): Promise<number> {
    const { endpointsAtOnce = 16, directory } = this.options;
    if (!this.hasRoom()) return 0;
    const due = await dueQueues(directory, endpointsAtOnce * 2);
    return due.filter((id) => this.start(id)).length;
  }

  async idle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay.values());
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.idle();
  }

  private async workOn(webhookEndpointId: WebhookEndpointId): Promise<number | undefined> {
    const { directory } = this.options;
    const claim = await claimQueue(directory, webhookEndpointId, randomUUID(), CLAIM_MS);
    if (!claim) return undefined;
    let parked = false;
    let dueAt: string | undefined;
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
      dueAt = await releaseQueue(directory, claim, parked);
    }
    return dueAt === undefined ? undefined : Date.parse(dueAt);
  }

  /** The due deliveries, as many as are sent at once, and the consequences for their endpoint. */
  private async round(claim: QueueClaim): Promise<'more' | 'nothing due' | 'disabled'> {
    const { directory, requestsAtOnce = 5 } = this.options;
    const { accountId, webhookEndpointId } = claim;
    const tenant = grantTenant(directory, accountId);
    const [endpoint, secrets, next] = await Promise.all([
      findWebhookEndpoint(tenant, webhookEndpointId),
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
    await disableForItsAnswers(tenant, webhookEndpointId, reason, context);
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
