import { createRoute, Outlet, redirect, retainSearchParams } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.js';
import { accountQuery } from '../api/resources/account.js';
import { sessionQuery, type Session } from '../api/resources/session.js';
import { allGroupsQuery } from '../features/groups/queries.js';
import { GROUPS_PAGE, pageAt, REQUESTS_PAGE } from '../features/pages.js';
import { chooseAccount, mayIn } from '../session/session.js';
import { signedInRoute } from './root.js';
import { optionalText } from './search-parameters.js';

/** Loaders start reading a page's data while its script is loading; cached data is not read again. */
export const AHEAD = { staleTime: Infinity };

export function readGroups({
  params: { account },
  deps: { at },
}: {
  params: { account: string };
  deps: { at?: string };
}) {
  if (at === undefined) void queryClient.prefetchQuery({ ...allGroupsQuery(account), ...AHEAD });
}

export const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'a/$account',
  component: Outlet,
  validateSearch: (search) => optionalText(search, 'at'),
  // Every link keeps the moment, so that all pages stand at it.
  search: { middlewares: [retainSearchParams(['at'])] },
  loader: ({ params: { account } }) => {
    const session = queryClient.getQueryData(sessionQuery.queryKey);
    if (session && mayIn(session, 'account:read', account))
      void queryClient.prefetchQuery({ ...accountQuery(account), ...AHEAD });
  },
  // A session acts in one account: the one in the address.
  beforeLoad: async ({ params: { account }, location }) => {
    const found = await queryClient.ensureQueryData(sessionQuery);
    if (found?.kind !== 'user') return;
    if (found.accountId !== account) await chooseAccount(found, account);
    const session = queryClient.getQueryData(sessionQuery.queryKey) ?? found;
    // Members see none of an account's pages, but their own, and those of the service groups that they manage.
    const isOpen =
      mayIn(session, pageAt(location.pathname).permission, account) || isManaged(location.pathname, session);
    if (!isOpen)
      throw redirect({
        to: '/home',
        search: isAboutOneself(location.pathname, session) ? {} : { elsewhere: true },
      });
  },
});

function isManaged(pathname: string, { managedServiceGroups }: Session): boolean {
  const [page, id] = pathname.split('/').slice(3);
  if (page === REQUESTS_PAGE.path) return managedServiceGroups.length > 0;
  return page === GROUPS_PAGE.path && managedServiceGroups.some((group) => group.id === id);
}

/** The start page of an account, and the page of the person themselves. */
function isAboutOneself(pathname: string, { userId }: Session): boolean {
  const [page, id] = pathname.split('/').slice(3);
  return !page || (page === 'users' && id === userId);
}
