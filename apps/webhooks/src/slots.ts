import type { DueQueue, ReceiverId } from '#libs/directory';

/** Of all slots: an account's, while another waits, and what is left free when one takes more than that. */
const SHARE = 0.25;
/** Of all slots, for endpoints that were slow lately. */
const SLOW_SHARE = 0.5;
const SLOW_FOR_MS = 10 * 60 * 1_000;
/** More than these wait in the table, and are found by sweeps. */
const MAX_WAITING = 1_000;
const MAX_SLOW = 10_000;

/** Which endpoints are delivered to at once, fair by account: none holds up another's deliveries. */
export class Slots {
  private readonly held = new Map<ReceiverId, DueQueue>();
  private readonly waiting = new Map<ReceiverId, DueQueue>();
  private readonly slowUntil = new Map<ReceiverId, number>();

  constructor(
    private readonly size: number,
    private readonly now: () => number,
  ) {}

  get isFull(): boolean {
    return this.held.size >= this.size;
  }

  has({ webhookEndpointId }: DueQueue): boolean {
    return this.held.has(webhookEndpointId);
  }

  wait(queue: DueQueue): void {
    if (this.has(queue) || this.waiting.size >= MAX_WAITING) return;
    if (!this.waiting.has(queue.webhookEndpointId)) this.waiting.set(queue.webhookEndpointId, queue);
  }

  /** Gives a slot to who waits: to healthy endpoints first, and to the account that has the fewest. */
  next(): DueQueue | undefined {
    const rank = (queue: DueQueue) => (this.isSlow(queue) ? this.size : 0) + this.slotsOf(queue.accountId);
    const may = [...this.waiting.values()].filter((queue) => this.mayHold(queue));
    const [first] = may.toSorted((a, b) => rank(a) - rank(b));
    if (!first) return undefined;
    this.waiting.delete(first.webhookEndpointId);
    this.held.set(first.webhookEndpointId, first);
    return first;
  }

  free({ webhookEndpointId }: DueQueue): void {
    this.held.delete(webhookEndpointId);
  }

  /** Whether a holder is to let another account have its slot. */
  isWanted(queue: DueQueue): boolean {
    const hasMuch = this.slotsOf(queue.accountId) > this.share(SHARE) || this.isSlow(queue);
    return hasMuch && this.doOthersWait(queue);
  }

  noteSpeed({ webhookEndpointId }: DueQueue, isSlow: boolean): void {
    this.slowUntil.delete(webhookEndpointId);
    const [oldest] = this.slowUntil.keys();
    if (isSlow && this.slowUntil.size >= MAX_SLOW && oldest) this.slowUntil.delete(oldest);
    if (isSlow) this.slowUntil.set(webhookEndpointId, this.now() + SLOW_FOR_MS);
  }

  private mayHold(queue: DueQueue): boolean {
    if (this.isFull) return false;
    const slow = [...this.held.values()].filter((each) => this.isSlow(each)).length;
    if (this.isSlow(queue) && slow >= this.share(SLOW_SHARE)) return false;
    const share = this.share(SHARE);
    if (this.slotsOf(queue.accountId) < share) return true;
    return this.size - this.held.size > share && !this.doOthersWait(queue);
  }

  private isSlow({ webhookEndpointId }: DueQueue): boolean {
    return (this.slowUntil.get(webhookEndpointId) ?? 0) > this.now();
  }

  private slotsOf(accountId: string): number {
    return [...this.held.values()].filter((each) => each.accountId === accountId).length;
  }

  private doOthersWait({ accountId }: DueQueue): boolean {
    return [...this.waiting.values()].some((each) => each.accountId !== accountId);
  }

  private share(of: number): number {
    return Math.max(1, Math.floor(this.size * of));
  }
}
