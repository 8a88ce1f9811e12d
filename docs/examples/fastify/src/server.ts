// A service whose routes below /:serviceGroupId are for members of the service group in the path.
import { fastifyGuard, openGuard } from '@rollbook/guard';
import Fastify from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    userId: string | undefined;
  }
}

const { ROLLBOOK_URL = '', ROLLBOOK_KEY, ROLLBOOK_ACCOUNT, PORT = '8080' } = process.env;
// From here on access is checked in this process. It refuses everybody if Rollbook has not been heard of for 30 seconds.
const guard = await openGuard({ baseUrl: ROLLBOOK_URL, token: ROLLBOOK_KEY, accountId: ROLLBOOK_ACCOUNT });

const app = Fastify({ forceCloseConnections: true });
app.decorateRequest('userId', undefined);
app.addHook('onRequest', async (request) => {
  // Your own sign-in comes here: a session, or a token that has been verified.
  request.userId = request.headers['x-user-id']?.toString();
});
const members = fastifyGuard(guard, {
  user: (request) => request.userId,
  serviceGroup: (request) => request.params.serviceGroupId,
});
app.get('/:serviceGroupId/report', { preHandler: members }, async () => ({ report: 'for members only' }));
app.addHook('onClose', () => guard.close());

console.log(await app.listen({ port: Number(PORT), host: '127.0.0.1' }));
process.on('SIGTERM', () => void app.close());
