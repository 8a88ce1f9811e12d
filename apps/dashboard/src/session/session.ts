import { queryOptions, useQuery } from '@tanstack/react-query';
import { isRollbookError, type Schemas } from '#libs/client';
import { api } from '../api/client.js';
import { connection } from '../api/connection.js';
import { queryClient } from '../api/query-client.js';

/** Who is signed in. */
export type Session = Schemas['CurrentSessionDto'];

async function fetchSession(): Promise<Session | null> {
  try {
    return asSeen(await api.get('/v1/session'));
  } catch (error) {
    if (isRollbookError(error) && error.status === 401) return null;
    throw error;
  }
}

/** While the person sees as a user, the page is that user's. */
function asSeen(session: Session): Session {
  const { accountId, accountName, userId, name, email, role } = session.seeingAs ?? {};
  if (!accountId || !userId || !accountName || !role) return session;
  const accounts = [{ accountId, accountName, userId, role }];
  return {
    ...session,
    kind: 'user',
    accountId,
    userId,
    name: name ?? null,
    email: email ?? null,
    role,
    accounts,
  };
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: fetchSession,
  staleTime: 60_000,
});

/** The session, below the routes that need one. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('There is no session here.');
  return data;
}

/** What the signed-in person may do in an account. */
export function useMay(accountId: string): { write: boolean; own: boolean; operate: boolean } {
  const session = useSession();
  const operate = session.kind === 'operator';
  const role = session.accounts.find((each) => each.accountId === accountId)?.role ?? session.role;
  return {
    write: operate || role === 'owner' || role === 'admin',
    own: operate || role === 'owner',
    operate,
  };
}

/** Acts in another of one's accounts. Of one that is not, the page tells that there is none. */
export async function chooseAccount(session: Session, accountId: string): Promise<void> {
  if (!session.accounts.some((each) => each.accountId === accountId)) return;
  const chosen = await api.post('/v1/session/account', { body: { accountId } });
  queryClient.setQueryData(sessionQuery.queryKey, chosen);
}

/** What cannot be undone needs a sign-in that is no older. */
const RECENT_SECONDS = 300;

interface SignInOptions {
  provider?: string;
  /** The identity provider asks for proof again, unless it had some within five minutes. */
  recent?: boolean;
}

/** Where the sign-in begins, to come back to this page. */
export function signInUrl(returnTo: string, { provider, recent }: SignInOptions = {}): string {
  const asked = {
    ...(recent && { maxAge: String(RECENT_SECONDS) }),
    returnTo,
    ...(provider && { provider }),
  };
  return `/auth/login?${new URLSearchParams(asked)}`;
}

export async function signOut(): Promise<void> {
  const { redirectTo } = await api.post('/auth/logout');
  // Drafts hold people's names, and the next person at this tab may be another one.
  sessionStorage.clear();
  location.assign(redirectTo);
}

/** After signing in again in another window: goes on here where the same person is back. */
export async function resumeSession(): Promise<boolean> {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  const now = await fetchSession().catch(() => null);
  if (!now) return false;
  const age = (Date.now() - new Date(now.authTime ?? 0).getTime()) / 1_000;
  if (connection.get() === 'sign-in-too-old' && age > RECENT_SECONDS) return false;
  if (before && (before.userId !== now.userId || before.kind !== now.kind)) {
    location.assign('/');
    return false;
  }
  queryClient.setQueryData(sessionQuery.queryKey, now);
  connection.set('online');
  await queryClient.invalidateQueries();
  return true;
}
