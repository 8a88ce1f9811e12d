import { TEXTS } from '../shell/texts.js';

/** The pages of an account, for the palette and for `g` and a key. */
export const ACCOUNT_PAGES = [
  { to: '/a/$account', title: TEXTS.overview, key: 'o' },
  { to: '/a/$account/access', title: TEXTS.access, key: 'a' },
  { to: '/a/$account/users', title: TEXTS.users, key: 'u' },
  { to: '/a/$account/groups', title: TEXTS.groups, key: 's' },
  { to: '/a/$account/invitations', title: TEXTS.invitations, key: 'i' },
  { to: '/a/$account/activity', title: TEXTS.activity, key: 't' },
  { to: '/a/$account/import', title: TEXTS.importPage },
  { to: '/a/$account/export', title: TEXTS.exportPage },
  { to: '/a/$account/jobs', title: TEXTS.jobs },
  { to: '/a/$account/settings', title: TEXTS.settings },
] as const;
