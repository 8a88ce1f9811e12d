import { Inject, Injectable } from '@nestjs/common';
import {
  addMember,
  changeMembers,
  getMembership,
  listMembers,
  listMembersAsOf,
  listServiceGroupsOfUser,
  listServiceGroupsOfUserAsOf,
  MAX_BATCH_ROWS,
  removeMember,
  replaceServiceGroupsOfUser,
  type BatchOutcome,
  type CommandContext,
  type Directory,
  type MemberRow,
  type MembershipView,
  type Outcome,
  type Page,
  type ReplacedServiceGroups,
  type Tenant,
} from '#libs/directory';
import { DIRECTORY } from '../directory/directory.module.js';
import { fieldProblem } from '../problems/problem.js';
import type { AsOfListQueryDto } from '../requests/as-of.dto.js';
import { DIRECTORY_ORDER } from '../requests/list.dto.js';
import type { ReplaceServiceGroupsDto } from './memberships.dto.js';

@Injectable()
export class MembershipsService {
  constructor(@Inject(DIRECTORY) private readonly directory: Directory) {}

  assign(
    tenant: Tenant,
    serviceGroupId: string,
    userId: string,
    command: CommandContext,
  ): Promise<Outcome<MembershipView>> {
    return addMember(this.directory, tenant, serviceGroupId, userId, command);
  }

  remove(
    tenant: Tenant,
    serviceGroupId: string,
    userId: string,
    command: CommandContext,
  ): Promise<Outcome<undefined>> {
    return removeMember(this.directory, tenant, serviceGroupId, userId, command);
  }

  /** @throws Problem when there are too many rows, none, or one user is in both lists */
  changeMany(
    tenant: Tenant,
    serviceGroupId: string,
    rows: readonly MemberRow[],
    command: CommandContext,
  ): Promise<BatchOutcome<MemberRow>> {
    requireRows(rows);
    return changeMembers(this.directory, tenant, serviceGroupId, rows, command);
  }

  replaceServiceGroups(
    tenant: Tenant,
    userId: string,
    { serviceGroupIds }: ReplaceServiceGroupsDto,
    command: CommandContext,
  ): Promise<Outcome<ReplacedServiceGroups>> {
    return replaceServiceGroupsOfUser(this.directory, tenant, userId, serviceGroupIds, command);
  }

  get(tenant: Tenant, serviceGroupId: string, userId: string): Promise<MembershipView> {
    return getMembership(this.directory, tenant, serviceGroupId, userId);
  }

  listMembers(
    tenant: Tenant,
    serviceGroupId: string,
    { asOf, order, ...query }: AsOfListQueryDto,
  ): Promise<Page<MembershipView>> {
    const page = { ...query, order: DIRECTORY_ORDER[order] };
    if (asOf !== undefined) return listMembersAsOf(this.directory, tenant, serviceGroupId, asOf, page);
    return listMembers(this.directory, tenant, serviceGroupId, page);
  }

  listServiceGroups(
    tenant: Tenant,
    userId: string,
    { asOf, order, ...query }: AsOfListQueryDto,
  ): Promise<Page<MembershipView>> {
    const page = { ...query, order: DIRECTORY_ORDER[order] };
    if (asOf !== undefined) return listServiceGroupsOfUserAsOf(this.directory, tenant, userId, asOf, page);
    return listServiceGroupsOfUser(this.directory, tenant, userId, page);
  }
}

function requireRows(rows: readonly MemberRow[]): void {
  if (rows.length === 0)
    throw fieldProblem([{ code: 'required', detail: 'add or remove is required.', pointer: '' }]);
  if (rows.length > MAX_BATCH_ROWS)
    throw fieldProblem([
      {
        code: 'too_long',
        detail: `A batch may have ${MAX_BATCH_ROWS} rows; this one has ${rows.length}.`,
        pointer: '',
      },
    ]);
  const added = new Set(rows.filter(({ operation }) => operation === 'add').map(({ userId }) => userId));
  const both = rows.filter(({ operation, userId }) => operation === 'remove' && added.has(userId));
  if (both.length > 0)
    throw fieldProblem([
      { code: 'not_allowed_value', detail: 'A user is either added or removed.', pointer: '/remove' },
    ]);
}
