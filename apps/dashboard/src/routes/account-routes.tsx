import { createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { signedInRoute } from './root.js';
import { optionalText } from './search-parameters.js';

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'a/$account',
  component: Outlet,
});

const overviewRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../features/overview/overview-page.js'), 'OverviewPage'),
});

const usersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'users',
  validateSearch: (search) => optionalText(search, 'q', 'role', 'status', 'sort'),
  component: lazyRouteComponent(() => import('../features/users/users-page.js'), 'UsersPage'),
});

const userRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'users/$user',
  validateSearch: (search) => optionalText(search, 'tab'),
  component: lazyRouteComponent(() => import('../features/users/user-page.js'), 'UserPage'),
});

const groupsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'groups',
  validateSearch: (search) => optionalText(search, 'q', 'sort'),
  component: lazyRouteComponent(() => import('../features/groups/groups-page.js'), 'GroupsPage'),
});

const groupRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'groups/$group',
  validateSearch: (search) => optionalText(search, 'tab'),
  component: lazyRouteComponent(() => import('../features/groups/group-page.js'), 'GroupPage'),
});

const accessRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'access',
  validateSearch: (search) => optionalText(search, 'q', 'role', 'status', 'groups'),
  component: lazyRouteComponent(() => import('../features/access/access-page.js'), 'AccessPage'),
});

const invitationsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'invitations',
  validateSearch: (search) => optionalText(search, 'q'),
  component: lazyRouteComponent(
    () => import('../features/invitations/invitations-page.js'),
    'InvitationsPage',
  ),
});

const activityRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'activity',
  validateSearch: (search) => optionalText(search, 'type', 'actor', 'from', 'to'),
  component: lazyRouteComponent(() => import('../features/activity/activity-page.js'), 'ActivityPage'),
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
]);
