import { id, text, type NewEventsOf } from '../schema/event-schema.js';
import { changedFields, createdFields, inWords } from '../values/settings.js';
import { teamSettings } from './fields.js';

const team = { teamId: id('team', 'team'), name: text('The name after the change.') };

export const teamEvents = {
  'team.created': {
    summary: 'A team was created: users and service groups may have it from now on.',
    sentence: '{actor} created the team {name}',
    fields: { ...team, ...createdFields(teamSettings) },
  },
  'team.renamed': {
    summary: 'A team was renamed.',
    sentence: '{actor} renamed the team {previousName} to {name}',
    fields: { ...team, previousName: text('The name before the change.') },
  },
  'team.settings_changed': {
    summary: `The ${inWords(teamSettings)} of a team was changed.`,
    sentence: '{actor} changed the settings of the team {name}',
    fields: { ...team, ...changedFields(teamSettings) },
  },
  'team.removed': {
    summary:
      'A team was removed: it gives nobody access any more. The places of its users and its access to service groups end with separate events.',
    sentence: '{actor} removed the team {name}',
    fields: team,
  },
} as const;

export type NewTeamEvent = NewEventsOf<typeof teamEvents>;
