import type { FastifyInstance } from 'fastify';

/**
 * Reads on what a client still sends after its answer is clear, and throws it away: closed in the middle, the connection
 * would break under a client that writes first and reads then, and the answer would be lost. The time limit of a request
 * bounds it.
 */
export function readOutBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (!raw.complete) {
      // Fastify's own, after a body that is too large.
      if (reply.statusCode === 413) reply.removeHeader('connection');
      raw.unpipe?.();
      raw.resume();
    }
    done(null, payload);
  });
}
