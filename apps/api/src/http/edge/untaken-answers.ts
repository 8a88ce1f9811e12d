import type { FastifyInstance } from 'fastify';

const TAKEN_WITHIN_MS = 30_000;

/**
 * Ends the connection of a client that takes nothing of its answer: what is made for it, and not sent, stays in memory. A connection on which
 * there is nothing to send, as that of an event stream without events, is left alone.
 */
export function endUntakenAnswers(fastify: FastifyInstance, takenWithinMs = TAKEN_WITHIN_MS): void {
  fastify.addHook('onRequest', (_request, { raw }, done) => {
    // Node counts progress of a write as activity, and as none that more was put behind it.
    raw.setTimeout(takenWithinMs, () => {
      if (raw.socket && raw.socket.writableLength > 0) raw.destroy();
    });
    done();
  });
}
