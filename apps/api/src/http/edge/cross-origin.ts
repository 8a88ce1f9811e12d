import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const SENT_BY_CLIENTS = [
  'authorization',
  'content-type',
  'if-match',
  'if-none-match',
  'idempotency-key',
  'last-event-id',
  'prefer',
  'rollbook-at-least',
  'rollbook-understands',
  'x-request-id',
  'x-correlation-id',
  'traceparent',
  'tracestate',
  'x-no-compression',
];
const READ_BY_CLIENTS = [
  'allow',
  'content-disposition',
  'etag',
  'location',
  'link',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  'idempotency-replayed',
  'rollbook-position',
  'rollbook-revertible',
  'www-authenticate',
  'x-request-id',
  'server-timing',
];
const PREFLIGHT_GOOD_FOR_SECONDS = 600;

/** Without credentials: the page sends its token, never the browser. https://fetch.spec.whatwg.org/#http-cors-protocol */
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
