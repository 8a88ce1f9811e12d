import type { FastifyInstance } from 'fastify';

/** If the connection were closed in the middle, a client that writes first and reads later would lose the answer. */
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
