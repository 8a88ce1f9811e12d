import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CommandContext, ReceiptRequest } from '#libs/directory';
import { actorOf, callerOf } from '../../access-control/caller.js';
import { declaredProblems } from '../../openapi/may-fail.decorator.js';
import type { ProblemCode } from '../../problems/catalogue.js';
import { fieldProblem, Problem } from '../../problems/problem.js';
import { pathOf } from '../../problems/framework-problems.js';
import { checksQuery } from '../query/known-input.guard.js';
import { contextOf } from '../observability/request-context.js';

/** A read's says more than the version: see answerConditionally. */
const OWN_ETAG = /^"([1-9][0-9]{0,14})(?:-[\w-]{16})?"$/;
/** RFC 9110, section 8.8.3: one entity tag, or several. */
const ANY_ETAG = /^(W\/)?"[\x21\x23-\x7e]*"(\s*,\s*(W\/)?"[\x21\x23-\x7e]*")*$/;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;

/**
 * Injects who asks for a change and how: which version they have seen (`If-Match`), whether it may be repeated
 * (`Idempotency-Key`), and whether it is only to be tried (`dryRun=true`).
 */
export const CurrentCommand = createParamDecorator(
  checksQuery((_data: unknown, context: ExecutionContext) =>
    commandOf(context.switchToHttp().getRequest<FastifyRequest>(), context.getHandler()),
  ),
);

/** The same for changes that must not be made blindly: without `If-Match` it is a 428. */
export const VersionedCommand = createParamDecorator(
  checksQuery((_data: unknown, context: ExecutionContext) => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.headers['if-match'] === undefined)
      throw new Problem('precondition_required', 'Send If-Match with the ETag of the version you have seen.');
    return commandOf(request, context.getHandler());
  }),
);

function commandOf(request: FastifyRequest, handler: object): CommandContext {
  const dryRun = isDryRun(request.query as Record<string, string>);
  return {
    actor: actorOf(callerOf(request)),
    correlationId: contextOf(request).correlationId,
    traceparent: contextOf(request).traceparent,
    expectedVersion: expectedVersion(request.headers['if-match'], handler),
    dryRun,
    receipt: request.method === 'PUT' ? refuseKey(request) : receiptOf(request),
  };
}

/** True for changes of what has a version: those that a version can be wrong for. */
export function isVersioned(problems: readonly ProblemCode[]): boolean {
  return problems.includes('version_mismatch');
}

/**
 * @throws Problem `version_mismatch` for an entity tag that no version of ours can have, `invalid_if_match` where there
 *   is no version: a condition that nobody looks at would be worse
 */
function expectedVersion(ifMatch: string | undefined, handler: object): number | undefined {
  if (ifMatch === undefined) return undefined;
  if (!isVersioned(declaredProblems(handler))) {
    const detail = 'What this makes has no version yet: send no If-Match.';
    throw fieldProblem([{ code: 'invalid_if_match', detail, header: 'If-Match' }]);
  }
  if (ifMatch.trim() === '*') return undefined;
  const [, version] = OWN_ETAG.exec(ifMatch.trim()) ?? [];
  if (version !== undefined) return Number(version);
  if (ANY_ETAG.test(ifMatch.trim()))
    throw new Problem('version_mismatch', 'If-Match takes one strong ETag, as a previous answer gave it.');
  const detail = 'If-Match must be an ETag in quotes, as a previous answer gave it.';
  throw fieldProblem([{ code: 'invalid_if_match', detail, header: 'If-Match' }]);
}

/** Writes take this one query parameter. */
function isDryRun(query: Record<string, string>): boolean {
  const unknown = Object.keys(query).filter((name) => name !== 'dryRun');
  if (unknown.length > 0)
    throw fieldProblem(
      unknown.map((parameter) => ({
        code: 'unknown_field',
        detail: `${parameter} is not known here.`,
        parameter,
      })),
    );
  const { dryRun } = query;
  if (dryRun !== undefined && dryRun !== 'true' && dryRun !== 'false')
    throw fieldProblem([
      { code: 'not_allowed_value', detail: 'dryRun must be true or false.', parameter: 'dryRun' },
    ]);
  return dryRun === 'true';
}

/**
 * A PUT makes it so however often it is sent, and may take several transactions; the others would be refused, or do it
 * twice. A key that nobody looks at would be worse than none.
 */
function refuseKey({ headers }: FastifyRequest): undefined {
  if (headers['idempotency-key'] === undefined) return undefined;
  const detail = 'A PUT may be sent again as it is: send no Idempotency-Key.';
  throw fieldProblem([{ code: 'invalid_idempotency_key', detail, header: 'Idempotency-Key' }]);
}

/** The state a command led to is kept with it; whoever repeats the command is answered from that. */
export function receiptOf(request: FastifyRequest): ReceiptRequest | undefined {
  const { 'idempotency-key': key, 'if-match': ifMatch = '' } = request.headers;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    const detail = 'Idempotency-Key must be 1 to 128 visible ASCII characters.';
    throw fieldProblem([{ code: 'invalid_idempotency_key', detail, header: 'Idempotency-Key' }]);
  }
  const path = pathOf(request.raw.url);
  const parts = [request.method, path, ifMatch, bodyText(request.body)];
  return {
    // Callers do not share keys: one could otherwise find out which keys another has used.
    idempotencyKey: `${actorOf(callerOf(request))}/${key}`,
    requestHash: hash('sha256', JSON.stringify(parts), 'base64url'),
    answer: (state) => JSON.stringify(state ?? null),
  };
}

/** What is streamed is told apart by whoever reads it. */
function bodyText(body: unknown): string {
  return body instanceof Readable ? '' : JSON.stringify(body ?? null);
}
