import type { Command } from 'commander';
import { addApiCommand, printOne } from '../../api/api.js';

export function addProvisioningCommands(rollbook: Command): void {
  const scim = rollbook.command('scim').description('Provisioning by an identity provider.');
  addApiCommand(scim, 'show', async (api) =>
    printOne(api, await api.client.get('/v1/accounts/{accountId}/scim', { path: api.path() })),
  ).description('Shows the base URL, the keys with their last use, and what was refused.');
}
