import { Inject, Injectable } from '@nestjs/common';
import {
  addMember,
  getMembership,
  listMembers,
  listMembersAsOf,
  listServiceGroupsOfUser,
  listServiceGroupsOfUserAsOf,
  removeMember,
  type CommandContext,
  type Directory,
  type MembershipView,
  type Outcome,
  type Page,
  type Tenant,
} from '#libs/directory';
import { DIRECTORY } from '../directory/directory.module.js';
import type { AsOfListQueryDto } from '../requests/as-of.dto.js';

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

  get(tenant: Tenant, serviceGroupId: string, userId: string): Promise<MembershipView> {
    return getMembership(this.directory, tenant, serviceGroupId, userId);
  }

  listMembers(
    tenant: Tenant,
    serviceGroupId: string,
    { asOf, ...page }: AsOfListQueryDto,
  ): Promise<Page<MembershipView>> {
    if (asOf !== undefined) return listMembersAsOf(this.directory, tenant, serviceGroupId, asOf, page);
    return listMembers(this.directory, tenant, serviceGroupId, page);
  }

  listServiceGroups(
    tenant: Tenant,
    userId: string,
    { asOf, ...page }: AsOfListQueryDto,
  ): Promise<Page<MembershipView>> {
    if (asOf !== undefined) return listServiceGroupsOfUserAsOf(this.directory, tenant, userId, asOf, page);
    return listServiceGroupsOfUser(this.directory, tenant, userId, page);
  }
}
