import {
  createApiKey,
  getApiKey,
  listApiKeys,
  loadCredential,
  noteApiKeyUse,
  revokeApiKey,
  rotateApiKey,
} from '../aggregates/api-key/api-keys.js';
import { pattern } from './reads.js';
import { accountId, apiKeyId, at, context } from './samples/sample.js';

const drawn = { hint: 'aaaa', secretHash: 'digest' };

export const apiKeys = {
  getApiKey: pattern('an API key', { apiKeyId }, (tenant, input) => getApiKey(tenant, input.apiKeyId)),
  listApiKeys: pattern('the API keys of an account', { limit: 25 }, (tenant, page) =>
    listApiKeys(tenant, page),
  ),
  loadCredential: pattern(
    'whether an API key is valid, and its account',
    { accountId, apiKeyId },
    ({ directory }, input) => loadCredential(directory, input.accountId, input.apiKeyId),
    { note: 'Key and account in one call, shared by the requests of two seconds.' },
  ),
  createApiKey: pattern('create an API key', { name: 'Import' }, (tenant, { name }) => {
    const input = { name, scopes: ['users:read'], expiresAt: undefined } as const;
    return createApiKey(tenant, input, () => drawn, context);
  }),
  rotateApiKey: pattern('give an API key a new secret', { apiKeyId }, (tenant, input) => {
    const rotation = { previousValidUntil: at, expiresAt: undefined, ...drawn };
    return rotateApiKey(tenant, input.apiKeyId, { ...rotation, type: 'rotate_api_key' }, context);
  }),
  revokeApiKey: pattern('revoke an API key', { apiKeyId }, (tenant, input) =>
    revokeApiKey(tenant, input.apiKeyId, context),
  ),
  noteApiKeyUse: pattern(
    'record when an API key was used',
    { accountId, apiKeyId },
    ({ directory }, input) => noteApiKeyUse(directory, input, at, at),
    {
      note: 'In the background, once in five minutes per key; of one with the scope scim, once in five seconds.',
    },
  ),
};
