import { nullableText, object, objects, optional, text, type FactsOf } from '../events/event-schema.js';
import { changedDetailFields, detailFields } from '../values/detail-fields.js';
import type { Limits } from './limits.js';
import type { SignInRule } from './sign-in-rules.js';

const most = (what: string) => ({
  type: 'integer',
  minimum: 0,
  description: `The maximum number of ${what}.`,
});

const limits = (description: string) =>
  object<Limits>(description, {
    users: most('users'),
    serviceGroups: most('service groups'),
    members: most('memberships, of all service groups together'),
  });

const signInRules = (description: string) =>
  objects<SignInRule>(description, {
    issuer: { type: 'string', description: 'The identity provider: its issuer identifier.' },
    domains: {
      type: 'array',
      items: { type: 'string' },
      description: 'The domains whose emails it verifies.',
    },
    externalIdClaim: { type: 'string', description: "The claim that holds a user's external id." },
  });

const name = text('The name after the change.');

export const accountEvents = {
  'account.created': {
    summary: 'A tenant was created.',
    sentence: '{actor} created the account {name}',
    fields: {
      name,
      ...detailFields,
      plan: optional(nullableText('The plan of the tenant. Absent if there is none.')),
      limits: optional(limits('The maximum of each. Absent if there is no limit.')),
    },
  },
  'account.renamed': {
    summary: 'A tenant was renamed.',
    sentence: '{actor} renamed the account from {previousName} to {name}',
    fields: { name, previousName: text('The name before the change.') },
  },
  'account.settings_changed': {
    summary: 'The settings of a tenant were changed: its plan, limits, external id or metadata.',
    sentence: '{actor} changed the settings of the account {name}',
    fields: {
      name,
      ...changedDetailFields,
      plan: nullableText('The plan of the tenant, after the change.'),
      previousPlan: nullableText('The same before the change.'),
      limits: limits('The maximum of each, after the change. Without an entry there is no limit.'),
      previousLimits: limits('The same before the change.'),
    },
  },
  'account.sign_in_rules_changed': {
    summary: 'It was changed which identity providers of a tenant say who its users are.',
    sentence: '{actor} changed who may sign in to the account {name}',
    fields: {
      name,
      signInRules: signInRules('The rules after the change: how far each provider is trusted.'),
      previousSignInRules: signInRules('The same before the change.'),
    },
  },
  'account.suspended': {
    summary: 'A tenant was suspended: nobody may enter any of its service groups.',
    sentence: '{actor} suspended the account {name}',
    fields: { name },
  },
  'account.reactivated': {
    summary: 'A suspended tenant was reactivated, with everything it had.',
    sentence: '{actor} reactivated the account {name}',
    fields: { name },
  },
  'account.closed': {
    summary: 'A tenant was closed for good. The removals of its users and service groups follow.',
    sentence: '{actor} closed the account {name}',
    fields: { name },
  },
} as const;

export type AccountFact = FactsOf<typeof accountEvents>;
