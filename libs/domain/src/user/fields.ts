import { ROLES } from '../permissions/roles.js';
import { emailRule } from '../values/email.js';
import { externalId } from '../values/external-id.js';
import type { Fields } from '../values/field-rule.js';
import { metadata } from '../values/metadata.js';
import { nameRule } from '../values/name.js';
import type { Settings, SettingsInput } from '../values/settings.js';

export const userSettings = {
  externalId: { ...externalId, personal: true, isColumn: true, scim: { attribute: 'externalId' } },
  metadata: { ...metadata, personal: true },
} as const satisfies Settings;

export const userFields = {
  name: nameRule,
  email: emailRule,
  role: { type: 'string', values: ROLES, optional: true },
  ...userSettings,
} as const satisfies Fields;

export type UserSettingsInput = SettingsInput<typeof userSettings>;
