import {
  commandUser,
  createUser,
  createUsers,
  findUserByEmail,
  findUserByExternalId,
  findUsers,
  findUsersByEmailPrefix,
  getUser,
  getUserAsOf,
  isRemovedAndNamed,
  listRemovedUsers,
  listUsers,
  listUsersAsOf,
  removeUser,
  type BatchOutcome,
  type CommandContext,
  type Outcome,
  type Page,
  type Removal,
  type SearchPage,
} from '#libs/directory';
import type { User, UserId } from '#libs/domain';
import { mayManageAdmins, mayManageOwners, type RequestTenant } from '../auth/caller/caller.js';
import type { AsOfQueryDto } from '../http/query/as-of.dto.js';
import type { Change } from '../commands/command.js';
import { pageOfOne, requireAlone } from '../http/query/filters.js';
import { DIRECTORY_ORDER } from '../http/query/list.dto.js';
import { momentOf } from '../http/query/past.js';
import { refuseLastSeen, withLastSeen, type SeenUser } from './last-seen.js';
import { exceptOwners, type UserRequest } from './except-owners.js';
import { fieldProblem } from '../problems/problem.js';
import { requireOwnerFor } from '../auth/caller/owner-rules.js';
import { isUserSearch, searchForUsers } from './user-search.js';
import type { ChangeUserDto, CreateUserDto, CreateUsersDto, UserListQueryDto } from './users.dto.js';
import { splitIds } from '../http/input/ids.js';

export async function createUserFor(
  { tenant, caller, command }: Change,
  input: CreateUserDto,
): Promise<Outcome<User>> {
  requireOwnerFor(caller, input.role);
  return createUser(tenant, input, command);
}

export async function createUsersFor(
  { tenant, caller, command }: Change,
  { users }: CreateUsersDto,
): Promise<BatchOutcome<User>> {
  for (const { role } of users) requireOwnerFor(caller, role);
  return createUsers(tenant, users, command);
}

export async function readUsers(
  tenant: RequestTenant,
  query: UserListQueryDto,
  fields: ReadonlySet<string> | undefined,
): Promise<SearchPage<SeenUser>> {
  const asOf = momentOf(tenant, query);
  if (asOf !== undefined) {
    refuseLastSeen('asOf', fields);
    return usersAsOf(tenant, asOf, query);
  }
  if (query.status === 'removed') {
    refuseLastSeen('status=removed', fields);
    return removedUsers(tenant, query);
  }
  requireGroupForPaths(query);
  const page = isUserSearch(query) ? searchForUsers(tenant, query, fields) : presentUsers(tenant, query);
  return withLastSeen(tenant, fields, await page);
}

function requireGroupForPaths({ paths, groupId, notInGroupId }: UserListQueryDto): void {
  if (paths === undefined || (groupId ?? notInGroupId) !== undefined) return;
  const detail = 'paths is about groupId or notInGroupId: it needs one of them.';
  throw fieldProblem([{ code: 'not_allowed_value', detail, parameter: 'paths' }]);
}

async function presentUsers(tenant: RequestTenant, query: UserListQueryDto): Promise<Page<User>> {
  const { ids, email, emailPrefix, externalId, order, ...filters } = query;
  const { role } = filters;
  const status = filters.status as Exclude<UserListQueryDto['status'], 'removed'>;
  if (externalId !== undefined)
    return pageOfOne('externalId', { ids, email, emailPrefix, status, role }, () =>
      findUserByExternalId(tenant, externalId),
    );
  if (email !== undefined)
    return pageOfOne('email', { ids, emailPrefix, status, role }, () => findUserByEmail(tenant, email));
  if (ids !== undefined) {
    requireAlone('ids', { emailPrefix, status, role, cursor: query.cursor });
    return named(tenant, splitIds(ids));
  }
  const request = { ...filters, status, order: DIRECTORY_ORDER[order] };
  if (emailPrefix === undefined) return listUsers(tenant, request);
  return findUsersByEmailPrefix(tenant, emailPrefix, request);
}

function usersAsOf(tenant: RequestTenant, asOf: string, query: UserListQueryDto): Promise<Page<User>> {
  const { limit, cursor, order, q, role, status, asOf: _, ...others } = query;
  requireAlone('asOf', { ...others, ...(status === 'removed' && { status }) });
  const filter = { q, role, status: status as Exclude<typeof status, 'removed'> };
  return listUsersAsOf(tenant, asOf, { ...filter, limit, cursor, order: DIRECTORY_ORDER[order] });
}

function removedUsers(tenant: RequestTenant, query: UserListQueryDto): Promise<Page<User>> {
  const { q, role, ids, limit, cursor, order, status: _, ...others } = query;
  requireAlone('status=removed', others);
  if (ids === undefined)
    return listRemovedUsers(tenant, { q, role, limit, cursor, order: DIRECTORY_ORDER[order] });
  requireAlone('ids', { q, role, cursor });
  return named(tenant, splitIds(ids), isRemovedAndNamed);
}

async function named(
  tenant: RequestTenant,
  userIds: readonly UserId[],
  isWanted?: (user: User) => boolean,
): Promise<Page<User>> {
  const users = await findUsers(tenant, [...new Set(userIds)], isWanted);
  return { items: users.filter((user) => user !== undefined), cursor: undefined };
}

export async function readUser(
  tenant: RequestTenant,
  userId: UserId,
  query: AsOfQueryDto,
  fields: ReadonlySet<string> | undefined,
): Promise<SeenUser> {
  const asOf = momentOf(tenant, query);
  if (asOf !== undefined) {
    refuseLastSeen('asOf', fields);
    return getUserAsOf(tenant, userId, asOf);
  }
  const user = await getUser(tenant, userId);
  const { items } = await withLastSeen(tenant, fields, { items: [user] });
  return items[0] ?? user;
}

export async function changeUser(request: UserRequest, changes: ChangeUserDto): Promise<Outcome<User>> {
  const { tenant, caller, userId, command } = request;
  requireOwnerFor(caller, changes.role);
  const change = { ...changes, type: 'change_user' } as const;
  const run = (checked: CommandContext) => commandUser(tenant, userId, change, checked);
  const { role, email, externalId } = changes;
  const keepsOwners = role === undefined && email === undefined && externalId === undefined;
  if (keepsOwners && mayManageOwners(caller) && mayManageAdmins(caller)) return run(command);
  return exceptOwners(request, run);
}

export function moveUser(
  request: UserRequest,
  type: 'activate_user' | 'suspend_user' | 'reactivate_user',
): Promise<Outcome<User>> {
  const { tenant, userId } = request;
  return exceptOwners(request, (checked) => commandUser(tenant, userId, { type }, checked));
}

export function removeUserExceptOwners(request: UserRequest): Promise<Outcome<Removal>> {
  const { tenant, userId } = request;
  return exceptOwners(request, (checked) => removeUser(tenant, userId, checked));
}
