import {
  existingAccount,
  idOf,
  type Role,
  type ServiceGroupId,
  type TeamId,
  type User,
  type UserId,
} from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { accountEntity } from '../../table/items/accounts.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { accountState } from '../../aggregates/account/state.js';
import { userState } from '../../aggregates/user/state.js';
import type { Tenant } from '../../core/tenant.js';
import type { Row } from '../../search-index/entries.js';
import { groupFilter, pageBesideGroups } from './group-filter.js';
import type { WaysIn } from './group-people.js';
import { entryOf, searchedItem } from '../../search-index/heads-to-entries.js';
import { searchPage, type SearchPage, type SearchRequest } from './search-page.js';
import { upToDateIndex } from './stored/up-to-date-index.js';

export interface UserFilter {
  q?: string | undefined;
  status?: Exclude<User['status'], 'removed'> | undefined;
  role?: Role | undefined;
  groupId?: ServiceGroupId | undefined;
  notInGroupId?: ServiceGroupId | undefined;
  /** What it is to be in a service group. `direct` by default. */
  paths?: WaysIn | undefined;
  /** Only who is in this team. */
  teamId?: TeamId | undefined;
  isExact?: boolean | undefined;
}

export type FoundUser = Pick<
  User,
  'userId' | 'accountId' | 'name' | 'email' | 'role' | 'status' | 'externalId' | 'createdAt'
>;

export interface UserSearch extends SearchRequest {
  filter: UserFilter;
  /** Users whom the caller has just changed: they are found as they are now, however far behind the index is. */
  changed?: readonly UserId[] | undefined;
}

/** As the index has them: one small read in addition to the account's own. @throws DomainError `account_not_found` */
export async function searchUsers(
  tenant: Tenant,
  { filter, changed = [], ...request }: UserSearch,
): Promise<SearchPage<FoundUser>> {
  const { directory, accountId } = tenant;
  const { groupId, notInGroupId, teamId, paths = 'direct', ...others } = filter;
  const named = await readNamed(directory, accountId, { changed, groupId, notInGroupId });
  const index = await upToDateIndex(directory, accountId);
  index.apply(named.users.flatMap((user) => (user ? [entryOf(searchedItem('user', user))] : [])));
  const { sets, unread } = await groupFilter(tenant, { ...named, teamId }, paths);
  const ways = [...(paths === 'all' ? [paths] : []), ...(teamId ? [teamId] : [])];
  const binding = [accountId, filter.q, filter.role, filter.status, groupId, notInGroupId, ...ways];
  const query = { kind: 'user', filter: { ...others, ...sets }, binding } as const;
  const page =
    unread.length === 0
      ? searchPage(directory, index, query, request)
      : await pageBesideGroups(tenant, unread, request.limit, (limit, cursor = request.cursor) =>
          searchPage(directory, index, query, { ...request, limit, cursor }),
        );
  return { ...page, items: page.items.map((row) => foundUser(accountId, row)) };
}

/** The heads that a search names and the account's own, in one call. */
async function readNamed(
  { table }: Directory,
  accountId: string,
  {
    changed,
    groupId,
    notInGroupId,
  }: { changed: readonly UserId[] } & Pick<UserFilter, 'groupId' | 'notInGroupId'>,
) {
  const group = (id?: ServiceGroupId) =>
    id ? [serviceGroupEntity.at({ accountId, serviceGroupId: id })] : [];
  const consistent = { consistent: true };
  const [[account, ...users], [inGroup], [notInGroup]] = await Promise.all([
    table.batchGet(
      [
        accountEntity.at({ accountId }),
        ...changed.map((userId) => userEntity.at({ accountId, userId })),
      ] as const,
      consistent,
    ),
    table.batchGet(group(groupId), consistent),
    table.batchGet(group(notInGroupId), consistent),
  ]);
  existingAccount(accountState(account));
  return {
    users,
    inGroup: { id: groupId, item: inGroup },
    notInGroup: { id: notInGroupId, item: notInGroup },
  };
}

function foundUser(
  accountId: string,
  { id, name, detail, role, status, externalId, createdAt }: Row,
): FoundUser {
  return {
    userId: idOf('user', id),
    accountId,
    name,
    email: detail,
    role: role as Role,
    status: status as User['status'],
    ...(externalId !== '' && { externalId }),
    createdAt: new Date(createdAt).toISOString(),
  };
}

export async function wholeUsers(
  { directory: { table }, accountId }: Tenant,
  found: readonly FoundUser[],
): Promise<User[]> {
  const heads = await table.batchGet(
    found.map(({ userId }) => userEntity.at({ accountId, userId })),
    { consistent: true },
  );
  return heads.flatMap((head) => {
    const state = userState(head);
    return state.status === 'none' || state.status === 'removed' ? [] : [state];
  });
}
