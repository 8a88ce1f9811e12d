import type { FastifyRequest } from 'fastify';

const OF_FEEDS = /\/changes(?:\/snapshot)?$/;
const FEATURE = /^[a-z][a-z-]{0,39}$/;
const MAX_FEATURES = 20;

/**
 * What the reader of a feed or of a snapshot says that it understands, in `Rollbook-Understands`: names with commas, none for a reader of a
 * version before there was this header. Undefined for any other request.
 */
export function understoodBy({ headers, routeOptions }: FastifyRequest): string | undefined {
  if (!OF_FEEDS.test(routeOptions.url ?? '')) return undefined;
  const said = String(headers['rollbook-understands'] ?? '');
  const features = said.split(',').map((feature) => feature.trim());
  const known = [...new Set(features.filter((feature) => FEATURE.test(feature)))];
  return known.sort().slice(0, MAX_FEATURES).join(',');
}
