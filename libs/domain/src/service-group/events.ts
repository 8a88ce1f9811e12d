import type { AccessRoleReference } from '../access-roles/access-roles.js';
import { ACCESS_ROLE_PROPERTIES } from '../access-roles/events.js';
import {
  dateTime,
  id,
  internal,
  nullableDateTime,
  object,
  oneOf,
  optional,
  text,
  type NewEventsOf,
} from '../schema/event-schema.js';
import { changedFields, createdFields, inWords } from '../values/settings.js';
import { serviceGroupSettings } from './fields.js';

const serviceGroup = {
  serviceGroupId: id('sgrp', 'service group'),
  name: text('The name after the change.'),
};

export const serviceGroupEvents = {
  'service_group.created': {
    summary: 'A service group was created.',
    sentence: '{actor} created the service group {name}',
    fields: { ...serviceGroup, ...createdFields(serviceGroupSettings) },
  },
  'service_group.renamed': {
    summary: 'A service group was renamed.',
    sentence: '{actor} renamed the service group {previousName} to {name}',
    fields: { ...serviceGroup, previousName: text('The name before the change.') },
  },
  'service_group.settings_changed': {
    summary: `The ${inWords(serviceGroupSettings)} of a service group was changed.`,
    sentence: '{actor} changed the settings of the service group {name}',
    fields: { ...serviceGroup, ...changedFields(serviceGroupSettings) },
  },
  'service_group.removed': {
    summary:
      'A service group was removed. Each of its memberships ends with a separate event; the access of its teams ends without one.',
    sentence: '{actor} removed the service group {name}',
    fields: serviceGroup,
  },
} as const;

/** Who managers are is said by their ids alone: an erasure of their personal data leaves nothing of it here. */
const manager = { ...serviceGroup, userId: id('user', 'user') };

export const managerEvents = {
  'service_group.manager_added': {
    summary:
      'A user was made a manager of a service group: they may see, add and remove its members. The removal of the service ' +
      'group ends it without a separate event.',
    sentence: '{actor} made {userId} a manager of {name}',
    fields: manager,
  },
  'service_group.manager_removed': {
    summary: 'A user is no longer a manager of a service group.',
    sentence: '{actor} removed {userId} from the managers of {name}',
    fields: {
      ...manager,
      /** `user_removed`: it ended with the user, not by a decision about it. */
      reason: oneOf(
        ['manager_removed', 'user_removed'],
        'Whether somebody ended it, or the user was removed from the account.',
      ),
    },
  },
} as const;

const access = {
  ...serviceGroup,
  teamId: id('team', 'team'),
  teamName: text('The name of the team at that time.'),
};
const accessRole = (description: string) =>
  optional(object<AccessRoleReference>(description, ACCESS_ROLE_PROPERTIES));
const since = dateTime('When the access of the team began.');
const reason = optional(text('The reason that was given for it.'));

/** The access of teams belongs to the service group. */
export const teamAccessEvents = {
  'service_group.team_added': {
    summary:
      'A team was given access to a service group, for good or until a time: its users may enter. No separate events follow for these.',
    sentence: '{actor} gave the team {teamName} access to {name}',
    fields: {
      ...access,
      expiresAt: optional(dateTime('When the access ends by itself. Absent if it does not.')),
      reason,
      accessRole: accessRole('The access role of the users of the team. Absent if there is none.'),
    },
  },
  'service_group.team_changed': {
    summary:
      'The end of the access of a team was set, moved or taken away, or its reason or its access role was changed.',
    sentence: '{actor} changed the access of the team {teamName} to {name}',
    fields: {
      ...access,
      since,
      expiresAt: nullableDateTime('When the access ends by itself. Null if it does not.'),
      previousExpiresAt: nullableDateTime('The end before the change. Null if there was none.'),
      reason,
      accessRole: accessRole('The access role after the change. Absent if there is none.'),
      previousAccessRole: accessRole('The access role before the change. Absent if there was none.'),
    },
  },
  'service_group.team_expiring': {
    summary: 'The access of a team is about to end. Published once, a day ahead, unless it is shorter.',
    sentence: '{actor} announced that the access of the team {teamName} to {name} is about to end',
    fields: { ...access, since, expiresAt: dateTime('When the access ends by itself.') },
  },
  'service_group.team_removed': {
    summary:
      'A team no longer has access to a service group: it was taken away, or ended by itself. No separate events follow for its users.',
    sentence: '{actor} ended the access of the team {teamName} to {name}',
    fields: {
      ...access,
      since,
      /** `team_removed`: it ended with the team, not by a decision about the service group. */
      reason: oneOf(
        ['team_removed_from_group', 'team_removed'],
        'Whether the access was taken away, or the team itself was removed.',
      ),
      cause: optional(oneOf(['expired'], 'Present if the access ended by itself, at `expiresAt`.')),
      expiresAt: optional(
        dateTime('When it ended by itself: earlier than the time of the event, which follows it.'),
      ),
      accessRole: accessRole('The access role that it had. Absent if it had none.'),
      until: internal(optional(dateTime('When it ended, if that was not the time of the event.'))),
    },
  },
} as const;

export type NewServiceGroupEvent = NewEventsOf<
  typeof serviceGroupEvents & typeof managerEvents & typeof teamAccessEvents
>;
