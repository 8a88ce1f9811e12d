import { externalId } from '../values/external-id.js';
import { metadata } from '../values/metadata.js';
import { groupNameRule } from '../values/name.js';
import type { Fields } from '../values/field-rule.js';
import type { Settings, SettingsInput } from '../values/settings.js';
import { membershipRules } from './membership-rules.js';

export const serviceGroupSettings = {
  externalId: { ...externalId, isColumn: true },
  metadata,
  membershipRules,
} as const satisfies Settings;

export const serviceGroupFields = { name: groupNameRule, ...serviceGroupSettings } satisfies Fields;

export type ServiceGroupSettingsInput = SettingsInput<typeof serviceGroupSettings>;
