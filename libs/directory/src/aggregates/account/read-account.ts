import { existingAccount, type AccountState } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { accountState } from './state.js';
import type { Tenant } from '../../core/tenant.js';
import { accountEntity } from '../../table/items/accounts.js';

/** One strongly consistent read. */
export async function readAccount({ table }: Directory, accountId: string): Promise<AccountState> {
  return accountState(await table.get(accountEntity, { accountId }, { consistent: true }));
}

/** A list of an account, which is read at the same time. @throws DomainError `account_not_found` */
export async function listOfAccount<List>(
  { directory, accountId }: Tenant,
  list: () => Promise<List>,
): Promise<List> {
  const [listed, account] = await Promise.all([list(), readAccount(directory, accountId)]);
  existingAccount(account);
  return listed;
}
