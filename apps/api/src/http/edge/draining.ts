import type { FastifyInstance } from 'fastify';

/** One that a client keeps open would otherwise hold the process until its deadline. */
export function closeConnectionsWhenStopping(fastify: FastifyInstance): void {
  let stopping = false;
  fastify.addHook('preClose', (done) => {
    stopping = true;
    done();
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}
