import type { Command } from 'commander';
import { addApiCommand, printOne, printRows } from '../../api.js';

const ACCOUNT = '/v1/accounts/{accountId}';

export function addAccountCommands(rollbook: Command): void {
  const accounts = rollbook.command('accounts').description('The accounts of the platform.');
  addApiCommand(accounts, 'list', (api) =>
    printRows(api, ['id', 'name', 'status', 'createdAt'], api.client.each('/v1/accounts')),
  );
  addApiCommand(accounts, 'create <name>', async (api, name) =>
    printOne(api, await api.client.post('/v1/accounts', { body: { name } })),
  );
  addApiCommand(accounts, 'get [accountId]', async (api, accountId?: string) =>
    printOne(api, await api.client.get(ACCOUNT, { path: accountId ? { accountId } : api.path() })),
  );
  addApiCommand(accounts, 'rename <accountId> <name>', async (api, accountId, name) =>
    printOne(api, await api.client.patch(ACCOUNT, { path: { accountId }, body: { name } })),
  );
  for (const verb of ['suspend', 'reactivate'] as const)
    addApiCommand(accounts, `${verb} <accountId>`, async (api, accountId) =>
      printOne(api, await api.client.post(`${ACCOUNT}/${verb}`, { path: { accountId }, ifMatch: '*' })),
    );
  addApiCommand(accounts, 'close <accountId>', async (api, accountId) => {
    await api.client.delete(ACCOUNT, { path: { accountId }, ifMatch: '*' });
    printOne(api, { closed: accountId });
  })
    .description('Closes an account: nobody can read it any more, and it cannot be restored.')
    .requiredOption('--yes', 'confirms it');
}
