import type { SecurityHeadersOptions } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/**
 * What browsers are told with each answer. Answers are data: nothing in them may be run, framed or taken for another type.
 * What says something about pages only (openers, plug-ins, what old browsers did with downloads and scripts) is left out.
 * https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html#security-headers
 */
export const DATA_HEADERS: SecurityHeadersOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: "'none'", frameAncestors: "'none'" },
  },
  xFrameOptions: { action: 'deny' },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
};

const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    "object-src 'none'",
    "style-src 'self' 'unsafe-inline'",
  ].join(';'),
  'cross-origin-opener-policy': 'same-origin',
};

/** Lets the routes under a path be a page: with scripts, styles and pictures of its own, and nobody else's. */
export function allowPage(fastify: FastifyInstance, path: string): void {
  fastify.addHook('onRequest', ({ routeOptions: { url: route = '' } }, reply, done) => {
    if (route === path || route.startsWith(`${path}/`)) void reply.headers(PAGE_HEADERS);
    done();
  });
}
