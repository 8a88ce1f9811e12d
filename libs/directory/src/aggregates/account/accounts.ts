// aggregates/account: commands on accounts (they are created in `access-roles`), what their changes write (`changes.ts`), their state and views.
// Imports core and table.

import { decideAccount, existingAccount, type AccountCommand } from '#libs/domain';
import { changeAccount } from './changes.js';
import type { Directory } from '../../core/directory.js';
import { accountCountsEntity, accountEntity, fencesEntity } from '../../table/items/accounts.js';
import { jobItems, withJob, type Removal } from '../../core/jobs.js';
import { command } from '../../core/command.js';
import type { CommandContext, Outcome } from '../../core/execute.js';
import { accountState } from './state.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { accountView, withCounts, type AccountView } from './views.js';

export async function commandAccount(
  tenant: Tenant,
  accountCommand: Exclude<AccountCommand, { type: 'create_account' | 'close_account' }>,
  context: CommandContext,
): Promise<Outcome<AccountView>> {
  const { directory, accountId } = tenant;
  return command(tenant, context, {
    aggregateId: accountId,
    load: async () => {
      const [item, counts] = await loadAccount(directory, accountId);
      return { before: accountState(item), item, counts };
    },
    decide: ({ before }) => decideAccount(before, accountCommand),
    change: ({ before }, newEvents, by) => changeAccount(accountId, before, newEvents, by),
    view: ({ state }, { item, counts }) => ({ state: withCounts(existingAccount(state), item, counts) }),
  });
}

/** Closes an account at once for every reader; a job of the same commit then removes its users and service groups. */
export async function closeAccount(tenant: Tenant, context: CommandContext): Promise<Outcome<Removal>> {
  const { directory, accountId } = tenant;
  return command(tenant, context, {
    aggregateId: accountId,
    load: async () => {
      const heads = [accountEntity.at({ accountId }), fencesEntity.at({ accountId })] as const;
      const [item, fences] = await directory.table.batchGet(heads, { consistent: true });
      return { before: accountState(item), fences };
    },
    decide: ({ before }) => decideAccount(before, { type: 'close_account' }),
    change: ({ before }, newEvents, by) => changeAccount(accountId, before, newEvents, by),
    view: ({ events }, { fences }, by) =>
      withJob(jobItems(directory, 'close-account', accountId, fences, events, by)),
  });
}

function loadAccount({ table }: Directory, accountId: string) {
  return table.batchGet([accountEntity.at({ accountId }), accountCountsEntity.at({ accountId })], {
    consistent: true,
  });
}

/** Access pattern 1, with the account's counts in the same call. */
export async function getAccount({ directory, accountId }: Tenant): Promise<AccountView> {
  return accountView(...(await loadAccount(directory, accountId)));
}

/** Access pattern 2: all accounts, oldest or newest first, then their counts. For operators; eventually consistent. */
export async function listAccounts(
  { table }: Directory,
  {
    status,
    ...request
  }: OrderedPageRequest & {
    status?: 'active' | 'suspended' | undefined;
  },
): Promise<Page<AccountView>> {
  const { items, cursor } = await table.query(
    accountEntity.by('GSI1'),
    {},
    { ...request, filter: (c) => (status ? c.eq('status', status) : c.ne('status', 'closed')) },
  );
  const counts = await table.batchGet(items.map(({ accountId }) => accountCountsEntity.at({ accountId })));
  return { items: items.map((item, index) => accountView(item, counts[index])), cursor };
}
