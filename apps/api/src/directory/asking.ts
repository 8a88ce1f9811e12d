import type { FastifyInstance } from 'fastify';
import type { WriteSignal } from '#libs/program';

/** Reports the accounts of requests to the stream processor of this machine, so that jobs of others make room. Must come before any route. */
export function tellWhoAsks(fastify: FastifyInstance, signal: WriteSignal): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { accountId } = request.params as Record<string, string | undefined>;
    if (accountId !== undefined) signal.requested(accountId);
    done();
  });
}
