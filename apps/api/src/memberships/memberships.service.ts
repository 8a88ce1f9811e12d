import { Injectable } from '@nestjs/common';
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
  type MemberRow,
  type MembershipView,
  type Outcome,
  type Page,
  type ReplacedServiceGroups,
} from '#libs/directory';
import { fieldProblem } from '../problems/problem.js';
import type { AsOfListQueryDto } from '../requests/query/as-of.dto.js';
import { DIRECTORY_ORDER } from '../requests/query/list.dto.js';
import type { ReplaceServiceGroupsDto } from './memberships.dto.js';
import type { RequestTenant } from '../access-control/caller.js';

@Injectable()
export class MembershipsService {
  assign(
    tenant: RequestTenant,
    serviceGroupId: string,
    userId: string,
    command: CommandContext,
  ): Promise<Outcome<MembershipView>> {
    return addMember(tenant.directory, tenant, serviceGroupId, userId, command);
  }

  remove(
    tenant: RequestTenant,
    serviceGroupId: string,
    userId: string,
    command: CommandContext,
  ): Promise<Outcome<undefined>> {
    return removeMember(tenant.directory, tenant, serviceGroupId, userId, command);
  }

  changeMany(
    tenant: RequestTenant,
    serviceGroupId: string,
    rows: readonly MemberRow[],
    command: CommandContext,
  ): Promise<BatchOutcome<MemberRow>> {
    requireRows(rows);
    return changeMembers(tenant.directory, tenant, serviceGroupId, rows, command);
  }

  replaceServiceGroups(
    tenant: RequestTenant,
    userId: string,
    { serviceGroupIds }: ReplaceServiceGroupsDto,
    command: CommandContext,
  ): Promise<Outcome<ReplacedServiceGroups>> {
    return replaceServiceGroupsOfUser(tenant.directory, tenant, userId, serviceGroupIds, command);
  }

  get(tenant: RequestTenant, serviceGroupId: string, userId: string): Promise<MembershipView> {
    return getMembership(tenant.directory, tenant, serviceGroupId, userId);
  }

  listMembers(
    tenant: RequestTenant,
    serviceGroupId: string,
    { asOf, order, ...query }: AsOfListQueryDto,
  ): Promise<Page<MembershipView>> {
    const page = { ...query, order: DIRECTORY_ORDER[order] };
    if (asOf !== undefined) return listMembersAsOf(tenant.directory, tenant, serviceGroupId, asOf, page);
    return listMembers(tenant.directory, tenant, serviceGroupId, page);
  }

  listServiceGroups(
    tenant: RequestTenant,
    userId: string,
    { asOf, order, ...query }: AsOfListQueryDto,
  ): Promise<Page<MembershipView>> {
    const page = { ...query, order: DIRECTORY_ORDER[order] };
    if (asOf !== undefined) return listServiceGroupsOfUserAsOf(tenant.directory, tenant, userId, asOf, page);
    return listServiceGroupsOfUser(tenant.directory, tenant, userId, page);
  }
}

function requireRows(rows: readonly MemberRow[]): void {
  if (rows.length === 0)
    throw fieldProblem([{ code: 'required', detail: 'add or remove is required.', pointer: '' }]);
  if (rows.length > MAX_BATCH_ROWS)
    throw fieldProblem([
      {
        code: 'too_long',
        detail: `A batch must have at most ${MAX_BATCH_ROWS} rows; this one has ${rows.length}.`,
        pointer: '',
      },
    ]);
  const added = new Set(rows.filter(({ operation }) => operation === 'add').map(({ userId }) => userId));
  const both = rows.filter(({ operation, userId }) => operation === 'remove' && added.has(userId));
  if (both.length > 0)
    throw fieldProblem([
      {
        code: 'not_allowed_value',
        detail: 'A user can be either added or removed, not both.',
        pointer: '/remove',
      },
    ]);
}
