import type { FastifyReply } from 'fastify';
import { pathOf } from '../../problems/framework-problems.js';

/** Gives every versioned resource its strong ETag, and what was created its Location. */
export function setResourceHeaders(reply: FastifyReply, body: unknown): void {
  const { id, version } = (body ?? {}) as { id?: unknown; version?: unknown };
  if (typeof version === 'number') reply.header('etag', `"${version}"`);
  const { method, raw } = reply.request;
  if (method === 'POST' && reply.statusCode === 201 && typeof id === 'string')
    reply.header('location', `${pathOf(raw.url)}/${id}`);
}
