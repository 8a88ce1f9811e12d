import { externalId } from '../values/external-id.js';
import { metadata } from '../values/metadata.js';
import { planRule, titleRule } from '../values/name.js';
import { defineResource, UPDATED, versioned } from '../values/resource.js';
import {
  NOT_NEEDED,
  textSetting,
  type Setting,
  type Settings,
  type SettingsInput,
} from '../values/settings.js';
import { changeLimits, type Limits, type LimitsChange } from './limits.js';
import { signInRulesRule } from './sign-in-rules.js';

const most = (what: string) => ({
  type: 'integer',
  minimum: 0,
  description: `The maximum number of ${what}.`,
});

const limit = (what: string) =>
  ({
    type: 'number',
    least: 0,
    most: 1_000_000_000,
    ...NOT_NEEDED,
    given: `The maximum number of ${what}.`,
    changed: `The maximum number of ${what}. Null removes the limit.`,
  }) as const;

export const limitFields = defineResource({
  users: limit('users, whatever their status'),
  serviceGroups: limit('service groups'),
  members: limit('memberships in all service groups together'),
});

const limits: Setting<Limits, LimitsChange> & { always: true; given: string } = {
  type: 'object',
  about: 'Limits of the account.',
  given: 'Limits of the account. Anything not named is unlimited.',
  changed:
    'Limits of the account. Null removes all limits. Whatever exceeds a new limit stays. Operators only.',
  parse: (limits: LimitsChange) => changeLimits({}, limits),
  ...NOT_NEEDED,
  none: {},
  merge: changeLimits,
  descriptions: {
    created: 'The maximum of each. Absent if there is no limit.',
    changed: 'The maximum of each, after the change. Without an entry there is no limit.',
  },
  properties: {
    users: most('users'),
    serviceGroups: most('service groups'),
    members: most('memberships, of all service groups together'),
  },
  always: true,
};

export const accountSettings = {
  externalId: {
    ...externalId,
    about: 'The id in another system. Unique among all accounts.',
    example: 'crm-4711',
  },
  metadata: { ...metadata, example: { region: 'eu' } },
  plan: {
    ...textSetting(planRule, 'The plan of the tenant'),
    always: true,
    about:
      "The name of the account's plan. It may be one that is no longer configured: the limits that were copied from it stay.",
    given:
      "The name of the account's plan: 1 to 50 visible characters. A configured plan also sets its limits, unless others are given.",
    changed:
      "The name of the account's plan. A configured plan also replaces the limits with its own, unless others are given. Null removes\n" +
      'the plan, and leaves the limits. Operators only.',
    example: 'team',
  },
  limits: { ...limits, example: { users: 50, serviceGroups: 10 } },
} as const satisfies Settings;

export const accountFields = defineResource({
  id: {
    type: 'string',
    from: 'accountId',
    about: '`acct_` followed by a ULID.',
    example: 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
  },
  name: {
    ...titleRule,
    given: '1 to 100 visible characters, of at most 800 bytes in UTF-8.',
    sorted: true,
    example: 'Acme',
  },
  status: { type: 'string', values: ['active', 'suspended'], example: 'active' },
  ...accountSettings,
  signInRules: {
    ...signInRulesRule,
    none: [],
    about: 'Which identity providers say who the users of the account are.',
    changed:
      'Which identity providers say who the users of the account are. Replaces all rules; null removes them. Operators only, who\n' +
      "have made sure that a domain is the account's.",
    example: [{ issuer: 'https://login.acme.example', domains: ['acme.example'], externalIdClaim: 'oid' }],
  },
  counts: {
    type: 'object',
    none: null,
    about: 'Null in answers with `asOf`.',
    example: { users: 12, serviceGroups: 3, asOf: UPDATED },
  },
  ...versioned(2),
});

export type AccountSettingsInput = SettingsInput<typeof accountSettings>;
