// A service of which everything below /prod is for members of one service group.
import { serve } from '@hono/node-server';
import { honoGuard, openGuard } from '@rollbook/guard';
import { Hono } from 'hono';

const { ROLLBOOK_URL = '', ROLLBOOK_KEY, ROLLBOOK_ACCOUNT, SERVICE_GROUP = '', PORT = '8080' } = process.env;
// From here on access is checked in this process. It refuses everybody if Rollbook has not been heard of for 30 seconds.
const guard = await openGuard({ baseUrl: ROLLBOOK_URL, token: ROLLBOOK_KEY, accountId: ROLLBOOK_ACCOUNT });

const app = new Hono<{ Variables: { userId: string | undefined } }>();
app.use(async (context, next) => {
  // Your own sign-in comes here: a session, or a token that has been verified.
  context.set('userId', context.req.header('x-user-id'));
  await next();
});
app.use(
  '/prod/*',
  honoGuard(guard, { user: (context) => context.get('userId'), serviceGroup: SERVICE_GROUP }),
);
app.get('/prod/report', (context) => context.json({ report: 'for members only' }));

const server = serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}`),
);
process.on('SIGTERM', () => {
  server.close();
  void guard.close();
});
