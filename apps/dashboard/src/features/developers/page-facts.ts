import { Building2, KeyRound, Rss, UserRound, Webhook } from 'lucide-react';
import { accountPage } from '../../components/layout/page-facts.js';

export const API_KEYS_PAGE = accountPage({
  path: 'developers/api-keys',
  title: 'API keys',
  icon: KeyRound,
  section: 'developers',
  key: 'k',
  permission: 'api-keys:read',
});

export const WEBHOOKS_PAGE = accountPage({
  path: 'developers/webhooks',
  title: 'Webhooks',
  icon: Webhook,
  section: 'developers',
  key: 'w',
  permission: 'webhook-endpoints:read',
});

export const EVENTS_PAGE = accountPage({
  path: 'developers/events',
  title: 'Events',
  icon: Rss,
  section: 'developers',
  key: 'e',
  permission: 'events:read',
});

export const SCIM_PAGE = accountPage({
  path: 'developers/scim',
  title: 'SCIM',
  icon: Building2,
  section: 'developers',
  permission: 'api-keys:read',
});

export const SIGN_IN_PAGE = accountPage({
  path: 'developers/sign-in',
  title: 'Sign-in',
  icon: UserRound,
  section: 'developers',
  permission: 'account:read',
});
