import {
  Activity,
  Boxes,
  Building2,
  CalendarClock,
  Download,
  Grid3x3,
  House,
  Inbox,
  KeyRound,
  ListChecks,
  Mail,
  Network,
  Rss,
  Settings,
  Upload,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react';
import { accountPage, type PageFacts } from '../components/layout/page-facts.js';

/** For operators. */
export const ACCOUNTS_PAGE = { to: '/accounts', title: 'Accounts', icon: Building2 } as const;
/** For the people of an account: the start page of those who see nothing else of it. */
export const HOME_PAGE = { to: '/home', title: 'Your access', icon: House } as const;
/** For everybody who is signed in. */
export const ME_PAGE = { to: '/me', title: 'Profile and preferences', icon: UserRound } as const;

const [start, people] = [{ section: 'start' }, { section: 'people' }] as const;
const [developers, data] = [{ section: 'developers' }, { section: 'data' }] as const;
const past = { past: true } as const;

export const OVERVIEW_PAGE = accountPage('/', 'Overview', House, 'users:read', {
  ...start,
  ...past,
  key: 'o',
});
export const ACCESS_PAGE = accountPage('access', 'Access', Grid3x3, 'users:read', {
  ...people,
  ...past,
  key: 'a',
});
/** Below Access, which leads to it, as do the start page and the palette: not in the sidebar. */
export const ENDING_PAGE = accountPage('access/ending', 'Ending access', CalendarClock, 'memberships:read');
export const USERS_PAGE = accountPage('users', 'Users', Users, 'users:read', {
  ...people,
  ...past,
  key: 'u',
});
export const GROUPS_PAGE = accountPage('groups', 'Service groups', Boxes, 'users:read', {
  ...people,
  ...past,
  key: 's',
});
export const TEAMS_PAGE = accountPage('teams', 'Teams', Network, 'teams:read', { ...people, key: 'm' });
export const INVITATIONS_PAGE = accountPage('invitations', 'Invitations', Mail, 'users:read', {
  ...people,
  key: 'i',
});
export const REQUESTS_PAGE = accountPage('requests', 'Requests', Inbox, 'access-requests:read', {
  ...people,
  key: 'r',
});
export const ACTIVITY_PAGE = accountPage('activity', 'Activity', Activity, 'users:read', {
  ...start,
  ...past,
  key: 't',
});
export const API_KEYS_PAGE = accountPage('developers/api-keys', 'API keys', KeyRound, 'api-keys:read', {
  ...developers,
  key: 'k',
});
export const WEBHOOKS_PAGE = accountPage(
  'developers/webhooks',
  'Webhooks',
  Webhook,
  'webhook-endpoints:read',
  { ...developers, key: 'w' },
);
export const LOG_STREAMS_PAGE = accountPage(
  'developers/log-streams',
  'Log streams',
  Activity,
  'webhook-endpoints:read',
  developers,
);
export const EVENTS_PAGE = accountPage('developers/events', 'Events', Rss, 'events:read', {
  ...developers,
  key: 'e',
});
export const SCIM_PAGE = accountPage('developers/scim', 'SCIM', Building2, 'api-keys:read', developers);
export const SIGN_IN_PAGE = accountPage(
  'developers/sign-in',
  'Sign-in',
  UserRound,
  'account:read',
  developers,
);
export const IMPORT_PAGE = accountPage('import', 'Import', Upload, 'users:read', data);
export const EXPORT_PAGE = accountPage('export', 'Export', Download, 'users:read', { ...data, ...past });
export const JOBS_PAGE = accountPage('jobs', 'Jobs', ListChecks, 'users:read', data);
export const SETTINGS_PAGE = accountPage('settings', 'Settings', Settings, 'users:read', data);

/** Below Settings, which leads to it, as does the palette. */
export const ACCESS_ROLES_PAGE = accountPage(
  'settings/access-roles',
  'Access roles',
  KeyRound,
  'users:read',
  past,
);

/** The pages of an account, as the palette lists them. */
export const ACCOUNT_PAGES = [
  OVERVIEW_PAGE,
  ACCESS_PAGE,
  ENDING_PAGE,
  USERS_PAGE,
  GROUPS_PAGE,
  TEAMS_PAGE,
  INVITATIONS_PAGE,
  REQUESTS_PAGE,
  ACTIVITY_PAGE,
  API_KEYS_PAGE,
  WEBHOOKS_PAGE,
  LOG_STREAMS_PAGE,
  EVENTS_PAGE,
  SCIM_PAGE,
  SIGN_IN_PAGE,
  IMPORT_PAGE,
  EXPORT_PAGE,
  JOBS_PAGE,
  SETTINGS_PAGE,
  ACCESS_ROLES_PAGE,
] as const;

/** The page of an account that an address is about. */
export function pageAt(pathname: string): PageFacts {
  const below = `${pathname.split('/').slice(3).join('/')}/`;
  const found = ACCOUNT_PAGES.filter(({ path }) => below.startsWith(`${path}/`));
  // A page may be below another one.
  return found.toSorted((one, other) => other.path.length - one.path.length)[0] ?? OVERVIEW_PAGE;
}
