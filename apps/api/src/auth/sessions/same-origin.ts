import type { FastifyRequest } from 'fastify';
import { Problem } from '../../problems/problem.js';

const READS = new Set(['GET', 'HEAD']);

export function isRead({ method }: FastifyRequest): boolean {
  return READS.has(method);
}

/**
 * Whether a request's cookie counts. Browsers say where a request comes from, and no page can make them say anything else
 * (https://www.w3.org/TR/fetch-metadata/). Addresses that only read may also be typed into the address bar.
 */
export function mayUseCookie(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return true;
  return isRead(request) && (site === undefined || site === 'none');
}

/** @throws Problem `cross_site_request` for a write that does not come from a page of the same origin */
export function requireSameOrigin(request: FastifyRequest): void {
  if (isRead(request) || mayUseCookie(request)) return;
  throw new Problem(
    'cross_site_request',
    'With a session only pages of the same origin may write: Sec-Fetch-Site must be same-origin.',
  );
}
