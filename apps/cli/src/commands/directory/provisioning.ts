import type { Command } from 'commander';
import { addRoute } from '../../api/api.js';

export function addProvisioningCommands(rollbook: Command): void {
  const scim = rollbook.command('scim').description('Provisioning by an identity provider.');
  addRoute(scim, 'show', 'get', '/v1/accounts/{accountId}/scim').description(
    'Shows the base URL, the keys with their last use, and what was refused.',
  );
}
