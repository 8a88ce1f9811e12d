import { queryOptions } from '@tanstack/react-query';
import { isRollbookError, type Schemas } from '#libs/client';
import { api } from '../client.js';
import { connection } from '../connection.js';
import { SESSION_KEY } from '../query-client.js';

/** Who is signed in. */
export type Session = Schemas['CurrentSession'];
export type Permission = Schemas['Permission'];

/** Null if nobody is signed in. */
export async function fetchSession(): Promise<Session | null> {
  try {
    return asSeen(await api.get('/v1/session'));
  } catch (error) {
    if (isRollbookError(error) && error.status === 401) return null;
    throw error;
  }
}

/** While the person sees as a user, the page shows what that user would see. */
function asSeen(session: Session): Session {
  const { accountId, accountName, userId, name, email, role, permissions, managedServiceGroups } =
    session.seeingAs ?? {};
  if (!accountId || !userId || !accountName || !role || !permissions) return session;
  const accounts = [{ accountId, accountName, userId, role, permissions }];
  return {
    ...session,
    kind: 'user',
    accountId,
    userId,
    name: name ?? null,
    email: email ?? null,
    role,
    permissions,
    managedServiceGroups: managedServiceGroups ?? [],
    accounts,
  };
}

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: async ({ client, queryKey }) => {
    const [session, known] = [await fetchSession(), client.getQueryData<Session | null>(queryKey)];
    if (session || !known) return session;
    // Without it the page, and what is typed there, would be gone: the dialog to sign in again stands over it.
    connection.set('signed-out');
    return known;
  },
  staleTime: 60_000,
});
