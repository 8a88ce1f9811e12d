import {
  claimQueue,
  disableForItsAnswers,
  disableStreamForItsAnswers,
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
  type ReceiverId,
} from '#libs/directory';
import { idOf, isIdOf, type DisabledReason } from '#libs/domain';
import { attemptDelivery, TIMEOUT_MS, type AttemptOptions, type EndpointHealth } from './attempt.js';
import { sendNextBatch } from './log-batches.js';
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

const by = (id: ReceiverId) => ({ actor: 'system:webhooks', correlationId: `webhooks:${id}` }) as const;

interface Round {
  /** There is nothing to do now. */
  isDone: boolean;
  /** Its endpoint or log stream is disabled. */
  isParked?: true;
  nextDueAt: Parameters<typeof releaseQueue>[2];
}

/** One process at a time serves an endpoint or a log stream, and each gets its turn: one that hangs holds up nobody else ({@link Slots}). */
export class Deliverer {
  private readonly stopping = new AbortController();
  private readonly underWay = new Map<ReceiverId, Promise<void>>();
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
    const isStream = isIdOf('log-stream', claim.webhookEndpointId);
    let nextDueAt = this.byDeliveries(claim);
    let dueAt: string | undefined;
    try {
      const endsAt = directory.now() + TURN_MS;
      while (!this.stopping.signal.aborted && directory.now() < endsAt) {
        const round = await (isStream ? this.streamRound(claim) : this.round(claim));
        ({ nextDueAt } = round);
        // Once it is enabled again, it has its whole time again.
        if (round.isParked) claim.failingSince = undefined;
        if (round.isDone || this.slots.isWanted(queue)) break;
        // A log stream's round has renewed it.
        if (!isStream && !(await renewClaim(directory, claim, CLAIM_MS))) break;
      }
    } finally {
      dueAt = await releaseQueue(directory, claim, nextDueAt);
    }
    return dueAt === undefined ? undefined : Date.parse(dueAt);
  }

  private byDeliveries({ webhookEndpointId: id }: QueueClaim): Round['nextDueAt'] {
    const { directory } = this.options;
    if (isIdOf('log-stream', id)) return () => new Date(directory.now() + AFTER_FAILURE_MS).toISOString();
    return async () => (await nextDeliveries(directory, id, 1))[0]?.dueAt;
  }

  /** Unless it was woken since the claim: it may have been enabled. */
  private parked(claim: QueueClaim): Round {
    const nextDueAt: Round['nextDueAt'] = (queue) =>
      queue.wakeups === claim.wakeups ? undefined : this.byDeliveries(claim)(queue);
    return { isDone: true, isParked: true, nextDueAt };
  }

  /** The next batch of a log stream, and the consequences. */
  private async streamRound(claim: QueueClaim): Promise<Round> {
    const { directory, timeoutMs = TIMEOUT_MS } = this.options;
    const options = { ...this.options, signal: this.stopping.signal, claimMs: CLAIM_MS };
    const round = await sendNextBatch(options, claim);
    if (round.tookMs !== undefined) this.slots.noteSpeed(claim, round.tookMs > timeoutMs * SLOW_SHARE);
    const reason = this.reasonToDisable(claim, [round.health]);
    if (!reason) return round;
    const id = idOf('log-stream', claim.webhookEndpointId);
    await disableStreamForItsAnswers(grantTenant(directory, claim.accountId), id, reason, by(id));
    return this.parked(claim);
  }

  /** The due deliveries, as many as are sent at once, and the consequences for their endpoint. */
  private async round(claim: QueueClaim): Promise<Round> {
    const { directory, requestsAtOnce = 5, timeoutMs = TIMEOUT_MS } = this.options;
    const { accountId } = claim;
    const webhookEndpointId = idOf('webhook-endpoint', claim.webhookEndpointId);
    const nextDueAt = this.byDeliveries(claim);
    const tenant = grantTenant(directory, accountId);
    const [endpoint, secrets, next] = await Promise.all([
      findWebhookEndpoint(tenant, webhookEndpointId),
      readSecrets(directory, claim),
      nextDeliveries(directory, webhookEndpointId, requestsAtOnce),
    ]);
    if (endpoint?.status !== 'active') return this.parked(claim);
    const now = new Date(directory.now()).toISOString();
    const due = next.filter(({ dueAt }) => dueAt <= now);
    if (due.length === 0) return { isDone: true, nextDueAt };
    const attempt = (pending: PendingDelivery) =>
      attemptDelivery({ ...this.options, signal: this.stopping.signal }, endpoint, secrets, pending);
    const startedAt = directory.elapsed();
    const healths = await Promise.all(due.map(attempt));
    this.slots.noteSpeed(claim, directory.elapsed() - startedAt > timeoutMs * SLOW_SHARE);
    const reason = this.reasonToDisable(claim, healths);
    if (!reason) return { isDone: false, nextDueAt };
    await disableForItsAnswers(tenant, webhookEndpointId, reason, by(webhookEndpointId));
    return this.parked(claim);
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
