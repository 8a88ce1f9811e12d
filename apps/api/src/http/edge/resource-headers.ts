import type { FastifyReply } from 'fastify';
import { pathOf } from '../../problems/path.js';

/** How soon to look for the first time what has become of accepted work. Seconds. */
const LOOK_AFTER = '1';

/** Adds a strong ETag to every versioned resource, a Location to every created one, and a Retry-After to what is to be followed. */
export function setResourceHeaders(reply: FastifyReply, body: unknown): void {
  const { id, version } = (body ?? {}) as { id?: unknown; version?: unknown };
  if (typeof version === 'number') reply.header('etag', `"${version}"`);
  const { method, raw } = reply.request;
  if (method === 'POST' && reply.statusCode === 201 && typeof id === 'string')
    reply.header('location', `${pathOf(raw.url)}/${id}`);
  if (reply.statusCode === 202 && reply.hasHeader('location')) reply.header('retry-after', LOOK_AFTER);
}
