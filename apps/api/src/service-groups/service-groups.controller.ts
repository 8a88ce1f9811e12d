import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { serviceGroupFields, type ServiceGroupId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentCaller, CurrentTenant, type Caller, type RequestTenant } from '../auth/caller/caller.js';
import { AtLeast } from '../positions/at-least.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { AsOfQueryDto } from '../http/query/as-of.dto.js';
import { answerTo, removedFrom } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { searchedPageOf } from '../http/query/search.dto.js';
import {
  ChangeServiceGroupDto,
  CreateServiceGroupDto,
  toServiceGroupDto,
  ServiceGroupDto,
  ServiceGroupListDto,
  ServiceGroupListQueryDto,
} from './service-groups.dto.js';
import { readServiceGroup, readServiceGroups } from './service-groups.service.js';
import { createServiceGroup, removeServiceGroup, updateServiceGroup } from '#libs/directory';
import { Selectable } from '../http/query/fields.js';
import { SETTINGS_PROBLEMS } from '../http/input/settings.dto.js';

@ApiTags('ServiceGroups')
@Controller('v1/accounts/:accountId/service-groups')
export class ServiceGroupsController {
  /** Creates a service group. */
  @Allow('service-groups:write')
  @ApiProblems('account_suspended', 'service_group_name_taken', 'invalid_name', 'limit_reached')
  @ApiProblems('invalid_membership_rules', ...SETTINGS_PROBLEMS)
  @Post()
  async createServiceGroup(
    @CurrentChange() { tenant, command }: Change,
    @Body() input: CreateServiceGroupDto,
  ): Promise<ServiceGroupDto> {
    return answerTo(command, await createServiceGroup(tenant, input, command), toServiceGroupDto);
  }

  /**
   * Lists the service groups of the account, oldest first. With `asOf` those that existed at that time, as they were: it can be combined
   * with `limit`, `cursor`, `order`, `fields` and `q` only, and a page may be shorter than `limit`, with `q` even empty, before the last
   * one.
   */
  @Allow('service-groups:read')
  @Selectable(serviceGroupFields)
  @AtLeast('search')
  @Get()
  async listServiceGroups(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: ServiceGroupListQueryDto,
  ): Promise<ServiceGroupListDto> {
    return searchedPageOf(await readServiceGroups(tenant, query), toServiceGroupDto);
  }

  /** Gets a service group. Members can read those they may enter. */
  @Allow('any-user', 'service-groups:read')
  @Selectable(serviceGroupFields)
  @Get(':serviceGroupId')
  async getServiceGroup(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Query() query: AsOfQueryDto,
  ): Promise<ServiceGroupDto> {
    return toServiceGroupDto(await readServiceGroup(tenant, caller, serviceGroupId, query));
  }

  /** Changes the name, external id, metadata or rules for memberships (merge patch, RFC 7396). Lists of members show the new name within moments. */
  @Allow('service-groups:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'service_group_name_taken', 'invalid_name')
  @ApiProblems('invalid_membership_rules', ...SETTINGS_PROBLEMS)
  @Patch(':serviceGroupId')
  async changeServiceGroup(
    @CurrentChange() { tenant, command }: Change,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Body() changes: ChangeServiceGroupDto,
  ): Promise<ServiceGroupDto> {
    return answerTo(
      command,
      await updateServiceGroup(tenant, serviceGroupId, changes, command),
      toServiceGroupDto,
    );
  }

  /** Removes a service group: from now on nobody may enter it, and its name becomes free. */
  @Allow('service-groups:write')
  @ApiProblems('account_suspended', 'version_mismatch')
  @HttpCode(204)
  @Delete(':serviceGroupId')
  async removeServiceGroup(
    @CurrentChange() { tenant, command }: Change,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
  ): Promise<void> {
    return answerTo(command, await removeServiceGroup(tenant, serviceGroupId, command), removedFrom(tenant));
  }
}
