import type { NextRequest } from 'next/server';

/** Gives a page of the signed-in user the access token of their session. */
export function GET(request: NextRequest) {
  // Your own session comes here: it has the access token that your provider issued at sign-in, for Rollbook's audience.
  const token = request.cookies.get('session')?.value;
  if (!token) return Response.json({ title: 'Unauthorized' }, { status: 401 });
  return Response.json({ token }, { headers: { 'cache-control': 'no-store' } });
}
