import { Inject, Injectable } from '@nestjs/common';
import {
  addMember,
  getMembership,
  listMembers,
  listServiceGroupsOfUser,
  removeMember,
  type CommandContext,
  type Directory,
  type MembershipView,
  type Page,
  type PageRequest,
  type Tenant,
} from '#libs/directory';
import { DIRECTORY } from '../directory/directory.module.js';

@Injectable()
export class MembershipsService {
  constructor(@Inject(DIRECTORY) private readonly directory: Directory) {}

  /** @returns whether the membership is new, beside it */
  async assign(
    tenant: Tenant,
    serviceGroupId: string,
    userId: string,
    command: CommandContext,
  ): Promise<{ membership: MembershipView; isNew: boolean }> {
    const { state, events } = await addMember(this.directory, tenant, serviceGroupId, userId, command);
    return { membership: state, isNew: events.length > 0 };
  }

  async remove(
    tenant: Tenant,
    serviceGroupId: string,
    userId: string,
    command: CommandContext,
  ): Promise<void> {
    await removeMember(this.directory, tenant, serviceGroupId, userId, command);
  }

  get(tenant: Tenant, serviceGroupId: string, userId: string): Promise<MembershipView> {
    return getMembership(this.directory, tenant, serviceGroupId, userId);
  }

  listMembers(tenant: Tenant, serviceGroupId: string, page: PageRequest): Promise<Page<MembershipView>> {
    return listMembers(this.directory, tenant, serviceGroupId, page);
  }

  listServiceGroups(tenant: Tenant, userId: string, page: PageRequest): Promise<Page<MembershipView>> {
    return listServiceGroupsOfUser(this.directory, tenant, userId, page);
  }
}
