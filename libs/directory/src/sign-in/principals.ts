import type { OpenAccount, ServiceGroupId, ServiceGroupState, User, UserId } from '#libs/domain';
import type { ItemReference } from '@rollbook/single-table';
import type { Directory } from '../core/directory.js';
import { accountEntity } from '../table/items/accounts.js';
import { serviceGroupEntity } from '../table/items/service-groups.js';
import { userEntity } from '../table/items/users.js';
import { accountState, type AccountItem } from '../aggregates/account/state.js';
import { serviceGroupState, type ServiceGroupItem } from '../aggregates/service-group/state.js';
import { userState, type UserItem } from '../aggregates/user/state.js';
import { sessionEntity } from '../table/items/sessions.js';
import type { Session } from './sessions.js';

export interface Principal {
  account: OpenAccount | undefined;
  user: User | undefined;
  /** Which the request is about, if it names one: its managers have more permissions there. */
  serviceGroup: ServiceGroupState;
}

/** A request's user, and the service group of their account that it names. */
export interface PrincipalIds {
  accountId: string;
  userId: UserId;
  serviceGroupId?: ServiceGroupId | undefined;
}

export async function loadPrincipal({ table }: Directory, ids: PrincipalIds): Promise<Principal> {
  return principalOf(await table.batchGet(headsOf(ids), { consistent: true }));
}

/** The same for a session, including the session itself in that one call: its principal is known from its cookie. */
export async function loadPrincipalOfSession(
  { table }: Directory,
  { sessionId, ...ids }: PrincipalIds & { sessionId: string },
): Promise<Principal & { session: Session | undefined }> {
  const [session, ...heads] = await table.batchGet(
    [sessionEntity.at({ sessionId }), ...headsOf(ids)] as const,
    { consistent: true },
  );
  return { session, ...principalOf(heads) };
}

function headsOf({ accountId, userId, serviceGroupId }: PrincipalIds): ItemReference[] {
  const heads: ItemReference[] = [accountEntity.at({ accountId }), userEntity.at({ accountId, userId })];
  if (serviceGroupId !== undefined) heads.push(serviceGroupEntity.at({ accountId, serviceGroupId }));
  return heads;
}

function principalOf(heads: readonly unknown[]): Principal {
  const [accountItem, userItem, groupItem] = heads as [AccountItem?, UserItem?, ServiceGroupItem?];
  const account = accountState(accountItem);
  const user = userState(userItem);
  return {
    account:
      account.status === 'none' || account.status === 'closed'
        ? undefined
        : { ...account, status: account.status },
    user: user.status === 'none' ? undefined : user,
    serviceGroup: serviceGroupState(groupItem),
  };
}
