import {
  DomainError,
  existingServiceGroup,
  type Role,
  type ServiceGroupId,
  type User,
  type UserId,
} from '#libs/domain';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { eachOf } from '../../core/pages.js';
import { searchUsers } from '../../reads/search/search-users.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import type { Tenant } from '../../core/tenant.js';
import { userEntity } from '../../table/items/users.js';
import { findUsers } from '../../aggregates/user/users.js';

export interface UserQuery {
  /** Words, as in a search: no typing error is forgiven. */
  q?: string | undefined;
  role?: Role | undefined;
  status?: Exclude<User['status'], 'removed'> | undefined;
  groupId?: ServiceGroupId | undefined;
}

export interface SelectedUser {
  userId: UserId;
  /** They are refused if they have another version by then. */
  ifVersion?: number | undefined;
}

/** The users of a bulk job: named, or all that a query finds when the job is accepted. */
export type Selection = { users: readonly SelectedUser[] } | { query: UserQuery };

const MAX_BULK_ROWS = 100_000;

/** Without duplicates. @throws DomainError `service_group_not_found`, `empty_selection`, `change_too_large` */
export async function* selectedUsers(tenant: Tenant, selection: Selection): AsyncGenerator<SelectedUser> {
  let count = 0;
  const all = 'users' in selection ? withoutDuplicates(selection) : found(tenant, selection.query);
  for await (const user of all) {
    count += 1;
    if (count > MAX_BULK_ROWS)
      throw new DomainError('change_too_large', `A bulk job can have at most ${MAX_BULK_ROWS} users.`);
    yield typeof user === 'string' ? { userId: user } : user;
  }
  if (count === 0) throw new DomainError('empty_selection', 'No users are selected.');
}

function withoutDuplicates({ users }: { users: readonly SelectedUser[] }): Iterable<SelectedUser> {
  return new Map(users.map((user) => [user.userId, user])).values();
}

/** Whether an owner is among the selected users, also one who is invited or suspended. */
export async function selectsOwners(tenant: Tenant, selection: Selection): Promise<boolean> {
  if ('users' in selection) {
    const ids = selection.users.map(({ userId }) => userId);
    const users = await findUsers(tenant, ids);
    return users.some((user) => user?.role === 'owner');
  }
  const { query } = selection;
  if (query.role !== undefined && query.role !== 'owner') return false;
  for await (const _ of found(tenant, { ...query, role: 'owner' })) return true;
  return false;
}

async function* found(tenant: Tenant, { q, role, status, groupId }: UserQuery): AsyncGenerator<UserId> {
  if (q !== undefined) {
    yield* searched(tenant, { q, role, status, groupId });
    return;
  }
  const { directory, accountId } = tenant;
  const { table } = directory;
  if (groupId === undefined) {
    const users = table.each(
      userEntity,
      { accountId },
      {
        consistent: true,
        select: ['userId'],
        filter: (c) =>
          c.and(
            status ? c.eq('status', status) : c.ne('status', 'removed'),
            ...(role ? [c.eq('role', role)] : []),
          ),
      },
    );
    for await (const { userId } of users) yield userId;
    return;
  }
  const key = { accountId, serviceGroupId: groupId };
  existingServiceGroup(serviceGroupState(await table.get(serviceGroupEntity, key, { consistent: true })));
  for await (const item of table.each(membershipEntity.by('GSI1'), { serviceGroupId: groupId })) {
    const isMeant = (!role || item.userRole === role) && (!status || item.userStatus === status);
    if (isMeant && item.accountId === accountId && isHeldNow(directory, item)) yield item.userId;
  }
}

const SEARCHED_AT_ONCE = 1_000;

async function* searched(tenant: Tenant, query: UserQuery): AsyncGenerator<UserId> {
  const filter = { ...query, isExact: true };
  const users = eachOf((cursor) => searchUsers(tenant, { filter, limit: SEARCHED_AT_ONCE, cursor }));
  for await (const { userId } of users) yield userId;
}
