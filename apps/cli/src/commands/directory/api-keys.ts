import type { Command } from 'commander';
import { addApiCommand, addListCommand, addRoute, printOne } from '../../api/api.js';

const KEYS = '/v1/accounts/{accountId}/api-keys';
const KEY = `${KEYS}/{apiKeyId}` as const;
const COLUMNS = ['id', 'name', 'scopes', 'hint', 'expiresAt', 'lastUsedAt'] as const;

export function addApiKeyCommands(rollbook: Command): void {
  const keys = rollbook.command('api-keys').description('Credentials for the machines of an account.');
  addListCommand(keys, 'list', COLUMNS, (api, query) => api.client.each(KEYS, { path: api.path(), query }));
  addApiCommand(keys, 'create <name> <scopes...>', async (api, name, ...scopes) => {
    const { expires } = api.options<{ expires?: string }>();
    const body = { name, scopes: scopes as 'scim'[], ...(expires && { expiresAt: expires }) };
    printOne(api, await api.client.post(KEYS, { path: api.path(), body }));
  })
    .description('Creates a key with these scopes, for example `scim`. It is shown only once.')
    .option('--expires <time>', 'ISO 8601; default: never');
  addApiCommand(keys, 'rotate <apiKeyId>', async (api, apiKeyId) => {
    const { grace } = api.options<{ grace: string }>();
    const request = { path: { ...api.path(), apiKeyId }, body: { graceSeconds: Number(grace) } };
    printOne(api, await api.client.post(`${KEY}/rotate`, request));
  }).option('--grace <seconds>', 'how long the previous one remains valid', '86400');
  addRoute(keys, 'revoke <apiKeyId>', 'delete', KEY, { did: 'revoked' });
}
