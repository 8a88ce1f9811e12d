import { queryOptions, useQuery } from '@tanstack/react-query';
import { isRollbookError } from '#libs/client';
import { connection } from '../api/connection.js';
import { queryClient } from '../api/query-client.js';

export type Role = 'owner' | 'admin' | 'member';

/** Who is signed in, as the API tells. */
export interface Session {
  id: string;
  kind: 'user' | 'operator';
  name: string | null;
  email: string | null;
  accountId: string | null;
  userId: string | null;
  role: Role | null;
  accounts: { accountId: string; accountName: string; userId: string; role: Role }[];
  issuer: string;
  signedInAt: string;
  authTime: string;
  expiresAt: string;
  idleExpiresAt: string;
}

async function fetchSession(): Promise<Session | null> {
  const answer = await fetch('/v1/session', { headers: { accept: 'application/json' } });
  if (answer.status === 401) return null;
  if (!answer.ok) throw new Error(`The session could not be read (${answer.status}).`);
  return (await answer.json()) as Session;
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

/** Where the sign-in begins, to come back to this page. */
export function signInUrl(returnTo: string): string {
  return `/auth/login?${new URLSearchParams({ returnTo })}`;
}

export async function signOut(): Promise<void> {
  const answer = await fetch('/auth/logout', { method: 'POST' });
  const { redirectTo } = answer.ok
    ? ((await answer.json()) as { redirectTo: string })
    : { redirectTo: '/login' };
  location.assign(redirectTo);
}

/** After signing in again in another window: goes on here where the same person is back. */
export async function resumeSession(): Promise<boolean> {
  const before = queryClient.getQueryData(sessionQuery.queryKey);
  const now = await fetchSession().catch(() => null);
  if (!now) return false;
  if (before && (before.userId !== now.userId || before.kind !== now.kind)) {
    location.assign('/');
    return false;
  }
  queryClient.setQueryData(sessionQuery.queryKey, now);
  connection.set('online');
  await queryClient.invalidateQueries();
  return true;
}

export const isSignedOut = (error: unknown): boolean => isRollbookError(error) && error.status === 401;
