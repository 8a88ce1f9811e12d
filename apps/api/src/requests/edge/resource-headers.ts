import type { FastifyReply } from 'fastify';
import { pathOf } from '../../problems/framework-problems.js';

/** Adds a strong ETag to every versioned resource, and a Location to every created one. */
export function setResourceHeaders(reply: FastifyReply, body: unknown): void {
  const { id, version } = (body ?? {}) as { id?: unknown; version?: unknown };
  if (typeof version === 'number') reply.header('etag', `"${version}"`);
  const { method, raw } = reply.request;
  if (method === 'POST' && reply.statusCode === 201 && typeof id === 'string')
    reply.header('location', `${pathOf(raw.url)}/${id}`);
}
