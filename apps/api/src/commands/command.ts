// commands: how a route becomes a command of the directory, and its outcome an answer.
// Imports audit-log, auth and what is below them.

import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { CommandContext, ReceiptRequest } from '#libs/directory';
import {
  actorOf,
  callerOf,
  givesAsManager,
  tenantOf,
  type Caller,
  type RequestTenant,
} from '../auth/caller/caller.js';
import { declaredProblems } from '../problems/api-problems.decorator.js';
import type { ProblemCode } from '../problems/catalogue.js';
import { fieldProblem, Problem, type FieldError } from '../problems/problem.js';
import { pathOf } from '../problems/path.js';
import { checksQuery } from '../http/query/known-input.guard.js';
import { contextOf } from '../observability/request-context.js';

/** The ETag of a read contains more than the version: see answerConditionally. */
const OWN_ETAG = /^"(0|[1-9][0-9]{0,14})(?:-[\w-]{16})?"$/;
const ANY_ETAG = /^(W\/)?"[\x21\x23-\x7e]*"(\s*,\s*(W\/)?"[\x21\x23-\x7e]*")*$/;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;

export const CurrentCommand = createParamDecorator(
  checksQuery(mistakesIn, (_data: unknown, context: ExecutionContext) =>
    commandOf(context.switchToHttp().getRequest<FastifyRequest>()),
  ),
);

export interface Change {
  tenant: RequestTenant;
  caller: Caller;
  command: CommandContext;
}

export const CurrentChange = createParamDecorator(
  checksQuery(mistakesIn, (_data: unknown, context: ExecutionContext): Change => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return { tenant: tenantOf(request), caller: callerOf(request), command: commandOf(request) };
  }),
);

/** A command that must not be given blindly: without `If-Match` it is a 428. */
export const VersionedCommand = createParamDecorator(
  checksQuery(mistakesIn, (_data: unknown, context: ExecutionContext) => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.headers['if-match'] === undefined)
      throw new Problem('precondition_required', 'Send If-Match with the ETag of the version you have seen.');
    return commandOf(request);
  }),
);

function commandOf(request: FastifyRequest): CommandContext {
  const caller = callerOf(request);
  return {
    actor: actorOf(caller),
    ...(givesAsManager(caller) && { isByManager: true }),
    correlationId: contextOf(request).correlationId,
    traceparent: contextOf(request).traceparent,
    expectedVersion: expectedVersion(request.headers['if-match']),
    dryRun: (request.query as Record<string, string>)['dryRun'] === 'true',
    receipt: receiptOf(request),
  };
}

function mistakesIn({ query, headers }: FastifyRequest, handler: object): FieldError[] {
  return [
    ...mistakesInQuery(query as Record<string, string>, handler),
    ...mistakesInIfMatch(headers['if-match'], handler),
    ...mistakesInKey(headers['idempotency-key']),
  ];
}

const ADDED_PARAMETERS = 'rollbook:added-parameters';

/** Texts in the query of a write, besides `dryRun`: each name with its description. */
export function AlsoTakes(parameters: Readonly<Record<string, string>>): MethodDecorator {
  const documented = Object.entries(parameters).map(([name, description]) =>
    ApiQuery({ name, description, required: false, schema: { type: 'string' } }),
  );
  return applyDecorators(SetMetadata(ADDED_PARAMETERS, Object.keys(parameters)), ...documented);
}

/** Writes take this one query parameter, and those that they declare with {@link AlsoTakes}. */
function mistakesInQuery({ dryRun, ...others }: Record<string, string>, handler: object): FieldError[] {
  const added = (Reflect.getMetadata(ADDED_PARAMETERS, handler) ?? []) as readonly string[];
  const names = Object.keys(others).filter((name) => !added.includes(name));
  const unknown = names.map((parameter): FieldError => {
    return { code: 'unknown_field', detail: `${parameter} is not supported here.`, parameter };
  });
  if (dryRun === undefined || dryRun === 'true' || dryRun === 'false') return unknown;
  const detail = 'dryRun must be true or false.';
  return [...unknown, { code: 'not_allowed_value', detail, parameter: 'dryRun' }];
}

export function isVersioned(problems: readonly ProblemCode[]): boolean {
  return problems.includes('version_mismatch');
}

/** Ignoring a condition would be worse than refusing it. */
function mistakesInIfMatch(ifMatch: string | undefined, handler: object): FieldError[] {
  if (ifMatch === undefined) return [];
  const isKnown = isVersioned(declaredProblems(handler));
  if (isKnown && (ifMatch.trim() === '*' || ANY_ETAG.test(ifMatch.trim()))) return [];
  const detail = isKnown
    ? 'If-Match must be a quoted ETag from a previous answer.'
    : 'A new resource has no version yet: do not send If-Match.';
  return [{ code: 'invalid_if_match', detail, header: 'If-Match' }];
}

/** @throws Problem `version_mismatch` for an entity tag that cannot be one of our versions */
function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const [, version] = OWN_ETAG.exec(ifMatch.trim()) ?? [];
  if (version !== undefined) return Number(version);
  throw new Problem('version_mismatch', 'If-Match must be one strong ETag from a previous answer.');
}

function mistakesInKey(key: string | string[] | undefined): FieldError[] {
  if (key === undefined || (typeof key === 'string' && IDEMPOTENCY_KEY.test(key))) return [];
  const detail = 'Idempotency-Key must be 1 to 128 visible ASCII characters.';
  return [{ code: 'invalid_idempotency_key', detail, header: 'Idempotency-Key' }];
}

/** The state that a command led to is stored with it, and answers a repetition. */
export function receiptOf(request: FastifyRequest): ReceiptRequest | undefined {
  const { 'idempotency-key': key, 'if-match': ifMatch = '' } = request.headers;
  if (key === undefined) return undefined;
  const mistakes = mistakesInKey(key);
  if (mistakes.length > 0 || typeof key !== 'string') throw fieldProblem(mistakes);
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
