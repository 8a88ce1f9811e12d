import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.js';
import { rootRoute } from './root.js';
import { optionalText } from './search-parameters.js';

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'login',
  validateSearch: (search) => ({
    ...optionalText(search, 'returnTo', 'error'),
    ...(search['done'] === true && { done: true }),
  }),
  component: lazyPage(() => import('../session/login-page.js'), 'LoginPage'),
});

export const acceptInvitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'accept-invitation',
  component: lazyPage(
    () => import('../features/invitations/pages/accept-invitation-page.js'),
    'AcceptInvitationPage',
  ),
});

export const referenceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'docs',
  validateSearch: (search) => optionalText(search, 'tag'),
  component: lazyPage(() => import('../features/reference/reference-page.js'), 'ReferencePage'),
});
