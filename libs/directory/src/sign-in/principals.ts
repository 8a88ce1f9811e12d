import type { OpenAccount, User, UserId } from '#libs/domain';
import type { Directory } from '../core/directory.js';
import { accountEntity } from '../table/items/accounts.js';
import { userEntity } from '../table/items/users.js';
import { accountState, type AccountItem } from '../aggregates/account/state.js';
import { userState, type UserItem } from '../aggregates/user/state.js';
import { sessionEntity } from '../table/items/sessions.js';
import type { Session } from './sessions.js';

export interface Principal {
  account: OpenAccount | undefined;
  user: User | undefined;
}

export async function loadPrincipal(
  { table }: Directory,
  accountId: string,
  userId: UserId,
): Promise<Principal> {
  const [accountItem, userItem] = await table.batchGet(
    [accountEntity.at({ accountId }), userEntity.at({ accountId, userId })],
    { consistent: true },
  );
  return principalOf(accountItem, userItem);
}

/** The same for a session, including the session itself in that one call: its principal is known from its cookie. */
export async function loadPrincipalOfSession(
  { table }: Directory,
  { sessionId, accountId, userId }: { sessionId: string; accountId: string; userId: UserId },
): Promise<Principal & { session: Session | undefined }> {
  const [session, accountItem, userItem] = await table.batchGet(
    [sessionEntity.at({ sessionId }), accountEntity.at({ accountId }), userEntity.at({ accountId, userId })],
    { consistent: true },
  );
  return { session, ...principalOf(accountItem, userItem) };
}

function principalOf(accountItem: AccountItem | undefined, userItem: UserItem | undefined): Principal {
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
