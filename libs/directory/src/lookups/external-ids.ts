import { existingAccount, existingUser, idOf, type IdOf, type User } from '#libs/domain';
import { externalIdHeldBy } from '../kernel/claims/claims.js';
import type { Directory } from '../directory.js';
import { accountCountsEntity, accountEntity, accountExternalIdClaimEntity } from '../accounts/items.js';
import { externalIdClaimEntity } from './items.js';
import { serviceGroupEntity } from '../service-groups/items.js';
import { userEntity } from '../users/items.js';
import { accountState, serviceGroupState, userState } from '../kernel/states.js';
import type { Tenant } from '../tenant.js';
import { accountView, serviceGroupView, type AccountView, type ServiceGroupView } from '../views.js';

export async function findAccountByExternalId(
  { table }: Directory,
  externalId: string,
): Promise<AccountView | undefined> {
  const claim = await table.get(accountExternalIdClaimEntity, { externalId }, { consistent: true });
  if (!claim) return undefined;
  const { accountId } = claim;
  const [item, counts] = await table.batchGet(
    [accountEntity.at({ accountId }), accountCountsEntity.at({ accountId })],
    { consistent: true },
  );
  return item && externalIdHeldBy(accountState(item)) === externalId ? accountView(item, counts) : undefined;
}

export async function findUserByExternalId(
  { directory, accountId }: Tenant,
  externalId: string,
): Promise<User | undefined> {
  const userId = await ownerOf(directory, accountId, 'user', externalId);
  if (userId === undefined) return undefined;
  const state = userState(await directory.table.get(userEntity, { accountId, userId }, { consistent: true }));
  return externalIdHeldBy(state) === externalId ? existingUser(state) : undefined;
}

export async function findServiceGroupByExternalId(
  { directory, accountId }: Tenant,
  externalId: string,
): Promise<ServiceGroupView | undefined> {
  const serviceGroupId = await ownerOf(directory, accountId, 'service-group', externalId);
  if (serviceGroupId === undefined) return undefined;
  const key = { accountId, serviceGroupId };
  const item = await directory.table.get(serviceGroupEntity, key, { consistent: true });
  return externalIdHeldBy(serviceGroupState(item)) === externalId ? serviceGroupView(item) : undefined;
}

/** The account is read with the claim: in a closed account nothing is found. */
async function ownerOf<Kind extends 'user' | 'service-group'>(
  { table }: Directory,
  accountId: string,
  kind: Kind,
  externalId: string,
): Promise<IdOf<Kind> | undefined> {
  const [account, claim] = await table.batchGet(
    [accountEntity.at({ accountId }), externalIdClaimEntity.at({ accountId, kind, externalId })],
    { consistent: true },
  );
  existingAccount(accountState(account));
  return claim && idOf(kind, claim.ownerId);
}
