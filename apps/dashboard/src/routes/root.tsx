import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.js';
import { Shell } from '../features/shell/shell.js';
import { NotFound } from '../components/layout/states.js';
import { sessionQuery } from '../api/resources/session.js';

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <main>
      <NotFound />
    </main>
  ),
});

/** Everything that needs a session. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ to: '/login', search: { returnTo: location.href } });
  },
});
