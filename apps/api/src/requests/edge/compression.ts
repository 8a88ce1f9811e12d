import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Below it, a packet is a packet. */
const THRESHOLD_BYTES = 1_024;
/** Somewhat smaller than gzip in about its time. */
const BROTLI_QUALITY = 4;
const TYPES = /^text\/|[+/](x-nd)?json(;|$)/;

/**
 * Compresses lists, documents and exports. Not what answers a write: only there are secrets, and next to what the caller
 * sent their length would tell of them (BREACH). Not one versioned resource: its ETag is strong, and of one representation.
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
