// Everything below /prod is for members of one service group.
import { NextResponse, type NextRequest } from 'next/server';
import { openedGuard } from './lib/rollbook';

export const config = { matcher: '/prod/:path*' };

export async function proxy(request: NextRequest) {
  // Your own sign-in comes here: a session, or a token that has been verified.
  const userId = request.headers.get('x-user-id');
  if (!userId) return NextResponse.json({ title: 'Unauthorized' }, { status: 401 });
  const guard = await openedGuard();
  if (await guard.mayEnter(userId, process.env.SERVICE_GROUP ?? '', {})) return NextResponse.next();
  return NextResponse.json({ title: 'Forbidden' }, { status: 403 });
}
