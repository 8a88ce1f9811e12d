import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TraceExport } from '#libs/program';
import { accountOf } from '../caller/caller.js';
import { contextOf } from '../../observability/request-context.js';
import { besides } from '../../observability/trace-context.js';

const exports = new WeakMap<object, TraceExport>();

/**
 * Sends a span for each answered request, and one for each of its table calls. Names and attributes are those of the route,
 * never of the path or the query, which may contain emails. Source:
 * https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
export function exportSpans(fastify: FastifyInstance, traces: TraceExport): void {
  exports.set(fastify, traces);
  fastify.addHook('onResponse', (request, reply, done) => {
    addSpans(traces, request, reply.statusCode);
    done();
  });
  fastify.addHook('onClose', () => traces.close());
}

/** Sends pending spans: before a host stops the process for a while. */
export async function flushSpans(fastify: FastifyInstance): Promise<void> {
  await exports.get(fastify)?.flush();
}

function addSpans(traces: TraceExport, request: FastifyRequest, status: number): void {
  const { traceparent, parentSpanId, requestId, startedAt, tableCalls, limitedAccountId } =
    contextOf(request);
  const accountId = accountOf(request) ?? limitedAccountId;
  const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown');
  const { timeOrigin } = performance;
  traces.add({
    traceparent,
    parentSpanId,
    name: `${request.method} ${route}`,
    kind: 'server',
    startedAt: timeOrigin + startedAt,
    endedAt: timeOrigin + performance.now(),
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': status,
      'rollbook.request_id': requestId,
      ...(accountId !== undefined && { 'rollbook.account_id': accountId }),
    },
    failed: status >= 500,
  });
  const [, , spanId] = traceparent.split('-');
  for (const { operation, endedAt, durationMs, error } of tableCalls)
    traces.add({
      traceparent: besides(traceparent),
      parentSpanId: spanId,
      name: `DynamoDB ${operation}`,
      kind: 'client',
      startedAt: timeOrigin + endedAt - durationMs,
      endedAt: timeOrigin + endedAt,
      attributes: {
        'db.system.name': 'aws.dynamodb',
        'db.operation.name': operation,
        ...(error !== undefined && { 'error.type': error }),
      },
      failed: error !== undefined,
    });
}
