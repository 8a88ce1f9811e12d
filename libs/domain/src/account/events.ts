import { nullableText, objects, optional, text, type NewEventsOf } from '../schema/event-schema.js';
import { changedFields, createdFields } from '../values/settings.js';
import { accountSettings } from './fields.js';
import type { SignInRule } from './sign-in-rules.js';

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
      ...createdFields(accountSettings),
      plan: optional(nullableText('The plan of the tenant. Absent if there is none.')),
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
    fields: { name, ...changedFields(accountSettings) },
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

export type NewAccountEvent = NewEventsOf<typeof accountEvents>;
