import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CommandContext, Outcome } from '#libs/directory';
import { actorOf, callerOf, tenantOf, type RequestTenant } from '../../auth/caller/caller.js';
import { Problem } from '../../problems/problem.js';
import { stateOf } from '../../commands/command-answer.js';
import { receiptOf, type Change } from '../../commands/command.js';
import { contextOf } from '../../observability/request-context.js';
import { isObject, type ScimObject } from '../schema/conform.js';
import type { QueryString } from './query.js';
import { baseOfPath, type ScimBase } from '../schema/scim-base.js';

const ETAG = /^(?:W\/)?"([1-9]\d{0,14})"$/;

export interface ScimRequest {
  tenant: RequestTenant;
  /** The address that was asked, which says what a Group is. */
  base: ScimBase;
  /** Unchanged: unknown parameters are ignored, because identity providers send some. */
  query: QueryString;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface ScimChange extends ScimRequest, Change {}

function requestIn(context: ExecutionContext): ScimRequest {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const query = request.query as QueryString;
  const base = baseOfPath(request.routeOptions.url ?? '');
  return { tenant: tenantOf(request), base, query, request, reply: http.getResponse<FastifyReply>() };
}

export const CurrentScim = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  requestIn(context),
);

export const CurrentScimChange = createParamDecorator(
  (_data: unknown, context: ExecutionContext): ScimChange => {
    const scim = requestIn(context);
    return { ...scim, caller: callerOf(scim.request), command: commandOf(scim.request) };
  },
);

export const ScimBody = createParamDecorator((_data: unknown, context: ExecutionContext): ScimObject => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!isObject(body)) throw new Problem('invalid_syntax', 'The body must be a JSON object.');
  return body;
});

function commandOf(request: FastifyRequest): CommandContext {
  return {
    actor: actorOf(callerOf(request)),
    correlationId: contextOf(request).correlationId,
    // A repeated DELETE is answered with 404, which means the same to a client.
    receipt: request.method === 'DELETE' ? undefined : receiptOf(request),
    // A POST concerns nothing that has a version yet.
    expectedVersion: request.method === 'POST' ? undefined : versionIn(request.headers['if-match']),
  };
}

/** What a command led to, or had led to when its key was used for the first time. */
export function answered<State>({ reply }: ScimChange, outcome: Outcome<State>): State {
  if (outcome.answeredBefore) reply.header('idempotency-replayed', 'true');
  return stateOf(outcome);
}

/** Weak tags are accepted (RFC 7644, section 3.14). @throws Problem `version_mismatch` for a tag that is not ours */
export function versionIn(tag: string | undefined): number | undefined {
  if (tag === undefined || tag.trim() === '*') return undefined;
  const [, version] = ETAG.exec(tag.trim()) ?? [];
  if (version === undefined) throw new Problem('version_mismatch', 'The resource has no such version.');
  return Number(version);
}

function isKnown(request: FastifyRequest, version: string): boolean {
  const known = request.headers['if-none-match'];
  return known !== undefined && known.split(',').some((tag) => ['*', version].includes(tag.trim()));
}

export function sendResource(
  { request, reply }: ScimRequest,
  resource: ScimObject,
  version: string,
): ScimObject | undefined {
  reply.header('etag', version);
  if (request.method !== 'GET' || !isKnown(request, version)) return resource;
  reply.status(304);
  return undefined;
}
