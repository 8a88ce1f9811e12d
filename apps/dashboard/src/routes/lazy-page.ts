import { lazyRouteComponent } from '@tanstack/react-router';
import { connection, connectionIs, isUnreachable } from '../api/connection.js';
import { queryClient } from '../api/query-client.js';
import { sessionQuery } from '../api/resources/session.js';

/** A page whose script is loaded when it is visited. */
export const lazyPage = ((load: () => Promise<never>, name: never) =>
  lazyRouteComponent(() => whenReachable(load), name)) as typeof lazyRouteComponent;

/**
 * Without a connection it waits, under the banner that says so: the router would reload the address, and lose the app. Where the
 * script is missing after a deployment, it does that, and has the new one.
 */
async function whenReachable<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;)
    try {
      return await load();
    } catch (error) {
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
      if (!isUnreachable(connection.get())) throw error;
      await connectionIs((state) => !isUnreachable(state));
    }
}
