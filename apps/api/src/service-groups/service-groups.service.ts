import { Inject, Injectable } from '@nestjs/common';
import {
  createServiceGroup,
  findServiceGroupByExternalId,
  findServiceGroupsByNamePrefix,
  getMembership,
  getServiceGroup,
  getServiceGroupAsOf,
  listServiceGroups,
  removeServiceGroup,
  updateServiceGroup,
  type CommandContext,
  type Directory,
  type Outcome,
  type Page,
  type Removal,
  type ServiceGroupView,
  type Tenant,
} from '#libs/directory';
import { DomainError } from '#libs/domain';
import type { Caller } from '../access-control/caller.js';
import type { AsOfQueryDto } from '../requests/as-of.dto.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { pageOfOne } from '../requests/filters.js';
import { DIRECTORY_ORDER } from '../requests/list.dto.js';
import type {
  ChangeServiceGroupDto,
  CreateServiceGroupDto,
  ServiceGroupListQueryDto,
} from './service-groups.dto.js';

@Injectable()
export class ServiceGroupsService {
  constructor(@Inject(DIRECTORY) private readonly directory: Directory) {}

  create(
    tenant: Tenant,
    input: CreateServiceGroupDto,
    command: CommandContext,
  ): Promise<Outcome<ServiceGroupView>> {
    return createServiceGroup(this.directory, tenant, input, command);
  }

  list(
    tenant: Tenant,
    { namePrefix, externalId, order, ...page }: ServiceGroupListQueryDto,
  ): Promise<Page<ServiceGroupView>> {
    if (externalId !== undefined)
      return pageOfOne('externalId', { namePrefix }, () =>
        findServiceGroupByExternalId(this.directory, tenant, externalId),
      );
    const request = { ...page, order: DIRECTORY_ORDER[order] };
    if (namePrefix === undefined) return listServiceGroups(this.directory, tenant, request);
    return findServiceGroupsByNamePrefix(this.directory, tenant, namePrefix, request);
  }

  /** A plain member reads the service groups it may enter; any other is to it as if it did not exist. */
  async get(
    tenant: Tenant,
    caller: Caller,
    serviceGroupId: string,
    { asOf }: AsOfQueryDto,
  ): Promise<ServiceGroupView> {
    if (caller.kind === 'user' && caller.role === 'member')
      await this.requireMembership(tenant, caller.id, serviceGroupId);
    if (asOf !== undefined) return getServiceGroupAsOf(this.directory, tenant, serviceGroupId, asOf);
    return getServiceGroup(this.directory, tenant, serviceGroupId);
  }

  change(
    tenant: Tenant,
    serviceGroupId: string,
    changes: ChangeServiceGroupDto,
    command: CommandContext,
  ): Promise<Outcome<ServiceGroupView>> {
    return updateServiceGroup(this.directory, tenant, serviceGroupId, changes, command);
  }

  async remove(tenant: Tenant, serviceGroupId: string, command: CommandContext): Promise<Outcome<Removal>> {
    return removeServiceGroup(this.directory, tenant, serviceGroupId, command);
  }

  private async requireMembership(tenant: Tenant, userId: string, serviceGroupId: string): Promise<void> {
    try {
      await getMembership(this.directory, tenant, serviceGroupId, userId);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'membership_not_found')
        throw new DomainError('service_group_not_found', 'There is no such service group in this account.');
      throw error;
    }
  }
}
