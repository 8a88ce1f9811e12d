import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import { addApiCommand, addListCommand, addRoute, printRows, type Api } from '../../api/api.js';

const ACCOUNT = '/v1/accounts/{accountId}';

export function addAccountCommands(rollbook: Command): void {
  const accounts = rollbook.command('accounts').description('The accounts of the platform.');
  addListCommand(accounts, 'list', ['id', 'name', 'status', 'createdAt'], (api, query) =>
    api.client.each('/v1/accounts', { query }),
  );
  addRoute(accounts, 'create <name>', 'post', '/v1/accounts');
  addRoute(accounts, 'get [accountId]', 'get', ACCOUNT);
  addRoute(accounts, 'rename <accountId> <name>', 'patch', ACCOUNT);
  for (const verb of ['suspend', 'reactivate'] as const)
    addRoute(accounts, `${verb} <accountId>`, 'post', `${ACCOUNT}/${verb}`, { ifMatch: '*' });
  addRoute(accounts, 'close <accountId>', 'delete', ACCOUNT, { did: 'closed', ifMatch: '*' })
    .description('Closes an account: nobody can read it any more, and it cannot be restored.')
    .requiredOption('--yes', 'confirms it');
  addSignInRuleCommands(accounts);
}

type SignInRule = Schemas['SignInRule'];

function addSignInRuleCommands(accounts: Command): void {
  const rules = accounts
    .command('sign-in-rules')
    .description('The identity providers that an account trusts.');
  const print = async (api: Api, found: readonly SignInRule[]) =>
    printRows(api, ['issuer', 'domains', 'externalIdClaim'], found);
  /** Of this version of the account, so that nobody else's change is lost. */
  const change = async (api: Api, issuer: string, added: SignInRule[]) => {
    const path = api.path();
    const { signInRules, version } = await api.client.get(ACCOUNT, { path });
    const others = signInRules.filter((rule) => rule.issuer !== issuer);
    const body = { signInRules: [...others, ...added] };
    await print(api, (await api.client.patch(ACCOUNT, { path, body, ifMatch: version })).signInRules);
  };
  addApiCommand(rules, 'list', async (api) =>
    print(api, (await api.client.get(ACCOUNT, { path: api.path() })).signInRules),
  );
  addApiCommand(rules, 'set <issuer>', async (api, issuer) => {
    const { domain: domains = [], externalIdClaim } = api.options<{
      domain?: string[];
      externalIdClaim?: string;
    }>();
    await change(api, issuer, [{ issuer, domains, ...(externalIdClaim && { externalIdClaim }) }]);
  })
    .description('Trusts an identity provider. Replaces its existing rule, if any.')
    .option('--domain <domain...>', 'with verified emails of these domains')
    .option('--external-id-claim <claim>', 'with the external id of users in this claim');
  addApiCommand(rules, 'remove <issuer>', async (api, issuer) => change(api, issuer, []));
}
