// npm start: a service of which everything below /prod is for members of one service group.
import { expressGuard, openGuard } from '@rollbook/guard';
import express from 'express';

const { ROLLBOOK_URL, ROLLBOOK_KEY, ROLLBOOK_ACCOUNT, SERVICE_GROUP, PORT = '8080' } = process.env;
// From here on access is checked in this process. It refuses everybody if Rollbook has not been heard of for 30 seconds.
const guard = await openGuard({ baseUrl: ROLLBOOK_URL, token: ROLLBOOK_KEY, accountId: ROLLBOOK_ACCOUNT });

const app = express();
app.use((request, _response, next) => {
  // Your own sign-in comes here: a session, or a token that has been verified.
  request.userId = request.get('x-user-id');
  next();
});
app.use('/prod', expressGuard(guard, { user: (request) => request.userId, serviceGroup: SERVICE_GROUP }));
app.get('/prod/report', (_request, response) => response.json({ report: 'for members only' }));

const server = app.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
);
process.on('SIGTERM', async () => {
  server.close();
  server.closeAllConnections();
  await guard.close();
});
