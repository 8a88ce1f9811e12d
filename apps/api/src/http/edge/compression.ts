import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Smaller answers fit in one packet anyway. */
const THRESHOLD_BYTES = 1_024;
/** Slightly smaller than gzip, in about the same time. */
const BROTLI_QUALITY = 4;
/** Not a stream of events: a compressor would hold them back. */
const TYPES = /^text\/(?!event-stream)|[+/](x-nd)?json(;|$)/;

/**
 * Compresses lists, documents and exports, but not answers to writes: only these contain secrets, whose compressed length next to
 * the caller's input could reveal them (BREACH). Nor single versioned resources: a strong ETag identifies one representation.
 */
export async function compressAnswers(fastify: FastifyInstance): Promise<void> {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const etag = String(reply.getHeader('etag') ?? '');
    if (request.method !== 'GET' || etag.startsWith('"')) request.headers['x-no-compression'] = 'true';
    done(null, payload);
  });
  await fastify.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip', 'identity'],
    threshold: THRESHOLD_BYTES,
    customTypes: TYPES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
}
