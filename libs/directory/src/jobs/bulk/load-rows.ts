import type { AccountState, TeamState, UserId, UserState } from '#libs/domain';
import { accountEntity, fencesEntity } from '../../table/items/accounts.js';
import { loadCells } from '../../aggregates/user/memberships/load-cells.js';
import type { Directory } from '../../core/directory.js';
import { invitationEntity } from '../../table/items/invitations.js';
import type { BulkAction } from '../../table/items/jobs.js';
import { loadTeamPlaces } from '../../aggregates/user/places/batches.js';
import { isAboutGroups, isAboutTeams } from '../rights.js';
import type { Fences } from '../../core/jobs.js';
import { accountState } from '../../aggregates/account/state.js';
import { canEndAtOnce, userState } from '../../aggregates/user/state.js';
import type { ServiceGroupItem } from '../../aggregates/service-group/state.js';
import { requireAllMemberships } from '../../aggregates/user/torn-reads.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { openUserKey, type UserKey } from '../../core/user-keys.js';
import { ownerEntity, userEntity } from '../../table/items/users.js';
import type { SelectedUser } from './selection.js';
import type { Item } from '@rollbook/single-table';

/** A removal with more memberships leaves them to a job: each takes two of a transaction's 100 operations. */
const MAX_MEMBERSHIPS_AT_ONCE = 40;

export interface LoadedRow extends SelectedUser {
  user: UserState;
  key: UserKey | undefined;
  hasMany: boolean;
  invitation: Item<typeof invitationEntity> | undefined;
}

export interface LoadedRows {
  account: AccountState;
  rows: LoadedRow[];
  owners: readonly UserId[];
  fences: Fences | undefined;
  groups: ReadonlyMap<string, ServiceGroupItem>;
  teams: ReadonlyMap<string, TeamState>;
}

export async function loadRows(
  directory: Directory,
  accountId: string,
  { action, serviceGroupIds, teamIds = [] }: BulkAction,
  selected: readonly SelectedUser[],
): Promise<LoadedRows> {
  const userIds = selected.map(({ userId }) => userId);
  const cells = serviceGroupIds.map((serviceGroupId) => ({ serviceGroupId }));
  if (isAboutGroups({ action })) {
    const userCells = userIds.map((userId) => ({ userId, cells }));
    const { account, users, groupItems } = await loadCells(directory, accountId, userCells, false);
    const rows = users.map(({ user, key }, index) => rowOf(selected[index]!, user, key));
    return { ...NOTHING, account, rows, groups: groupItems };
  }
  if (isAboutTeams({ action })) {
    const places = userIds.map((userId) => ({ userId, cells: teamIds.map((teamId) => ({ teamId })) }));
    const { account, users, teams } = await loadTeamPlaces(directory, accountId, places, false);
    const rows = users.map(({ user, key }, index) => rowOf(selected[index]!, user, key));
    return { ...NOTHING, account, rows, teams };
  }
  const { table, keyRing } = directory;
  const consistent = { consistent: true };
  const [[account, fences, ...heads], owners, invitations, memberships] = await Promise.all([
    table.batchGet(
      [
        accountEntity.at({ accountId }),
        fencesEntity.at({ accountId }),
        ...userIds.map((userId) => userEntity.at({ accountId, userId })),
      ] as const,
      consistent,
    ),
    table.query(ownerEntity, { accountId }, { limit: 3, consistent: true }),
    action === 'resend_invitation'
      ? table.batchGet(
          userIds.map((userId) => invitationEntity.at({ accountId, userId })),
          consistent,
        )
      : [],
    action === 'remove' ? Promise.all(userIds.map((userId) => membershipsOf(directory, userId))) : [],
  ]);
  const rows = heads.map(async (head, index): Promise<LoadedRow> => {
    const items = memberships[index] ?? [];
    // The job that a removal then leaves the rest to ends places in teams as well.
    const hasMany =
      !canEndAtOnce(items, MAX_MEMBERSHIPS_AT_ONCE) || (action === 'remove' && head?.teams !== undefined);
    const user = userState(head, hasMany ? [] : items);
    // A membership added between the two reads would be left behind.
    if (action === 'remove' && !hasMany && user.status !== 'none') requireAllMemberships(user);
    const key = await openUserKey(keyRing, userIds[index]!, head?.userKey);
    return { ...rowOf(selected[index]!, user, key), hasMany, invitation: invitations[index] };
  });
  return {
    account: accountState(account),
    rows: await Promise.all(rows),
    owners: owners.items.map(({ userId }) => userId),
    fences,
    groups: new Map(),
    teams: new Map(),
  };
}

/** What actions on groups and teams do not need. */
const NOTHING: Omit<LoadedRows, 'account' | 'rows'> = {
  owners: [],
  fences: undefined,
  groups: new Map(),
  teams: new Map(),
};

function rowOf(selected: SelectedUser, user: UserState, key: UserKey | undefined): LoadedRow {
  return { ...selected, user, key, hasMany: false, invitation: undefined };
}

async function membershipsOf({ table }: Directory, userId: UserId) {
  const most = { limit: MAX_MEMBERSHIPS_AT_ONCE + 1, consistent: true };
  return (await table.query(membershipEntity, { userId }, most)).items;
}
