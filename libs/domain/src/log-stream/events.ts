import {
  flag,
  id,
  integer,
  nullableDateTime,
  oneOf,
  text,
  texts,
  type DataOf,
  type NewEventsOf,
} from '../schema/event-schema.js';
import { DISABLED_REASONS } from '../webhook-endpoint/events.js';
import { LOG_FORMS } from './fields.js';

const identity = {
  logStreamId: id('lstr', 'log stream'),
  url: text('Where batches are sent, after the change.'),
};
const settings = {
  ...identity,
  form: oneOf(LOG_FORMS, 'How events are written.'),
  personalData: flag('Whether names, emails and other personal data are sent; otherwise only ids.'),
  eventTypes: texts('The event types it sends, or groups such as user.*; empty means all.'),
  description: text('A description for people; may be empty.'),
};

export const logStreamEvents = {
  'log_stream.created': {
    summary: 'A log stream was created: from then on the account’s events are sent to its URL, in batches.',
    sentence: '{actor} created the log stream to {url}',
    fields: settings,
  },
  'log_stream.changed': {
    summary:
      'The URL, the form, the event types, the description of a log stream, or whether it sends personal data, was changed.',
    sentence: '{actor} changed the log stream to {url}',
    fields: {
      ...settings,
      previousUrl: text('The URL before the change.'),
      previousForm: oneOf(LOG_FORMS, 'The form before the change.'),
      previousPersonalData: flag('Whether personal data was sent before the change.'),
      previousEventTypes: texts('The event types before the change.'),
      previousDescription: text('The description before the change.'),
    },
  },
  'log_stream.secret_replaced': {
    summary: 'The secret of a log stream was replaced. Events never contain secrets.',
    sentence: '{actor} replaced the secret of the log stream to {url}',
    fields: { ...identity, secretVersion: integer(2, 'The number of the new secret.') },
  },
  'log_stream.disabled': {
    summary: 'A log stream was disabled: nothing is sent until it is enabled, and then everything since.',
    sentence: '{actor} disabled the log stream to {url}',
    fields: {
      ...identity,
      reason: oneOf(
        DISABLED_REASONS,
        'On request; because it answered 410 Gone; or because it failed for days.',
      ),
    },
  },
  'log_stream.enabled': {
    summary: 'A disabled log stream was enabled: it continues where it stopped.',
    sentence: '{actor} enabled the log stream to {url}',
    fields: identity,
  },
  'log_stream.replayed': {
    summary: 'A log stream was set back: events that it may have sent already are sent again.',
    sentence: '{actor} replayed the log stream to {url}',
    fields: { ...identity, from: nullableDateTime('The earliest event that is sent again; null for all.') },
  },
  'log_stream.removed': {
    summary: 'A log stream was removed.',
    sentence: '{actor} removed the log stream to {url}',
    fields: identity,
  },
} as const;

export type LogStreamIdentity = DataOf<(typeof logStreamEvents)['log_stream.removed']>;
export type NewLogStreamEvent = NewEventsOf<typeof logStreamEvents>;
