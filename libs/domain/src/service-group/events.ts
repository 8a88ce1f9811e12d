import { id, oneOf, text, type NewEventsOf } from '../schema/event-schema.js';
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
    summary: 'A service group was removed. Each of its memberships ends with a separate event.',
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

export type NewServiceGroupEvent = NewEventsOf<typeof serviceGroupEvents & typeof managerEvents>;
