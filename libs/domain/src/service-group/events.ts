import { id, text, type NewEventsOf } from '../schema/event-schema.js';
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

export type NewServiceGroupEvent = NewEventsOf<typeof serviceGroupEvents>;
