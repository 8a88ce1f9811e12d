import { externalId } from '../values/external-id.js';
import { metadata } from '../values/metadata.js';
import { planRule, titleRule } from '../values/name.js';
import type { Fields } from '../values/field-rule.js';
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

const limits: Setting<Limits, LimitsChange> & { always: true } = {
  type: 'object',
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
  externalId,
  metadata,
  plan: { ...textSetting(planRule, 'The plan of the tenant'), always: true },
  limits,
} as const satisfies Settings;

export const accountFields = {
  name: titleRule,
  ...accountSettings,
  signInRules: signInRulesRule,
} satisfies Fields;

export type AccountSettingsInput = SettingsInput<typeof accountSettings>;
