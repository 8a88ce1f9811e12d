import type { LoggerService } from '@nestjs/common';
import type { FastifyBaseLogger, FastifyInstance, FastifyServerOptions } from 'fastify';
import { API_KEY_PATTERN } from './auth/api-keys/api-key-format.js';
import { SESSION_PATTERN } from './auth/sessions/session-cookie.js';
import { accountOf, seenBy } from './auth/caller/caller.js';
import type { LogLevel } from './configuration/configuration.js';
import { contextOf } from './observability/request-context.js';

const REDACTED = [
  'req.headers.authorization',
  'headers.authorization',
  'req.headers.cookie',
  'headers.cookie',
  '*.authorization',
  '*.cookie',
  '*.token',
  '*.email',
  '*.cursorSecret',
];

export function logOptions(level: LogLevel): FastifyServerOptions['logger'] {
  if (level === 'silent') return false;
  return { level, redact: { paths: REDACTED, censor: '[redacted]' }, hooks: { streamWrite: withoutSecrets } };
}

/** Keys, sessions and tokens, anywhere in a line. */
const CREDENTIALS = new RegExp(
  [API_KEY_PATTERN.source, SESSION_PATTERN.source, /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/.source].join('|'),
  'gu',
);
/** A domain has no slash: `node_modules/@nestjs/core/…` in a stack trace is not an address. */
const ADDRESSES = /[^\s"'<>\\@,;:]{1,64}(?:@|%40)[^\s"'<>\\/@,;:]{1,255}\.[^\s"'<>\\@,;:.]{2,}/gu;

/** The final filter for each line, for whatever no path above covers. */
export function withoutSecrets(line: string): string {
  const open = line.replace(CREDENTIALS, '[redacted]');
  // Looking for an address takes long, and few lines have one.
  return open.includes('@') || open.includes('%40') ? open.replace(ADDRESSES, '[redacted]') : open;
}

/** One line for each answered request. The path is logged as its pattern, and the query never: it may contain emails. */
export function logRequests(fastify: FastifyInstance): void {
  // A line that the level leaves out need not be put together with each request.
  const log = fastify.log as FastifyBaseLogger & { isLevelEnabled?(level: string): boolean };
  if (!log.isLevelEnabled?.('info')) return;
  fastify.addHook('onResponse', (request, reply, done) => {
    const { clientRequestId, correlationId, traceparent, table, limitedAccountId } = contextOf(request);
    request.log.info(
      {
        clientRequestId,
        correlationId,
        traceId: traceparent.split('-')[1],
        method: request.method,
        // A path without a route is whatever its sender made up.
        route: request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown'),
        status: reply.statusCode,
        accountId: accountOf(request) ?? limitedAccountId,
        seenBy: seenBy(request),
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
        table,
      },
      'request answered',
    );
    done();
  });
}

/** Nest's own messages, as lines of the same log: those at startup are only `debug`. */
export class FrameworkLog implements LoggerService {
  constructor(private readonly logger: FastifyBaseLogger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug({ context: context.at(-1) }, String(message));
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn({ context: context.at(-1) }, String(message));
  }

  error(message: unknown, ...context: unknown[]): void {
    this.logger.error({ err: message, context: context.at(-1) }, String(message));
  }
}
