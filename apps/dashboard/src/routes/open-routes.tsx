import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.js';
import { optionalText } from './search-parameters.js';

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'login',
  validateSearch: (search) => ({
    ...optionalText(search, 'returnTo', 'error'),
    ...(search['done'] === true && { done: true }),
  }),
  component: lazyRouteComponent(() => import('../session/login-page.js'), 'LoginPage'),
});

export const acceptInvitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'accept-invitation',
  component: lazyRouteComponent(
    () => import('../features/invitations/accept-invitation-page.js'),
    'AcceptInvitationPage',
  ),
});

export const referenceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'docs',
  validateSearch: (search) => optionalText(search, 'tag'),
  component: lazyRouteComponent(() => import('../features/reference/reference-page.js'), 'ReferencePage'),
});
