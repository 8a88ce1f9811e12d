import {
  decideAccount,
  existingAccount,
  initialAccount,
  type Account,
  type AccountCommand,
} from '#libs/domain';
import { changeAccount } from './changes.js';
import type { Directory } from './directory.js';
import { accountEntity } from './entities.js';
import { execute, requireVersion, type CommandContext, type Outcome } from './kernel.js';
import { OPERATORS_SCOPE } from './receipts.js';
import { accountState } from './states.js';
import type { Page, PageRequest } from './pages.js';
import type { Tenant } from './tenant.js';

/** Creates an account. An operator's command: it needs no tenant, because there is none yet. */
export async function createAccount(
  directory: Directory,
  { name }: { name: string },
  context: CommandContext,
): Promise<Outcome<Account>> {
  const accountId = directory.newId('account');
  return execute(directory, context, {
    accountId,
    receiptScope: OPERATORS_SCOPE,
    attempt: (provenance) => {
      const facts = decideAccount(initialAccount, { type: 'create_account', name });
      const change = changeAccount(accountId, initialAccount, facts, provenance);
      return Promise.resolve({ state: existingAccount(change.state), changes: [change] });
    },
  });
}

/** Renames, suspends or reactivates an account. */
export async function commandAccount(
  directory: Directory,
  { accountId }: Tenant,
  command: Exclude<AccountCommand, { type: 'create_account' }>,
  context: CommandContext,
): Promise<Outcome<Account>> {
  return execute(directory, context, {
    accountId,
    attempt: async (provenance) => {
      const before = accountState(
        await directory.table.get(accountEntity, { accountId }, { consistent: true }),
      );
      existingAccount(before);
      requireVersion(before, context);
      const change = changeAccount(accountId, before, decideAccount(before, command), provenance);
      return { state: existingAccount(change.state), changes: [change] };
    },
  });
}

/** Access pattern 1. */
export async function getAccount(directory: Directory, { accountId }: Tenant): Promise<Account> {
  return existingAccount(
    accountState(await directory.table.get(accountEntity, { accountId }, { consistent: true })),
  );
}

/** Access pattern 2: all accounts, oldest first. For operators; eventually consistent. */
export async function listAccounts(directory: Directory, request: PageRequest): Promise<Page<Account>> {
  const { items, cursor } = await directory.table.query(accountEntity.by('GSI1'), {}, request);
  return { items: items.map((item) => existingAccount(accountState(item))), cursor };
}
