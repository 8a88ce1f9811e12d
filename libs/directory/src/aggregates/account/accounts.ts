// aggregates/account: commands on accounts, what their changes write (`changes.ts`), their state and views.
// Imports core and table.

import {
  decideAccount,
  existingAccount,
  initialAccount,
  type AccountCommand,
  type AccountSettingsInput,
} from '#libs/domain';
import { changeAccount } from './changes.js';
import type { Directory } from '../../core/directory.js';
import { accountCountsEntity, accountEntity, fencesEntity } from '../../table/items/accounts.js';
import { jobItems, type Removal } from '../../core/jobs.js';
import {
  execute,
  requireVersion,
  type CommandContext,
  type Decision,
  type Outcome,
} from '../../core/execute.js';
import { OPERATORS_SCOPE } from '../../core/receipts.js';
import { accountState } from './state.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { accountView, withCounts, type AccountView } from './views.js';

export async function createAccount(
  directory: Directory,
  input: { name: string } & AccountSettingsInput,
  context: CommandContext,
): Promise<Outcome<AccountView>> {
  const accountId = directory.newId('account');
  return execute(directory, context, {
    accountId,
    receiptScope: OPERATORS_SCOPE,
    attempt: (provenance) => {
      const newEvents = decideAccount(initialAccount, { ...input, type: 'create_account' });
      const change = changeAccount(accountId, initialAccount, newEvents, provenance);
      return Promise.resolve({ state: withCounts(existingAccount(change.state)), changes: [change] });
    },
  });
}

export async function commandAccount(
  { directory, accountId }: Tenant,
  command: Exclude<AccountCommand, { type: 'create_account' | 'close_account' }>,
  context: CommandContext,
): Promise<Outcome<AccountView>> {
  return execute(directory, context, {
    accountId,
    aggregateId: accountId,
    attempt: async (provenance) => {
      const [item, counts] = await loadAccount(directory, accountId);
      const before = accountState(item);
      existingAccount(before);
      requireVersion(before, context);
      const change = changeAccount(accountId, before, decideAccount(before, command), provenance);
      return { state: withCounts(existingAccount(change.state), item, counts), changes: [change] };
    },
  });
}

/** Closes an account at once for every reader; a job of the same commit then removes its users and service groups. */
export async function closeAccount(
  { directory, accountId }: Tenant,
  context: CommandContext,
): Promise<Outcome<Removal>> {
  return execute(directory, context, {
    accountId,
    aggregateId: accountId,
    attempt: async (provenance): Promise<Decision<Removal>> => {
      const [item, fences] = await directory.table.batchGet(
        [accountEntity.at({ accountId }), fencesEntity.at({ accountId })],
        { consistent: true },
      );
      const before = accountState(item);
      requireVersion(existingAccount(before), context);
      const change = changeAccount(
        accountId,
        before,
        decideAccount(before, { type: 'close_account' }),
        provenance,
      );
      const job = jobItems(directory, 'close-account', accountId, fences, change.events, provenance);
      return { state: { jobId: job.jobId }, changes: [change], guards: job.transactItems };
    },
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
