import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CommandContext, ReceiptRequest } from '#libs/directory';
import { actorOf, callerOf } from '../../access-control/caller.js';
import { declaredProblems } from '../../openapi/api-problems.decorator.js';
import type { ProblemCode } from '../../problems/catalogue.js';
import { fieldProblem, Problem } from '../../problems/problem.js';
import { pathOf } from '../../problems/framework-problems.js';
import { checksQuery } from '../query/known-input.guard.js';
import { contextOf } from '../observability/request-context.js';

/** The ETag of a read contains more than the version: see answerConditionally. */
const OWN_ETAG = /^"([1-9][0-9]{0,14})(?:-[\w-]{16})?"$/;
const ANY_ETAG = /^(W\/)?"[\x21\x23-\x7e]*"(\s*,\s*(W\/)?"[\x21\x23-\x7e]*")*$/;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;

/** Injects the author and conditions of a change: `If-Match`, `Idempotency-Key` and `dryRun=true`. */
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

export function isVersioned(problems: readonly ProblemCode[]): boolean {
  return problems.includes('version_mismatch');
}

/** @throws Problem `version_mismatch`, or `invalid_if_match` if there is no version: ignoring a condition would be worse */
function expectedVersion(ifMatch: string | undefined, handler: object): number | undefined {
  if (ifMatch === undefined) return undefined;
  if (!isVersioned(declaredProblems(handler))) {
    const detail = 'A new resource has no version yet: do not send If-Match.';
    throw fieldProblem([{ code: 'invalid_if_match', detail, header: 'If-Match' }]);
  }
  if (ifMatch.trim() === '*') return undefined;
  const [, version] = OWN_ETAG.exec(ifMatch.trim()) ?? [];
  if (version !== undefined) return Number(version);
  if (ANY_ETAG.test(ifMatch.trim()))
    throw new Problem('version_mismatch', 'If-Match must be one strong ETag from a previous answer.');
  const detail = 'If-Match must be a quoted ETag from a previous answer.';
  throw fieldProblem([{ code: 'invalid_if_match', detail, header: 'If-Match' }]);
}

/** Writes take this one query parameter. */
function isDryRun(query: Record<string, string>): boolean {
  const unknown = Object.keys(query).filter((name) => name !== 'dryRun');
  if (unknown.length > 0)
    throw fieldProblem(
      unknown.map((parameter) => ({
        code: 'unknown_field',
        detail: `${parameter} is not supported here.`,
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

/** A PUT has the same result however often it is sent. Ignoring a key would be worse than refusing it. */
function refuseKey({ headers }: FastifyRequest): undefined {
  if (headers['idempotency-key'] === undefined) return undefined;
  const detail = 'A PUT can always be repeated: do not send an Idempotency-Key.';
  throw fieldProblem([{ code: 'invalid_idempotency_key', detail, header: 'Idempotency-Key' }]);
}

/** The state that a command led to is stored with it, and answers a repetition. */
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

/** The reader distinguishes streamed answers. */
function bodyText(body: unknown): string {
  return body instanceof Readable ? '' : JSON.stringify(body ?? null);
}
