import type { ServiceGroupId, UserId } from '#libs/domain';
import type { Directory } from '../../../core/directory.js';
import { accountEntity } from '../../../table/items/accounts.js';
import { lastCommitOf } from '../../../table/items/last-commit.js';
import { membershipEntity } from '../../../table/items/memberships.js';
import { serviceGroupEntity } from '../../../table/items/service-groups.js';
import { userEntity } from '../../../table/items/users.js';
import { accountState } from '../../account/state.js';
import { serviceGroupState } from '../../service-group/state.js';
import { userState } from '../state.js';
import { openUserKey } from '../../../core/user-keys.js';

interface CellsOfUser {
  userId: UserId;
  cells: readonly { serviceGroupId: ServiceGroupId }[];
}

/** @param inAnyCase service groups that are read even if no cell names them */
export async function loadCells(
  { table, keyRing }: Directory,
  accountId: string,
  rows: readonly CellsOfUser[],
  again: boolean,
  inAnyCase: readonly ServiceGroupId[] = [],
) {
  const consistent = { consistent: true };
  const named = rows.flatMap(({ cells }) => cells.map((cell) => cell.serviceGroupId));
  const groupIds = [...new Set([...inAnyCase, ...named])];
  const references = rows.flatMap(({ userId, cells }) =>
    cells.map(({ serviceGroupId }) => membershipEntity.at({ userId, serviceGroupId })),
  );
  const reading = table.batchGet(references, consistent);
  // Another worker on the same batch may have done a row in the meantime: only a head that is read later shows it.
  if (again) await reading;
  const [[account, ...groups], heads, memberships] = await Promise.all([
    table.batchGet(
      [
        accountEntity.at({ accountId }),
        ...groupIds.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
      ] as const,
      consistent,
    ),
    table.batchGet(
      rows.map(({ userId }) => userEntity.at({ accountId, userId })),
      consistent,
    ),
    reading,
  ]);
  const own = memberships
    .filter((item) => item?.accountId === accountId)
    .filter((item) => item !== undefined);
  const ofUser = new Map<string, typeof own>();
  for (const item of own) ofUser.set(item.userId, [...(ofUser.get(item.userId) ?? []), item]);
  const items = groups.filter((item) => item !== undefined);
  return {
    account: accountState(account),
    groupItems: new Map(items.map((item) => [item.serviceGroupId, item])),
    groups: new Map(items.map((item) => [item.serviceGroupId, serviceGroupState(item)])),
    users: await Promise.all(
      rows.map(async ({ userId }, index) => ({
        user: userState(heads[index], ofUser.get(userId) ?? []),
        key: await openUserKey(keyRing, userId, heads[index]?.userKey),
        lastEvents: heads[index]?.lastEvents ?? lastCommitOf([]),
      })),
    ),
  };
}
