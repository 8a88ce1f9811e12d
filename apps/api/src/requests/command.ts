import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CommandContext } from '#libs/directory';
import { actorOf, callerOf } from '../access-control/caller.js';
import { Problem } from '../problems/problem.js';
import { contextOf } from './request-context.js';

const OWN_ETAG = /^"([1-9][0-9]{0,14})"$/;
/** RFC 9110, section 8.8.3: one entity tag, or several. */
const ANY_ETAG = /^(W\/)?"[\x21\x23-\x7e]*"(\s*,\s*(W\/)?"[\x21\x23-\x7e]*")*$/;

/** Injects who asks for a change and which version they have seen: the header `If-Match`, when there is one. */
export const CurrentCommand = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  commandOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The same for changes that must not be made blindly: without `If-Match` it is a 428. */
export const VersionedCommand = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  if (request.headers['if-match'] === undefined)
    throw new Problem('precondition_required', 'Send If-Match with the ETag of the version you have seen.');
  return commandOf(request);
});

function commandOf(request: FastifyRequest): CommandContext {
  return {
    actor: actorOf(callerOf(request)),
    correlationId: contextOf(request).correlationId,
    expectedVersion: expectedVersion(request.headers['if-match']),
  };
}

/** @throws Problem `version_mismatch` for an entity tag that no version of ours can have */
function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const [, version] = OWN_ETAG.exec(ifMatch.trim()) ?? [];
  if (version !== undefined) return Number(version);
  if (ANY_ETAG.test(ifMatch.trim()))
    throw new Problem('version_mismatch', 'If-Match takes one strong ETag, as a previous answer gave it.');
  const detail = 'If-Match must be an ETag in quotes, as a previous answer gave it.';
  throw new Problem('invalid_if_match', detail, {
    errors: [{ code: 'invalid_if_match', detail, header: 'If-Match' }],
  });
}
