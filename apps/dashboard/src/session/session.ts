import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { connection } from '../api/connection.js';
import { PREFERENCES_KEY } from '../api/preferences.js';
import { queryClient } from '../api/query-client.js';
import { toast } from '../components/feedback/toasts.js';
import { useMoment } from './moment.js';
import { TEXTS } from './texts.js';
import { fetchSession, sessionQuery, type Permission, type Session } from '../api/resources/session.js';

/** The session, on the routes that need one. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (!data) throw new Error('There is no session here.');
  return data;
}

/** Whether the person may do something in an account, as the API says; without one, in the session's own. */
export function mayIn(
  { accounts, permissions }: Session,
  permission: Permission,
  accountId?: string,
): boolean {
  const account = accounts.find((each) => each.accountId === accountId);
  return (account?.permissions ?? permissions).includes(permission);
}

/** The managed service groups of a person who sees nothing else of the account; none for people who see all of it. */
export function onlyManaged(session: Session): Session['managedServiceGroups'] {
  const { accountId, managedServiceGroups } = session;
  return accountId && !mayIn(session, 'users:read', accountId) ? managedServiceGroups : [];
}

/** What they may do there as its manager. */
export function mayAsManager(
  { managedServiceGroups }: Session,
  permission: Permission,
  groupId: string,
): boolean {
  const managed = managedServiceGroups.find(({ id }) => id === groupId);
  return managed?.permissions.includes(permission) ?? false;
}

/** The same for the signed-in person, or, of a service group, also as its manager. In the past, everybody may only read. */
export function useMay(accountId: string, groupId?: string): (permission: Permission) => boolean {
  const session = useSession();
  const isPast = useMoment() !== undefined;
  return (permission) =>
    (!isPast || permission.endsWith(':read')) &&
    (mayIn(session, permission, accountId) ||
      (groupId !== undefined && mayAsManager(session, permission, groupId)));
}

/** Whether the signed-in person may change a user: an owner takes more. */
export function useMayChange({ accountId, role }: { accountId: string; role: string }): boolean {
  const may = useMay(accountId);
  return may('users:write') && (role !== 'owner' || may('owners:write'));
}

/** Switches to another account of the person. If they have no such account, the page says that there is none. */
export async function chooseAccount(session: Session, accountId: string): Promise<void> {
  if (!session.accounts.some((each) => each.accountId === accountId)) return;
  const chosen = await api.post('/v1/session/account', { body: { accountId } });
  queryClient.setQueryData(sessionQuery.queryKey, chosen);
}

/** The channel on which the window that signed in again tells the others. */
export const SIGNED_IN_CHANNEL = 'rollbook-signed-in';

/** What cannot be undone needs a sign-in that is at most this old. */
const RECENT_SECONDS = 300;

interface SignInOptions {
  provider?: string;
  /** The identity provider asks for proof again, unless it got it within the last five minutes. */
  recent?: boolean;
}

/** The address that signs in and returns to `returnTo`. */
export function signInUrl(returnTo: string, { provider, recent }: SignInOptions = {}): string {
  const query = {
    ...(recent && { maxAge: String(RECENT_SECONDS) }),
    returnTo,
    ...(provider && { provider }),
  };
  return `/auth/login?${new URLSearchParams(query)}`;
}

export async function signOut(): Promise<void> {
  const { redirectTo } = await api.post('/auth/logout');
  forgetPeople();
  signedOut?.postMessage('');
  leaveNothing(redirectTo);
}

/** On which the window that signed out tells the others: a channel does not get what it sent itself. */
let signedOut: BroadcastChannel | undefined;

/** Every other window of the browser: what it shows and keeps is of somebody who has left. */
export function leaveWithOthers(): void {
  signedOut = new BroadcastChannel('rollbook-signed-out');
  signedOut.addEventListener('message', () => {
    if (!queryClient.getQueryData(sessionQuery.queryKey)) return;
    forgetPeople();
    leaveNothing('/');
  });
}

/** The next person at this browser may be a different one: of all that is kept, only how the dashboard looks stays. */
function forgetPeople(): void {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage))
    if (key.startsWith('rollbook-') && key !== PREFERENCES_KEY) localStorage.removeItem(key);
}

/** A browser may keep the page itself, and show it again when somebody goes back. */
function leaveNothing(to: string): void {
  addEventListener('pagehide', () => document.body.replaceChildren());
  addEventListener('pageshow', () => location.reload());
  location.replace(to);
}

/** After a new sign-in in another window: continues here if it is the same person. */
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
  toast(TEXTS.resumed);
  await queryClient.invalidateQueries();
  return true;
}
