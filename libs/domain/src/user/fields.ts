import { ROLES } from '../permissions/roles.js';
import { emailRule } from '../values/email.js';
import { externalId } from '../values/external-id.js';
import { metadata } from '../values/metadata.js';
import { nameRule } from '../values/name.js';
import { defineResource, versioned } from '../values/resource.js';
import type { Settings, SettingsInput } from '../values/settings.js';

/** Of users who are not removed. */
export const PRESENT_USER_STATUSES = ['active', 'invited', 'suspended'] as const;
export const USER_STATUSES = [...PRESENT_USER_STATUSES, 'removed'] as const;

export const userSettings = {
  externalId: {
    ...externalId,
    personal: true,
    isColumn: true,
    scim: { attribute: 'externalId' },
    found: true,
    example: 'hr-1815',
  },
  metadata: { ...metadata, personal: true, example: { department: 'Engines' } },
} as const satisfies Settings;

export const userFields = defineResource({
  id: {
    type: 'string',
    from: 'userId',
    about: '`user_` followed by a ULID.',
    found: true,
    example: 'user_01JZ3YR2M4K6T8X0Z1B3D5F7G9',
  },
  accountId: { type: 'string', found: true, example: 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8' },
  name: {
    ...nameRule,
    given: '1 to 256 visible characters, of at most 800 bytes in UTF-8.',
    sorted: true,
    found: true,
    example: 'Ada Lovelace',
  },
  email: {
    ...emailRule,
    given: 'name@domain, of at most 254 bytes in UTF-8. Unique in the account, ignoring case.',
    sorted: true,
    found: true,
    example: 'ada@example.com',
  },
  role: {
    type: 'string',
    values: ROLES,
    optional: true,
    given: 'Only an owner or an operator may create an owner.',
    changed: 'Only an owner or an operator may grant or revoke the owner role.',
    found: true,
    example: 'admin',
  },
  status: {
    type: 'string',
    values: USER_STATUSES,
    firstValues: ['active', 'invited'],
    optional: true,
    about: '`removed` only in lists of removed users.',
    given:
      'An invited user can be given service groups, but cannot sign in before they are activated. They get no mail: `POST\n' +
      '…/invitations` sends one.',
    changed: false,
    found: true,
    example: 'active',
  },
  ...userSettings,
  serviceGroupCount: {
    type: 'number',
    from: 'membershipCount',
    about: 'The number of service groups the user is a member of.',
    example: 2,
  },
  teamCount: {
    type: 'number',
    about: 'The number of teams the user is in. `serviceGroupCount` does not count what these open.',
    example: 1,
  },
  ...versioned(3),
  lastSeenAt: {
    type: 'string',
    none: null,
    onRequest: true,
    about:
      'When they last used Rollbook as themselves, with a session or a token of their own, accurate to about five minutes; null if they\n' +
      'have not in the last 400 days. Only if `fields` names it, and not with `asOf` or `status=removed`.',
    found: true,
  },
});

export type UserSettingsInput = SettingsInput<typeof userSettings>;
