import {
  existingAccount,
  existingTeam,
  existingUser,
  idOf,
  type IdOf,
  type ServiceGroupId,
  type Team,
  type User,
  type UserId,
} from '#libs/domain';
import { externalIdHeldBy } from '../../core/claims.js';
import type { Directory } from '../../core/directory.js';
import {
  accountCountsEntity,
  accountEntity,
  accountExternalIdClaimEntity,
} from '../../table/items/accounts.js';
import { externalIdClaimEntity } from '../../table/items/external-ids.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { teamEntity } from '../../table/items/teams.js';
import { userEntity } from '../../table/items/users.js';
import { accountState } from '../../aggregates/account/state.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { teamState } from '../../aggregates/team/state.js';
import { userState } from '../../aggregates/user/state.js';
import type { Tenant } from '../../core/tenant.js';
import type { ExternalIds } from '../memberships/check-access.js';
import { accountView, type AccountView } from '../../aggregates/account/views.js';
import { serviceGroupView, type ServiceGroupView } from '../../aggregates/service-group/views.js';

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

export async function findTeamByExternalId(
  { directory, accountId }: Tenant,
  externalId: string,
): Promise<Team | undefined> {
  const teamId = await ownerOf(directory, accountId, 'team', externalId);
  if (teamId === undefined) return undefined;
  const state = teamState(await directory.table.get(teamEntity, { accountId, teamId }, { consistent: true }));
  return externalIdHeldBy(state) === externalId ? existingTeam(state) : undefined;
}

/** Who has external ids now, in one strongly consistent call. */
export async function findIdsByExternalIds(
  { directory, accountId }: Tenant,
  { user, serviceGroup }: ExternalIds,
): Promise<{ userId?: UserId; serviceGroupId?: ServiceGroupId }> {
  const claimOf = (kind: 'user' | 'service-group', externalId: string | undefined) =>
    externalId === undefined ? [] : [externalIdClaimEntity.at({ accountId, kind, externalId })];
  const keys = [...claimOf('user', user), ...claimOf('service-group', serviceGroup)];
  const claims = await directory.table.batchGet(keys, { consistent: true });
  const found: Awaited<ReturnType<typeof findIdsByExternalIds>> = {};
  for (const claim of claims)
    if (claim?.kind === 'user') found.userId = idOf('user', claim.ownerId);
    else if (claim) found.serviceGroupId = idOf('service-group', claim.ownerId);
  return found;
}

/** The account is read with the claim: in a closed account nothing is found. */
async function ownerOf<Kind extends 'user' | 'service-group' | 'team'>(
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
