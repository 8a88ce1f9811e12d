import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const SENT_BY_CLIENTS = [
  'authorization',
  'content-type',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'x-request-id',
  'x-correlation-id',
  'traceparent',
  'tracestate',
];
const READ_BY_CLIENTS = [
  'etag',
  'location',
  'link',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'idempotency-replayed',
  'www-authenticate',
  'x-request-id',
  'server-timing',
];
const PREFLIGHT_GOOD_FOR_SECONDS = 600;

/**
 * Lets web pages of the named origins call the API (https://fetch.spec.whatwg.org/#http-cors-protocol). Without
 * credentials: a token is sent by the page itself, never by the browser.
 */
export function allowOrigins(app: NestFastifyApplication, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.enableCors({
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: SENT_BY_CLIENTS,
    exposedHeaders: READ_BY_CLIENTS,
    maxAge: PREFLIGHT_GOOD_FOR_SECONDS,
    credentials: false,
  });
}
