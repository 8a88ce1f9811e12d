// observability: ids, traces and metrics of requests.
// Imports configuration.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ulid } from 'ulid';
import { revertibility } from '#libs/directory';
import type { DomainEvent } from '#libs/domain';
import { realRuntime } from '#libs/pacing';
import type { CallReport } from '@rollbook/single-table';
import { spanOf, type Sampler } from './trace-context.js';

export interface RequestContext {
  requestId: string;
  /** The client's own id of this request in its logs. Ours differs, because a client may send one twice. */
  clientRequestId: string | undefined;
  /** Ties together what several services did for one purpose; the request's own id when the client sent none. */
  correlationId: string;
  /** The request's span in its client's trace, as W3C Trace Context writes it. */
  traceparent: string;
  parentSpanId: string | undefined;
  startedAt: number;
  table: TableUse;
  tableCalls: TableCall[];
  /** Called after each: a client that has gone away is charged for what is still read for it. */
  onTableCall: (() => void) | undefined;
  /** Of what the request changed: the version of each subject, in the order of the commits. */
  positions: Map<string, number>;
  /** Whether there is a way back from all that the request changed; undefined: it has set nothing. */
  isRevertible: boolean | undefined;
  /** Rows and words that searches in memory have looked at. */
  looked: number;
  /** Until what it reads was as new as requested. */
  waitedMs: number;
  /** Of a request that was refused for its rate, before its caller was admitted. */
  limitedAccountId: string | undefined;
  /** Why it was answered with a 5xx though nothing is wrong. */
  expectedError: string | undefined;
  /** The answer says that there is nothing: anything that was read may be another tenant's. */
  hidesUnits: boolean;
}

export interface TableCall {
  operation: string;
  durationMs: number;
  endedAt: number;
  error: string | undefined;
}

export interface TableUse {
  calls: number;
  milliseconds: number;
  readUnits: number;
  writeUnits: number;
}

const SANE_ID = /^[A-Za-z0-9._:-]{1,64}$/;
const contexts = new WeakMap<object, RequestContext>();

export function contextOf(request: FastifyRequest, samples?: Sampler): RequestContext {
  let context = contexts.get(request.raw);
  if (!context) {
    context = {
      requestId: request.id,
      clientRequestId: saneId(request.headers['x-request-id']),
      correlationId: saneId(request.headers['x-correlation-id']) ?? request.id,
      ...spanOf(request.headers['traceparent'], samples),
      startedAt: performance.now(),
      table: { calls: 0, milliseconds: 0, readUnits: 0, writeUnits: 0 },
      tableCalls: [],
      onTableCall: undefined,
      positions: new Map(),
      isRevertible: undefined,
      looked: 0,
      waitedMs: 0,
      limitedAccountId: undefined,
      expectedError: undefined,
      hidesUnits: false,
    };
    contexts.set(request.raw, context);
  }
  return context;
}

export function newRequestId(): string {
  return `req_${ulid(undefined, () => realRuntime.bytes(1).readUInt8() / 256)}`;
}

/** A client's own id, when it is short and harmless in a log line. */
function saneId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && SANE_ID.test(header) ? header : undefined;
}

export function addTableCall(
  { table, tableCalls, onTableCall }: RequestContext,
  { operation, durationMs, capacity, error }: CallReport,
): void {
  tableCalls.push({ operation, durationMs, endedAt: performance.now(), error });
  table.calls += 1;
  table.milliseconds += durationMs;
  table.readUnits += capacity?.read ?? 0;
  table.writeUnits += capacity?.write ?? 0;
  onTableCall?.();
}

export function followRequests(fastify: FastifyInstance, samples?: Sampler): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    contextOf(request, samples);
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const context = contextOf(request);
    reply.header('x-request-id', context.requestId);
    context.hidesUnits ||= reply.statusCode === 404;
    reply.header('server-timing', serverTiming(context));
    const position = positionIn(context);
    if (position !== undefined) reply.header('rollbook-position', position);
    if (context.isRevertible) reply.header('rollbook-revertible', context.correlationId);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}

/** A large batch commits parts one after the other: a reader who has seen the last ones has seen those before. */
const MAX_POSITIONS = 20;

/** What a reader must have seen to have seen what this request has changed. */
function positionIn({ positions }: RequestContext): string | undefined {
  if (positions.size === 0) return undefined;
  return [...positions]
    .slice(-MAX_POSITIONS)
    .map(([subject, version]) => `${subject}.${version}`)
    .join(',');
}

export function noteCommitted(context: RequestContext, events: readonly DomainEvent[]): void {
  const { positions } = context;
  for (const event of events) {
    const { aggregateId, version } = event;
    positions.delete(aggregateId);
    positions.set(aggregateId, version);
    const found = revertibility(event);
    if (found !== 'nothing') context.isRevertible = context.isRevertible !== false && found === 'yes';
  }
}

export function maskCapacity(context: RequestContext): void {
  context.hidesUnits = true;
}

/** https://www.w3.org/TR/server-timing/: durations in milliseconds, everything else as a description. */
function serverTiming({ startedAt, table, hidesUnits }: RequestContext): string {
  const costs = [
    `total;dur=${(performance.now() - startedAt).toFixed(1)}`,
    `dynamodb;dur=${table.milliseconds.toFixed(1)}`,
    `calls;desc="${table.calls}"`,
  ];
  if (!hidesUnits)
    costs.push(`read-units;desc="${table.readUnits}"`, `write-units;desc="${table.writeUnits}"`);
  return costs.join(', ');
}
