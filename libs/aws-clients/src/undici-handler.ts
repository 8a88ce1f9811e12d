import { UndiciHttpHandler } from '@smithy/undici-http-handler';
import { bufferingDispatcher } from './buffering-dispatcher.js';
import type { TimeLimits } from './time-limits.js';

/** undici would close it after 4 s; DynamoDB does after 60 s: https://github.com/aws/aws-sdk-java/issues/1365 */
const KEEP_IDLE_MS = 50_000;

/** Programs that do not use it do not load undici's megabytes. */
export function overUndici(connections: number): (limits: TimeLimits) => UndiciHttpHandler {
  return (limits) => undiciHandler(limits, connections);
}

function undiciHandler(limits: TimeLimits, connections: number): UndiciHttpHandler {
  const dispatcher = bufferingDispatcher({
    connect: { timeout: limits.connectionTimeout },
    headersTimeout: limits.requestTimeout,
    bodyTimeout: limits.socketTimeout,
    keepAliveTimeout: KEEP_IDLE_MS,
    connections,
    pipelining: 1,
  });
  return new UndiciHttpHandler({ dispatcher });
}
