// A service of which everything below /prod is for members of one service group.
import type { AddressInfo } from 'node:net';
import { expressGuard, openGuard } from '@rollbook/guard';
import express from 'express';

declare global {
  namespace Express {
    interface Request {
      userId?: string | undefined;
    }
  }
}

const { ROLLBOOK_URL = '', ROLLBOOK_KEY, ROLLBOOK_ACCOUNT, SERVICE_GROUP = '', PORT = '8080' } = process.env;
// From here on access is checked in this process. It refuses everybody if Rollbook has not been heard of for 30 seconds.
const guard = await openGuard({ baseUrl: ROLLBOOK_URL, token: ROLLBOOK_KEY, accountId: ROLLBOOK_ACCOUNT });

const app = express();
app.use((request, _response, next) => {
  // Your own sign-in comes here: a session, or a token that has been verified.
  request.userId = request.get('x-user-id');
  next();
});
app.use('/prod', expressGuard(guard, { user: (request) => request.userId, serviceGroup: SERVICE_GROUP }));
app.get('/prod/report', (_request, response) => void response.json({ report: 'for members only' }));

const server = app.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void guard.close();
});
