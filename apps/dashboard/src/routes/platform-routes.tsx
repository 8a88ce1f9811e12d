import { createRoute, redirect } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.js';
import { sessionQuery } from '../api/resources/session.js';
import { mayIn } from '../session/session.js';
import { ACCOUNTS_PAGE, HOME_PAGE, ME_PAGE } from '../features/pages.js';
import { lazyPage } from './lazy-page.js';
import { signedInRoute } from './root.js';
import { optionalText } from './search-parameters.js';

/** The start page: operators see the accounts, owners and admins their account, members what they may enter. */
const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async () => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    const account = session?.accountId ?? session?.accounts[0]?.accountId;
    if (session?.accountId && !mayIn(session, 'users:read')) throw redirect({ to: HOME_PAGE.to });
    if (session?.kind === 'user' && account) throw redirect({ to: '/a/$account', params: { account } });
    throw redirect({ to: ACCOUNTS_PAGE.to });
  },
});

const accountsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: ACCOUNTS_PAGE.to,
  validateSearch: (search) => optionalText(search, 'q'),
  component: lazyPage(() => import('../features/accounts/accounts-page.js'), 'AccountsPage'),
});

const yourAccessRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: HOME_PAGE.to,
  validateSearch: (search): { elsewhere?: true; ask?: true } => ({
    ...(search['elsewhere'] === true && { elsewhere: true }),
    // The dialog to ask for a service group.
    ...(search['ask'] === true && { ask: true }),
  }),
  beforeLoad: async () => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    // An operator is in no account.
    if (session && !session.userId) throw redirect({ to: '/' });
  },
  component: lazyPage(() => import('../features/home/home-page.js'), 'HomePage'),
});

const meRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: ME_PAGE.to,
  component: lazyPage(() => import('../features/me/me-page.js'), 'MePage'),
});

export const platformRoutes = [homeRoute, accountsRoute, yourAccessRoute, meRoute];
