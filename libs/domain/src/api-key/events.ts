import {
  dateTime,
  id,
  internal,
  nullableDateTime,
  text,
  texts,
  type NewEventsOf,
} from '../schema/event-schema.js';
import type { Scope } from '../permissions/scopes.js';

const apiKey = {
  apiKeyId: id('akey', 'API key'),
  name: text('The name of the key.'),
  scopes: texts<Scope[]>('What the key may do.'),
  hint: text('The end of the key, to tell it from others.'),
};
const issued = {
  ...apiKey,
  expiresAt: nullableDateTime('When the key expires; null if never.'),
  secretHash: internal(text('SHA-256 of the whole key, base64url.')),
};

export const apiKeyEvents = {
  'api_key.created': {
    summary: 'An API key was created, with which a machine can act for the account or for the operators.',
    sentence: '{actor} created the API key {name}',
    fields: issued,
  },
  'api_key.rotated': {
    summary: 'An API key was given a new secret. The previous one is accepted for some time.',
    sentence: '{actor} gave the API key {name} a new secret',
    fields: {
      ...issued,
      previousHint: text('The hint of the previous secret.'),
      previousValidUntil: dateTime('Until when the previous secret is accepted.'),
    },
  },
  'api_key.revoked': {
    summary: 'An API key was revoked.',
    sentence: '{actor} revoked the API key {name}',
    fields: apiKey,
  },
} as const;

export type NewApiKeyEvent = NewEventsOf<typeof apiKeyEvents>;
