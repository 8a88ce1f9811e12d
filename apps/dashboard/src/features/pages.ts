import type { PageFacts } from '../components/layout/page-facts.js';
import { ACCESS_PAGE } from './access/page-facts.js';
import { ACTIVITY_PAGE } from './activity/page-facts.js';
import {
  API_KEYS_PAGE,
  EVENTS_PAGE,
  SCIM_PAGE,
  SIGN_IN_PAGE,
  WEBHOOKS_PAGE,
} from './developers/page-facts.js';
import { ENDING_PAGE } from './ending/page-facts.js';
import { GROUPS_PAGE } from './groups/page-facts.js';
import { IMPORT_PAGE, EXPORT_PAGE } from './imports/page-facts.js';
import { INVITATIONS_PAGE } from './invitations/page-facts.js';
import { JOBS_PAGE } from './jobs/page-facts.js';
import { OVERVIEW_PAGE } from './overview/page-facts.js';
import { REQUESTS_PAGE } from './requests/page-facts.js';
import { SETTINGS_PAGE } from './settings/page-facts.js';
import { USERS_PAGE } from './users/page-facts.js';

/** The pages of an account, as the palette lists them. */
export const ACCOUNT_PAGES = [
  OVERVIEW_PAGE,
  ACCESS_PAGE,
  ENDING_PAGE,
  USERS_PAGE,
  GROUPS_PAGE,
  INVITATIONS_PAGE,
  REQUESTS_PAGE,
  ACTIVITY_PAGE,
  API_KEYS_PAGE,
  WEBHOOKS_PAGE,
  EVENTS_PAGE,
  SCIM_PAGE,
  SIGN_IN_PAGE,
  IMPORT_PAGE,
  EXPORT_PAGE,
  JOBS_PAGE,
  SETTINGS_PAGE,
] as const;

/** The page of an account that an address is about. */
export function pageAt(pathname: string): PageFacts {
  const below = `${pathname.split('/').slice(3).join('/')}/`;
  const found = ACCOUNT_PAGES.filter(({ path }) => below.startsWith(`${path}/`));
  // A page may be below another one.
  return found.toSorted((one, other) => other.path.length - one.path.length)[0] ?? OVERVIEW_PAGE;
}
