import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** One that a client keeps open, or has opened and not used, would otherwise hold the process until its deadline. */
export function closeConnectionsWhenStopping(fastify: FastifyInstance): void {
  let stopping = false;
  const open = new Set<Socket>();
  fastify.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  fastify.addHook('preClose', (done) => {
    stopping = true;
    // Node takes a connection that never had a request for a busy one.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done(null, payload);
  });
}
