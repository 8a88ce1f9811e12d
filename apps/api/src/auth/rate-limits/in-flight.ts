import type { FastifyRequest } from 'fastify';
import { asksForThePast } from '../../http/query/past.js';

/** Of one account in one process. Each request takes memory until it is answered. */
const MAX_WEIGHT = 512;
const HISTORY_WEIGHT = 64;
const LARGE_PAGE_WEIGHT = 16;
const LARGE_PAGE = 50;
/** While it waits it takes next to no memory, and what it waits for is read once for all. A binary fraction, so that sums are exact. */
const WAITING_WEIGHT = 1 / 16;

/** What accounts have in progress. */
export class InFlight {
  private readonly weights = new Map<string, number>();

  /** @returns how to leave, or undefined if there is no room: the first request of an account always has some */
  enter(accountId: string, weight: number): (() => void) | undefined {
    const before = this.weights.get(accountId) ?? 0;
    if (before > 0 && before + weight > MAX_WEIGHT) return undefined;
    this.weights.set(accountId, before + weight);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = (this.weights.get(accountId) ?? 0) - weight;
      if (left > 0) this.weights.set(accountId, left);
      else this.weights.delete(accountId);
    };
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

/** A page of events, or a history that is folded, is up to a megabyte of items at once; so is a large page of a list. */
export function weightOf({ method, query, headers, routeOptions }: FastifyRequest): number {
  if (method !== 'GET') return /\/revert$/.test(routeOptions.url ?? '') ? HISTORY_WEIGHT : 1;
  const { asOf, limit, wait } = query as Record<string, string | undefined>;
  const waits = wait !== undefined || headers.accept?.includes('text/event-stream') === true;
  if (waits && /\/changes$/.test(routeOptions.url ?? '')) return WAITING_WEIGHT;
  if (asOf !== undefined || /\/(events|history|diff)$/.test(routeOptions.url ?? '')) return HISTORY_WEIGHT;
  return Number(limit) > LARGE_PAGE ? LARGE_PAGE_WEIGHT : 1;
}
