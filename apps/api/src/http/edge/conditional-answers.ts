import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

const DIGEST_CHARACTERS = 16;

/**
 * Adds an ETag to each answer to a GET, and answers 304 to clients that have it (RFC 9110, section 13.1.2). It is derived from
 * the content, because counts and times of last use change without the version. For a single resource it begins with the version and
 * is strong, for If-Match; for a list, which may be compressed in several ways, it is weak.
 */
export function answerConditionally(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const isContent = request.method === 'GET' && reply.statusCode === 200 && typeof payload === 'string';
    if (!isContent || !request.url.startsWith('/v1/')) return done(null, payload);
    const etag = etagOf(reply, payload);
    // Only the caller may store it, and must revalidate before each use.
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (!isKnown(request.headers['if-none-match'], etag)) return done(null, payload);
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, '');
  });
}

function etagOf(reply: FastifyReply, payload: string): string {
  const digest = hash('sha256', payload, 'base64url').slice(0, DIGEST_CHARACTERS);
  const version = reply.getHeader('etag');
  return typeof version === 'string' ? `${version.slice(0, -1)}-${digest}"` : `W/"${digest}"`;
}

/** Compared weakly. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}
