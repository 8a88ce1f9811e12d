// app/prod/report/route.js of a Next application, on its Node runtime: a route for members of one service group.
import { openGuard } from '@rollbook/guard';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

const { ROLLBOOK_URL, ROLLBOOK_KEY, ROLLBOOK_ACCOUNT, SERVICE_GROUP } = process.env;
// One for the process. In development Next loads this module again after each change, and the process stays.
const opened = (globalThis.rollbookGuard ??= openGuard({
  baseUrl: ROLLBOOK_URL,
  token: ROLLBOOK_KEY,
  accountId: ROLLBOOK_ACCOUNT,
  whenTooOld: 'ask',
}));

export async function GET(request) {
  const guard = await opened;
  // Your own sign-in comes here: a session, or a token that has been verified.
  const userId = request.headers.get('x-user-id');
  if (!userId || !(await guard.mayEnter(userId, SERVICE_GROUP, {})))
    return Response.json({ title: 'Forbidden' }, { status: 403 });
  return Response.json({ report: 'for members only' });
}
