import {
  dateTime,
  id,
  internal,
  nullableDateTime,
  text,
  texts,
  type FactsOf,
} from '../events/event-schema.js';
import type { Scope } from './scopes.js';

const apiKey = {
  apiKeyId: id('akey', 'API key'),
  name: text('The name of the key.'),
  scopes: texts<Scope[]>('What the key is allowed.'),
  hint: text('The end of the key, by which it can be told from others.'),
};
const issued = {
  ...apiKey,
  expiresAt: nullableDateTime('When the key expires; null when it does not.'),
  secretHash: internal(text('SHA-256 of the whole key, base64url.')),
};

export const apiKeyEvents = {
  'api_key.created': {
    summary: 'An API key was created: a machine may act for the account, or for the operators, with it.',
    fields: issued,
  },
  'api_key.rotated': {
    summary: 'An API key was given a new secret. The one before is accepted for some time yet.',
    fields: {
      ...issued,
      previousHint: text('The hint of the secret before.'),
      previousValidUntil: dateTime('Until when the secret before is still accepted.'),
    },
  },
  'api_key.revoked': { summary: 'An API key was revoked: it opens nothing any more.', fields: apiKey },
} as const;

export type ApiKeyFact = FactsOf<typeof apiKeyEvents>;
