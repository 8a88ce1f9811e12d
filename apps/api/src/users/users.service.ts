import { Injectable } from '@nestjs/common';
import {
  commandUser,
  createUser,
  createUsers,
  findUserByEmail,
  findUserByExternalId,
  erasePersonalData,
  findUsers,
  findUsersByEmailPrefix,
  getUser,
  getUserAsOf,
  listUsers,
  removeUser,
  type BatchOutcome,
  type CommandContext,
  type Outcome,
  type Page,
  type Removal,
  type SearchPage,
} from '#libs/directory';
import type { User } from '#libs/domain';
import { mayManageOwners, type Caller, type RequestTenant } from '../access-control/caller.js';
import type { AsOfQueryDto } from '../requests/query/as-of.dto.js';
import { pageOfOne, requireAlone } from '../requests/query/filters.js';
import { DIRECTORY_ORDER } from '../requests/query/list.dto.js';
import { exceptOwners, requireOwnerFor } from './owner-rules.js';
import { isUserSearch, searchForUsers } from './user-search.js';
import type { ChangeUserDto, CreateUserDto, CreateUsersDto, UserListQueryDto } from './users.dto.js';

@Injectable()
export class UsersService {
  async create(
    tenant: RequestTenant,
    caller: Caller,
    input: CreateUserDto,
    command: CommandContext,
  ): Promise<Outcome<User>> {
    requireOwnerFor(caller, input.role);
    return createUser(tenant.directory, tenant, input, command);
  }

  createMany(
    tenant: RequestTenant,
    caller: Caller,
    { users }: CreateUsersDto,
    command: CommandContext,
  ): Promise<BatchOutcome<User>> {
    for (const { role } of users) requireOwnerFor(caller, role);
    return createUsers(tenant.directory, tenant, users, command);
  }

  list(
    tenant: RequestTenant,
    query: UserListQueryDto,
    fields: ReadonlySet<string> | undefined,
  ): Promise<SearchPage<User>> {
    if (isUserSearch(query)) return searchForUsers(tenant, query, fields);
    const { ids, email, emailPrefix, externalId, order, ...filters } = query;
    const { status, role } = filters;
    if (externalId !== undefined)
      return pageOfOne('externalId', { ids, email, emailPrefix, status, role }, () =>
        findUserByExternalId(tenant.directory, tenant, externalId),
      );
    if (email !== undefined)
      return pageOfOne('email', { ids, emailPrefix, status, role }, () =>
        findUserByEmail(tenant.directory, tenant, email),
      );
    if (ids !== undefined) {
      requireAlone('ids', { emailPrefix, status, role, cursor: query.cursor });
      return this.named(tenant, ids.split(','));
    }
    const request = { ...filters, order: DIRECTORY_ORDER[order] };
    if (emailPrefix === undefined) return listUsers(tenant.directory, tenant, request);
    return findUsersByEmailPrefix(tenant.directory, tenant, emailPrefix, request);
  }

  private async named(tenant: RequestTenant, userIds: readonly string[]): Promise<Page<User>> {
    const users = await findUsers(tenant.directory, tenant, [...new Set(userIds)]);
    return { items: users.filter((user) => user !== undefined), cursor: undefined };
  }

  get(tenant: RequestTenant, userId: string, { asOf }: AsOfQueryDto): Promise<User> {
    if (asOf !== undefined) return getUserAsOf(tenant.directory, tenant, userId, asOf);
    return getUser(tenant.directory, tenant, userId);
  }

  async change(
    tenant: RequestTenant,
    caller: Caller,
    userId: string,
    changes: ChangeUserDto,
    command: CommandContext,
  ): Promise<Outcome<User>> {
    requireOwnerFor(caller, changes.role);
    const change = { ...changes, type: 'change_user' } as const;
    const carryOut = (checked: CommandContext) =>
      commandUser(tenant.directory, tenant, userId, change, checked);
    const keepsOwners = changes.role === undefined && changes.email === undefined;
    if (keepsOwners && mayManageOwners(caller)) return carryOut(command);
    return exceptOwners({ tenant, caller, userId, command }, carryOut);
  }

  async activate(
    tenant: RequestTenant,
    caller: Caller,
    userId: string,
    command: CommandContext,
  ): Promise<Outcome<User>> {
    return exceptOwners({ tenant, caller, userId, command }, (checked) =>
      commandUser(tenant.directory, tenant, userId, { type: 'activate_user' }, checked),
    );
  }

  async suspend(
    tenant: RequestTenant,
    caller: Caller,
    userId: string,
    command: CommandContext,
  ): Promise<Outcome<User>> {
    return exceptOwners({ tenant, caller, userId, command }, (checked) =>
      commandUser(tenant.directory, tenant, userId, { type: 'suspend_user' }, checked),
    );
  }

  async reactivate(
    tenant: RequestTenant,
    caller: Caller,
    userId: string,
    command: CommandContext,
  ): Promise<Outcome<User>> {
    return exceptOwners({ tenant, caller, userId, command }, (checked) =>
      commandUser(tenant.directory, tenant, userId, { type: 'reactivate_user' }, checked),
    );
  }

  async remove(
    tenant: RequestTenant,
    caller: Caller,
    userId: string,
    command: CommandContext,
  ): Promise<Outcome<Removal>> {
    return exceptOwners({ tenant, caller, userId, command }, (checked) =>
      removeUser(tenant.directory, tenant, userId, checked),
    );
  }

  erase(tenant: RequestTenant, userId: string, command: CommandContext): Promise<Outcome<Removal>> {
    return erasePersonalData(tenant.directory, tenant, userId, command);
  }
}
