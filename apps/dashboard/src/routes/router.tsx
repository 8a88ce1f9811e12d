import { createRouter } from '@tanstack/react-router';
import { isFrugal } from '../components/data/read-ahead.js';
import { Failed, NotFound, Pending } from '../components/layout/states.js';
import { accountRoutes } from './account-routes.js';
import { platformRoutes } from './platform-routes.js';
import { rootRoute, signedInRoute } from './root.js';
import { acceptInvitationRoute, loginRoute, referenceRoute } from './open-routes.js';

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    loginRoute,
    acceptInvitationRoute,
    referenceRoute,
    signedInRoute.addChildren([...platformRoutes, accountRoutes]),
  ]),
  defaultPreload: isFrugal() ? false : 'intent',
  defaultPendingMs: 150,
  defaultPendingComponent: Pending,
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
