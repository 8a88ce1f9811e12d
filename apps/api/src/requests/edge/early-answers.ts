import type { FastifyInstance } from 'fastify';

/**
 * Reads and discards what a client still sends after its answer is known: if the connection were closed in the middle, a
 * client that writes first and reads later would lose the answer. The time limit of a request applies.
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
