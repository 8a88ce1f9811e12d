import type { OpenAccount, User } from '#libs/domain';
import type { Directory } from '../directory.js';
import { accountEntity } from '../accounts/items.js';
import { userEntity } from './items.js';
import { accountState, userState } from '../kernel/states.js';

/**
 * Who a token speaks for, as the table knows it now: the account and the user it names, in one strongly consistent
 * call. This is authentication's own read: it takes no tenant, because it is what grants one.
 */
export async function loadPrincipal(
  { table }: Directory,
  accountId: string,
  userId: string,
): Promise<{ account: OpenAccount | undefined; user: User | undefined }> {
  const [accountItem, userItem] = await table.batchGet(
    [accountEntity.at({ accountId }), userEntity.at({ accountId, userId })],
    { consistent: true },
  );
  const account = accountState(accountItem);
  const user = userState(userItem);
  return {
    account:
      account.status === 'none' || account.status === 'closed'
        ? undefined
        : { ...account, status: account.status },
    user: user.status === 'none' ? undefined : user,
  };
}
