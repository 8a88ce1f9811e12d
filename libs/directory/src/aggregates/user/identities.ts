import {
  DomainError,
  sameIdentity,
  type Identity,
  type LinkedIdentity,
  type LinkMethod,
  type Role,
  type User,
  type UserId,
} from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { accountEntity } from '../../table/items/accounts.js';
import { identityEntity, userEntity } from '../../table/items/users.js';
import type { CommandContext, Outcome } from '../../core/execute.js';
import { accountState, type AccountItem } from '../account/state.js';
import { userState, type UserItem } from './state.js';
import type { Tenant } from '../../core/tenant.js';
import { changeUserAsPlanned, commandUser, getUser } from './users.js';

export interface UserOfIdentity {
  accountId: string;
  userId: UserId;
}

/** The maximum number of accounts in which an identity can be a user, all of which are offered at sign-in. */
const MAX_ACCOUNTS = 100;

/** Access pattern 6: the accounts and users of an identity. It takes no tenant, because sign-in uses it to find one. */
export async function findUsersOfIdentity(
  { table }: Directory,
  { issuer, subject }: Identity,
): Promise<UserOfIdentity[]> {
  const { items } = await table.query(
    identityEntity,
    { issuer, subject },
    { limit: MAX_ACCOUNTS, consistent: true },
  );
  return items.map(({ accountId, userId }) => ({ accountId, userId }));
}

export interface AccountOfIdentity extends UserOfIdentity {
  accountName: string;
  name: string;
  email: string;
  role: Role;
  linkedAt: string;
}

export async function listAccountsOfIdentity(
  directory: Directory,
  identity: Identity,
): Promise<AccountOfIdentity[]> {
  const found = await findUsersOfIdentity(directory, identity);
  const heads = found.flatMap(({ accountId, userId }) => [
    accountEntity.at({ accountId }),
    userEntity.at({ accountId, userId }),
  ]);
  const items = await directory.table.batchGet(heads, { consistent: true });
  const open = found.flatMap((user, index): AccountOfIdentity[] => {
    const account = accountState(items[2 * index] as AccountItem | undefined);
    const state = userState(items[2 * index + 1] as UserItem | undefined);
    if (account.status !== 'active' || state.status !== 'active') return [];
    const { name, email, role, identities } = state;
    const linked = identities?.find((each) => sameIdentity(each, identity));
    if (!linked) return [];
    return [{ ...user, accountName: account.name, name, email, role, linkedAt: linked.linkedAt }];
  });
  return open.toSorted((a, b) => a.accountName.localeCompare(b.accountName));
}

/** The user of one account that an identity is linked to, if there is one. One strongly consistent read. */
export async function findUserOfIdentity(
  { directory: { table }, accountId }: Tenant,
  { issuer, subject }: Identity,
): Promise<UserId | undefined> {
  const item = await table.get(identityEntity, { issuer, subject, accountId }, { consistent: true });
  return item?.userId;
}

export async function listIdentities(tenant: Tenant, userId: UserId): Promise<readonly LinkedIdentity[]> {
  return (await getUser(tenant, userId)).identities ?? [];
}

/** Of two users who claim one identity at once, one gets it. @throws DomainError `identity_taken`, `too_many_identities` */
export function linkIdentity(
  tenant: Tenant,
  { userId, method, ...identity }: Identity & { userId: UserId; method: LinkMethod },
  context: CommandContext,
): Promise<Outcome<User>> {
  const command = { type: 'link_identity', method, ...identity } as const;
  return commandUser(tenant, userId, command, context);
}

/** @param which selects one of the user's identities @throws DomainError `identity_not_found` */
export function unlinkIdentity(
  tenant: Tenant,
  { userId, which }: { userId: UserId; which: (identity: Identity) => boolean },
  context: CommandContext,
): Promise<Outcome<User>> {
  const plan = ({ identities = [] }: User) => {
    const found = identities.find(which);
    if (!found) throw new DomainError('identity_not_found', 'The user has no such identity.');
    const { issuer, subject } = found;
    return [{ type: 'unlink_identity', issuer, subject } as const];
  };
  return changeUserAsPlanned(tenant, userId, plan, context);
}
