import { createRoute } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.js';
import { groupQuery, membersQuery } from '../features/groups/queries.js';
import {
  ACCESS_PAGE,
  ACTIVITY_PAGE,
  API_KEYS_PAGE,
  ENDING_PAGE,
  EVENTS_PAGE,
  EXPORT_PAGE,
  GROUPS_PAGE,
  IMPORT_PAGE,
  INVITATIONS_PAGE,
  JOBS_PAGE,
  LOG_STREAMS_PAGE,
  OVERVIEW_PAGE,
  REQUESTS_PAGE,
  SCIM_PAGE,
  ACCESS_ROLES_PAGE,
  SETTINGS_PAGE,
  SIGN_IN_PAGE,
  TEAMS_PAGE,
  USERS_PAGE,
  WEBHOOKS_PAGE,
} from '../features/pages.js';
import { groupsOfUserQuery, userQuery, usersQuery } from '../api/resources/users.js';
import { accountRoute, AHEAD, readGroups } from './account-route.js';
import { lazyPage } from './lazy-page.js';
import { optionalText } from './search-parameters.js';

const overviewRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: OVERVIEW_PAGE.path,
  component: lazyPage(() => import('../features/overview/overview-page.js'), 'OverviewPage'),
});

const usersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: USERS_PAGE.path,
  validateSearch: (search) => optionalText(search, 'q', 'role', 'status', 'sort', 'groupId'),
  loaderDeps: ({ search }) => search,
  loader({ params: { account }, deps: { at, ...filter } }) {
    if (at === undefined)
      void queryClient.prefetchInfiniteQuery({ ...usersQuery(account, filter), ...AHEAD });
  },
  component: lazyPage(() => import('../features/users/pages/users-page.js'), 'UsersPage'),
});

const userRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: `${USERS_PAGE.path}/$user`,
  validateSearch: (search) => optionalText(search, 'tab', 'show', 'sort'),
  loaderDeps: ({ search: { at } }) => ({ at }),
  loader({ params: { account, user }, deps: { at } }) {
    if (at !== undefined) return;
    void queryClient.prefetchQuery({ ...userQuery(account, user), ...AHEAD });
    void queryClient.prefetchQuery({ ...groupsOfUserQuery(account, user), ...AHEAD });
  },
  component: lazyPage(() => import('../features/users/pages/user-page.js'), 'UserPage'),
});

const groupsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: GROUPS_PAGE.path,
  validateSearch: (search) => optionalText(search, 'q', 'sort'),
  loaderDeps: ({ search: { at } }) => ({ at }),
  loader: readGroups,
  component: lazyPage(() => import('../features/groups/pages/groups-page.js'), 'GroupsPage'),
});

const groupRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: `${GROUPS_PAGE.path}/$group`,
  validateSearch: (search) => optionalText(search, 'tab', 'show', 'sort', 'q', 'paths'),
  loaderDeps: ({ search: { at } }) => ({ at }),
  loader({ params: { account, group }, deps: { at } }) {
    if (at !== undefined) return;
    void queryClient.prefetchQuery({ ...groupQuery(account, group), ...AHEAD });
    void queryClient.prefetchInfiniteQuery({ ...membersQuery(account, group), ...AHEAD });
  },
  component: lazyPage(() => import('../features/groups/pages/group-page.js'), 'GroupPage'),
});

const teamsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: TEAMS_PAGE.path,
  validateSearch: (search) => optionalText(search, 'q', 'sort'),
  component: lazyPage(() => import('../features/teams/pages/teams-page.js'), 'TeamsPage'),
});

const teamRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: `${TEAMS_PAGE.path}/$team`,
  validateSearch: (search) => optionalText(search, 'tab'),
  component: lazyPage(() => import('../features/teams/pages/team-page.js'), 'TeamPage'),
});

const accessRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: ACCESS_PAGE.path,
  validateSearch: (search) => optionalText(search, 'q', 'role', 'status', 'groups'),
  loaderDeps: ({ search: { at } }) => ({ at }),
  loader: readGroups,
  component: lazyPage(() => import('../features/access/pages/access-page.js'), 'AccessPage'),
});

const endingRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: ENDING_PAGE.path,
  validateSearch: (search) => optionalText(search, 'within'),
  component: lazyPage(() => import('../features/ending/ending-page.js'), 'EndingPage'),
});

const invitationsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: INVITATIONS_PAGE.path,
  validateSearch: (search) => optionalText(search, 'q'),
  component: lazyPage(() => import('../features/invitations/pages/invitations-page.js'), 'InvitationsPage'),
});

const requestsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: REQUESTS_PAGE.path,
  validateSearch: (search) => optionalText(search, 'status'),
  component: lazyPage(() => import('../features/requests/requests-page.js'), 'RequestsPage'),
});

const activityRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: ACTIVITY_PAGE.path,
  validateSearch: (search) => optionalText(search, 'q', 'type', 'actor', 'subject', 'from', 'to'),
  component: lazyPage(() => import('../features/activity/activity-page.js'), 'ActivityPage'),
});

const importRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: IMPORT_PAGE.path,
  validateSearch: (search) => optionalText(search, 'step', 'check', 'import'),
  component: lazyPage(() => import('../features/imports/import-page.js'), 'ImportPage'),
});

const exportRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: EXPORT_PAGE.path,
  component: lazyPage(() => import('../features/imports/export-page.js'), 'ExportPage'),
});

const jobsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: JOBS_PAGE.path,
  component: lazyPage(() => import('../features/jobs/jobs-page.js'), 'JobsPage'),
});

const apiKeysRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: API_KEYS_PAGE.path,
  validateSearch: (search) => optionalText(search, 'scopes'),
  component: lazyPage(() => import('../features/developers/api-keys/api-keys-page.js'), 'ApiKeysPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: WEBHOOKS_PAGE.path,
  component: lazyPage(() => import('../features/developers/webhooks/webhooks-page.js'), 'WebhooksPage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: `${WEBHOOKS_PAGE.path}/$endpoint`,
  validateSearch: (search) => optionalText(search, 'status'),
  component: lazyPage(() => import('../features/developers/webhooks/endpoint-page.js'), 'EndpointPage'),
});

const deliveryRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: `${WEBHOOKS_PAGE.path}/$endpoint/deliveries/$event`,
  component: lazyPage(
    () => import('../features/developers/webhooks/delivery/delivery-page.js'),
    'DeliveryPage',
  ),
});

const logStreamsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: LOG_STREAMS_PAGE.path,
  component: lazyPage(() => import('../features/developers/log-streams/streams-page.js'), 'StreamsPage'),
});

const logStreamRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: `${LOG_STREAMS_PAGE.path}/$stream`,
  component: lazyPage(() => import('../features/developers/log-streams/stream-page.js'), 'StreamPage'),
});

const eventsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: EVENTS_PAGE.path,
  validateSearch: (search) => optionalText(search, 'q', 'types', 'open'),
  component: lazyPage(() => import('../features/developers/events/events-page.js'), 'EventsPage'),
});

const scimRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: SCIM_PAGE.path,
  validateSearch: (search) => optionalText(search, 'provider'),
  component: lazyPage(() => import('../features/developers/scim/scim-page.js'), 'ScimPage'),
});

const signInRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: SIGN_IN_PAGE.path,
  component: lazyPage(() => import('../features/developers/sign-in/sign-in-page.js'), 'SignInPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: SETTINGS_PAGE.path,
  component: lazyPage(() => import('../features/settings/settings-page.js'), 'SettingsPage'),
});

const accessRolesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: ACCESS_ROLES_PAGE.path,
  component: lazyPage(
    () => import('../features/settings/access-roles/access-roles-page.js'),
    'AccessRolesPage',
  ),
});

export const accountRoutes = accountRoute.addChildren([
  overviewRoute,
  usersRoute,
  userRoute,
  groupsRoute,
  groupRoute,
  teamsRoute,
  teamRoute,
  accessRoute,
  endingRoute,
  invitationsRoute,
  requestsRoute,
  activityRoute,
  importRoute,
  exportRoute,
  jobsRoute,
  apiKeysRoute,
  webhooksRoute,
  webhookRoute,
  deliveryRoute,
  logStreamsRoute,
  logStreamRoute,
  eventsRoute,
  scimRoute,
  signInRoute,
  settingsRoute,
  accessRolesRoute,
]);
