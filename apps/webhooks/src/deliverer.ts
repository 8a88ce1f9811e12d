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
  type DueQueue,
  type PendingDelivery,
  type QueueClaim,
} from '#libs/directory';
import type { DisabledReason, WebhookEndpointId } from '#libs/domain';
import { attemptDelivery, TIMEOUT_MS, type AttemptOptions, type EndpointHealth } from './attempt.js';
import { DISABLE_AFTER_MS } from './schedule.js';
import { Slots } from './slots.js';

export interface DelivererOptions extends Omit<AttemptOptions, 'signal'> {
  onNotice: (line: string) => void;
  endpointsAtOnce?: number;
  requestsAtOnce?: number;
  disableAfterMs?: number;
  onDue?: (queue: DueQueue, at: number) => void;
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
const ENDPOINTS_AT_ONCE = 16;
/** Those that a look finds: more than an account can have. */
const MAX_FOUND = 256;
/** Of the time that a request has: an endpoint that takes more of it waits behind others for a while. */
const SLOW_SHARE = 1 / 3;

/** One process at a time serves an endpoint, and each gets its turn: one that hangs holds up nobody else ({@link Slots}). */
export class Deliverer {
  private readonly stopping = new AbortController();
  private readonly underWay = new Map<WebhookEndpointId, Promise<void>>();
  private readonly slots: Slots;
  /** Somebody was turned away because the hands were full. */
  private isWaitedFor = false;

  constructor(private readonly options: DelivererOptions) {
    this.slots = new Slots(options.endpointsAtOnce ?? ENDPOINTS_AT_ONCE, options.directory.now);
  }

  /** Begins to work on an endpoint, unless this process does already, or once there is room for it. */
  start(queue: DueQueue): boolean {
    if (this.slots.has(queue)) return false;
    this.slots.wait(queue);
    this.startNext();
    if (!this.slots.has(queue)) this.isWaitedFor = true;
    return this.slots.has(queue);
  }

  /** @returns how many it began with */
  private startNext(): number {
    if (this.stopping.signal.aborted) return 0;
    const queue = this.slots.next();
    if (!queue) return 0;
    const { onNotice, directory } = this.options;
    const work = this.workOn(queue)
      // Whatever it was: the claim ends, and it is tried again.
      .catch((error: unknown) => {
        onNotice(`could not deliver to ${queue.webhookEndpointId}: ${String(error)}`);
        return directory.now() + AFTER_FAILURE_MS;
      })
      .then((dueAt) => this.finish(queue, dueAt));
    this.underWay.set(queue.webhookEndpointId, work);
    return 1 + this.startNext();
  }

  private finish(queue: DueQueue, dueAt: number | undefined): void {
    const { onDue, onRoom, directory } = this.options;
    this.underWay.delete(queue.webhookEndpointId);
    this.slots.free(queue);
    if (this.stopping.signal.aborted) return;
    // Who waits comes first.
    const after = this.isWaitedFor ? directory.now() + AFTER_TURN_MS : 0;
    if (dueAt !== undefined) onDue?.(queue, Math.max(dueAt, after));
    this.startNext();
    if (!this.isWaitedFor) return;
    this.isWaitedFor = false;
    onRoom?.();
  }

  /** Looks for endpoints whose time has come, and begins to work on them. @returns how many it began with */
  async sweep(): Promise<number> {
    if (this.slots.isFull) this.isWaitedFor = true;
    if (this.slots.isFull) return 0;
    const due = await dueQueues(this.options.directory, MAX_FOUND);
    for (const queue of due) this.slots.wait(queue);
    const begun = this.startNext();
    if (!due.every((queue) => this.slots.has(queue))) this.isWaitedFor = true;
    return begun;
  }

  async idle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay.values());
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.idle();
  }

  private async workOn(queue: DueQueue): Promise<number | undefined> {
    const { directory } = this.options;
    const claim = await claimQueue(directory, queue.webhookEndpointId, directory.id(), CLAIM_MS);
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
        if (round !== 'more' || this.slots.isWanted(queue)) break;
        if (!(await renewClaim(directory, claim, CLAIM_MS))) break;
      }
    } finally {
      dueAt = await releaseQueue(directory, claim, parked);
    }
    return dueAt === undefined ? undefined : Date.parse(dueAt);
  }

  /** The due deliveries, as many as are sent at once, and the consequences for their endpoint. */
  private async round(claim: QueueClaim): Promise<'more' | 'nothing due' | 'disabled'> {
    const { directory, requestsAtOnce = 5, timeoutMs = TIMEOUT_MS } = this.options;
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
    const startedAt = directory.elapsed();
    const healths = await Promise.all(due.map(attempt));
    this.slots.noteSpeed(claim, directory.elapsed() - startedAt > timeoutMs * SLOW_SHARE);
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
