import type { FastifyRequest } from 'fastify';
import { asksForThePast } from '../../http/query/past.js';

/** Of one account in one process. Each request takes memory until it is answered. */
const MAX_WEIGHT = 512;
const HISTORY_WEIGHT = 64;
const LARGE_PAGE_WEIGHT = 16;
const LARGE_PAGE = 50;
/** A read that must be as new as a write may wait for seconds, and read meanwhile. */
const POSITION_WEIGHT = 8;
/** While it waits it takes next to no memory, and what it waits for is read once for all. A binary fraction, so that sums are exact. */
const WAITING_WEIGHT = 1 / 16;
/** So that a page of a megabyte weighs as much as one of a history. */
const BYTES_OF_A_WEIGHT = 16_384;

/** What accounts have in progress. */
export class InFlight {
  private readonly weights = new Map<string, number>();
  private readonly queues = new Map<string, Set<() => void>>();

  /** @returns undefined if there is no room: the first request of an account always has some */
  enter(accountId: string, weight: number): Held | undefined {
    return this.hasRoom(accountId, weight, 0) ? new Held(this, accountId, weight) : undefined;
  }

  /** Beside what is held by the others. */
  hasRoom(accountId: string, weight: number, own: number): boolean {
    const others = (this.weights.get(accountId) ?? 0) - own;
    return weight <= own || others <= 0 || others + weight <= MAX_WEIGHT;
  }

  add(accountId: string, weight: number): void {
    const sum = (this.weights.get(accountId) ?? 0) + weight;
    if (sum > 0) this.weights.set(accountId, sum);
    else this.weights.delete(accountId);
    if (weight < 0) for (const look of [...(this.queues.get(accountId) ?? [])]) look();
  }

  queue(accountId: string, look: () => void): () => void {
    const queue = this.queues.get(accountId) ?? new Set();
    this.queues.set(accountId, queue.add(look));
    return () => {
      queue.delete(look);
      if (queue.size === 0) this.queues.delete(accountId);
    };
  }
}

const heldBy = new WeakMap<object, Held[]>();

/** What a request holds of the room of its account, and of its credential. */
export function heldOf({ raw }: Pick<FastifyRequest, 'raw'>): Pick<Held, 'wait' | 'carry'> {
  const all = heldBy.get(raw) ?? [];
  return {
    wait: () => all.forEach((held) => held.wait()),
    carry: async (bytes) => {
      for (const held of all) await held.carry(bytes);
    },
  };
}

export function noteHeld({ raw }: FastifyRequest, held: Held): void {
  heldBy.set(raw, [...(heldBy.get(raw) ?? []), held]);
}

/** The part of one request in what its account has in progress. */
export class Held {
  private hasLeft = false;
  private look: (() => void) | undefined;

  constructor(
    private readonly inFlight: InFlight,
    private readonly accountId: string,
    private weight: number,
  ) {
    inFlight.add(accountId, weight);
  }

  /** It only waits from now on. */
  wait(): void {
    this.set(WAITING_WEIGHT);
  }

  /** Resolves when there is room for so much to be sent, at once if it is no more than before, or when the request is over. */
  async carry(bytes: number): Promise<void> {
    const weight = Math.min(HISTORY_WEIGHT, Math.max(1, bytes / BYTES_OF_A_WEIGHT));
    await new Promise<void>((resolve) => {
      this.look = () => {
        if (!this.hasLeft && !this.inFlight.hasRoom(this.accountId, weight, this.weight)) return;
        leaveQueue();
        this.set(weight);
        resolve();
      };
      const leaveQueue = this.inFlight.queue(this.accountId, this.look);
      this.look();
    });
  }

  leave(): void {
    if (this.hasLeft) return;
    this.set(0);
    this.hasLeft = true;
    this.look?.();
  }

  private set(weight: number): void {
    if (this.hasLeft) return;
    const change = weight - this.weight;
    this.weight = weight;
    this.inFlight.add(this.accountId, change);
  }
}

/**
 * What an access check takes in addition, once its body is there: one about the past folds histories. A body is read only after the
 * credential is checked.
 */
export function weightOfBody({ body, routeOptions }: FastifyRequest): number {
  return isAccessCheck(routeOptions.url) && asksForThePast(body) ? HISTORY_WEIGHT - 1 : 0;
}

const isAccessCheck = (url = '') => url.startsWith('/access/v1/');

/**
 * A page of events, or a history that is folded, is up to a megabyte of items at once; so is what is sent as it is read, and a large
 * page of a list.
 */
export function weightOf(request: FastifyRequest): number {
  const positionWeight = request.headers['rollbook-at-least'] === undefined ? 0 : POSITION_WEIGHT;
  return Math.max(positionWeight, weightOfRoute(request));
}

function weightOfRoute({ method, query, headers, routeOptions }: FastifyRequest): number {
  const { url = '' } = routeOptions;
  if (method !== 'GET') return /\/revert$/.test(url) ? HISTORY_WEIGHT : 1;
  const { asOf, limit, wait = '0' } = query as Record<string, string | undefined>;
  // Of these there are few, and they wait for room before they read: those who come together are not refused for it.
  const waits = wait !== '0' || headers.accept?.includes('text/event-stream') === true;
  if (waits && /\/changes$/.test(url)) return WAITING_WEIGHT;
  if (asOf !== undefined || HISTORIES.test(url)) return HISTORY_WEIGHT;
  return Number(limit) > LARGE_PAGE ? LARGE_PAGE_WEIGHT : 1;
}

const HISTORIES = /\/(events|history|diff|changes|snapshot|export\/:exported|refused\.csv)$/;
