import { externalId } from '../values/external-id.js';
import { metadata } from '../values/metadata.js';
import { groupNameRule } from '../values/name.js';
import { defineResource, versioned } from '../values/resource.js';
import type { Settings, SettingsInput } from '../values/settings.js';

/** They are on the user's head, which each check reads. */
export const MAX_TEAMS_OF_USER = 40;
/** They are on the service group's head, which each check reads. */
export const MAX_TEAMS_OF_GROUP = 40;
/** The service groups of one team. */
export const MAX_GROUPS_OF_TEAM = 500;

export const teamSettings = {
  externalId: { ...externalId, isColumn: true, example: null },
  metadata: { ...metadata, example: {} },
} as const satisfies Settings;

export const teamFields = defineResource({
  id: {
    type: 'string',
    from: 'teamId',
    about: '`team_` followed by a ULID.',
    example: 'team_01JZ3YT8Q1S3V5X7Z9B1D3F5H7',
  },
  accountId: { type: 'string', example: 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8' },
  name: {
    ...groupNameRule,
    given:
      '1 to 256 visible characters, of at most 800 bytes in UTF-8. Unique among the teams of the account, ignoring case. No word mixes scripts.',
    sorted: true,
    example: 'Platform',
  },
  ...teamSettings,
  ...versioned(1),
});

export type TeamSettingsInput = SettingsInput<typeof teamSettings>;
