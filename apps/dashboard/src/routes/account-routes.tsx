import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.js';
import { accountQuery } from '../features/accounts/queries.js';
import { allGroupsQuery } from '../features/groups/queries.js';
import { usersQuery } from '../features/users/queries.js';
import { chooseAccount, mayIn, sessionQuery, type Session } from '../session/session.js';
import { lazyPage } from './lazy-page.js';
import { signedInRoute } from './root.js';
import { optionalText } from './search-parameters.js';

/** Loaders start reading a page's data while its script is loading; cached data is not read again. */
const AHEAD = { staleTime: Infinity };

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'a/$account',
  component: Outlet,
  loader: ({ params: { account } }) => void queryClient.prefetchQuery({ ...accountQuery(account), ...AHEAD }),
  // A session acts in one account: the one in the address.
  beforeLoad: async ({ params: { account }, location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session?.kind !== 'user') return;
    if (session.accountId !== account) await chooseAccount(session, account);
    // Members see none of an account's pages, but their own.
    if (!mayIn(session, 'users:read', account))
      throw redirect({
        to: '/me',
        search: isAboutOneself(location.pathname, session) ? {} : { elsewhere: true },
      });
  },
});

/** The start page of an account, and the page of the person themselves. */
function isAboutOneself(pathname: string, { userId }: Session): boolean {
  const [page, id] = pathname.split('/').slice(3);
  return !page || (page === 'users' && id === userId);
}

const overviewRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/',
  component: lazyPage(() => import('../features/overview/overview-page.js'), 'OverviewPage'),
});

const usersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'users',
  validateSearch: (search) => optionalText(search, 'q', 'role', 'status', 'sort'),
  loaderDeps: ({ search }) => search,
  loader: ({ params: { account }, deps }) =>
    void queryClient.prefetchInfiniteQuery({ ...usersQuery(account, deps), ...AHEAD }),
  component: lazyPage(() => import('../features/users/users-page.js'), 'UsersPage'),
});

const userRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'users/$user',
  validateSearch: (search) => optionalText(search, 'tab'),
  component: lazyPage(() => import('../features/users/user-page.js'), 'UserPage'),
});

const groupsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'groups',
  validateSearch: (search) => optionalText(search, 'q', 'sort'),
  loader: ({ params: { account } }) =>
    void queryClient.prefetchQuery({ ...allGroupsQuery(account), ...AHEAD }),
  component: lazyPage(() => import('../features/groups/groups-page.js'), 'GroupsPage'),
});

const groupRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'groups/$group',
  validateSearch: (search) => optionalText(search, 'tab'),
  component: lazyPage(() => import('../features/groups/group-page.js'), 'GroupPage'),
});

const accessRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'access',
  validateSearch: (search) => optionalText(search, 'q', 'role', 'status', 'groups'),
  loader: ({ params: { account } }) =>
    void queryClient.prefetchQuery({ ...allGroupsQuery(account), ...AHEAD }),
  component: lazyPage(() => import('../features/access/access-page.js'), 'AccessPage'),
});

const invitationsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'invitations',
  validateSearch: (search) => optionalText(search, 'q'),
  component: lazyPage(() => import('../features/invitations/invitations-page.js'), 'InvitationsPage'),
});

const activityRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'activity',
  validateSearch: (search) => optionalText(search, 'type', 'actor', 'from', 'to'),
  component: lazyPage(() => import('../features/activity/activity-page.js'), 'ActivityPage'),
});

const importRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'import',
  validateSearch: (search) => optionalText(search, 'check'),
  component: lazyPage(() => import('../features/imports/import-page.js'), 'ImportPage'),
});

const exportRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'export',
  component: lazyPage(() => import('../features/imports/export-page.js'), 'ExportPage'),
});

const jobsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'jobs',
  component: lazyPage(() => import('../features/jobs/jobs-page.js'), 'JobsPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'settings',
  component: lazyPage(() => import('../features/settings/settings-page.js'), 'SettingsPage'),
});

export const accountRoutes = accountRoute.addChildren([
  overviewRoute,
  usersRoute,
  userRoute,
  groupsRoute,
  groupRoute,
  accessRoute,
  invitationsRoute,
  activityRoute,
  importRoute,
  exportRoute,
  jobsRoute,
  settingsRoute,
]);
