import { externalId } from '../values/external-id.js';
import { metadata } from '../values/metadata.js';
import { groupNameRule } from '../values/name.js';
import { defineResource, UPDATED, versioned } from '../values/resource.js';
import type { Settings, SettingsInput } from '../values/settings.js';
import { membershipRules } from './membership-rules.js';

export const serviceGroupSettings = {
  externalId: { ...externalId, isColumn: true, example: null },
  metadata: { ...metadata, example: {} },
  membershipRules: {
    ...membershipRules,
    example: { maxLengthSeconds: 2_592_000, defaultLengthSeconds: 28_800, reasonRequired: true },
  },
} as const satisfies Settings;

export const serviceGroupFields = defineResource({
  id: {
    type: 'string',
    from: 'serviceGroupId',
    about: '`sgrp_` followed by a ULID.',
    example: 'sgrp_01JZ3YS5N7P9R1T3V5X7Z9B1D3',
  },
  accountId: { type: 'string', example: 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8' },
  name: {
    ...groupNameRule,
    given:
      '1 to 256 visible characters, of at most 800 bytes in UTF-8. Unique in the account, ignoring case. No word mixes scripts.',
    sorted: true,
    example: 'prod',
  },
  ...serviceGroupSettings,
  memberCount: {
    type: 'number',
    none: null,
    about:
      'Kept up to date from the stream of changes: seconds late, or minutes if there are many. Null in answers with `asOf`.',
    example: 8,
  },
  memberCountAsOf: {
    type: 'string',
    none: null,
    about: 'When they were counted. ISO 8601, UTC.',
    example: UPDATED,
  },
  teamCount: {
    type: 'number',
    about: 'The number of teams whose users may enter it. `memberCount` does not count these.',
    example: 1,
  },
  ...versioned(1),
});

export type ServiceGroupSettingsInput = SettingsInput<typeof serviceGroupSettings>;
