import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CommandContext } from '#libs/directory';
import { actorOf, callerOf } from '../../access-control/caller.js';
import { Problem } from '../../problems/problem.js';
import { receiptOf } from '../../requests/commands/command.js';
import { contextOf } from '../../requests/observability/request-context.js';
import { isObject, type ScimObject } from '../schema/conform.js';
import type { QueryString } from './query.js';

const ETAG = /^(?:W\/)?"([1-9]\d{0,14})"$/;

/** Injects the query string unchanged: unknown parameters are ignored, because identity providers send some. */
export const ScimQuery = createParamDecorator(
  (_data: unknown, context: ExecutionContext): QueryString =>
    context.switchToHttp().getRequest<FastifyRequest>().query as QueryString,
);

export const ScimBody = createParamDecorator((_data: unknown, context: ExecutionContext): ScimObject => {
  const { body } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!isObject(body)) throw new Problem('invalid_syntax', 'The body must be a JSON object.');
  return body;
});

export const ScimCommand = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const command: CommandContext = {
    actor: actorOf(callerOf(request)),
    correlationId: contextOf(request).correlationId,
    // A POST concerns nothing that has a version yet.
    ...(request.method === 'POST'
      ? { receipt: receiptOf(request) }
      : { expectedVersion: versionIn(request.headers['if-match']) }),
  };
  return command;
});

/** Weak tags are accepted (RFC 7644, section 3.14). @throws Problem `version_mismatch` for a tag that is not ours */
export function versionIn(tag: string | undefined): number | undefined {
  if (tag === undefined || tag.trim() === '*') return undefined;
  const [, version] = ETAG.exec(tag.trim()) ?? [];
  if (version === undefined) throw new Problem('version_mismatch', 'The resource has no such version.');
  return Number(version);
}

export function isKnown(request: FastifyRequest, version: string): boolean {
  const known = request.headers['if-none-match'];
  return known !== undefined && known.split(',').some((tag) => ['*', version].includes(tag.trim()));
}

export function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  resource: ScimObject,
  version: string,
): ScimObject | undefined {
  reply.header('etag', version);
  if (request.method !== 'GET' || !isKnown(request, version)) return resource;
  reply.status(304);
  return undefined;
}
