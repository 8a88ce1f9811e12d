import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CommandContext } from '#libs/directory';
import { Allow } from '../access-control/allow.decorator.js';
import { CurrentCaller, CurrentTenant, type Caller, type RequestTenant } from '../access-control/caller.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { AsOfQueryDto } from '../requests/query/as-of.dto.js';
import { answerTo, removedFrom } from '../requests/commands/command-answer.js';
import { CurrentCommand } from '../requests/commands/command.js';
import { searchedPageOf } from '../requests/query/search.dto.js';
import {
  ChangeServiceGroupDto,
  CreateServiceGroupDto,
  toServiceGroupDto,
  SERVICE_GROUP_FIELDS,
  ServiceGroupDto,
  ServiceGroupListDto,
  ServiceGroupListQueryDto,
} from './service-groups.dto.js';
import { ServiceGroupsService } from './service-groups.service.js';
import { Selectable } from '../requests/query/fields.js';

@ApiTags('ServiceGroups')
@Controller('v1/accounts/:accountId/service-groups')
export class ServiceGroupsController {
  constructor(private readonly serviceGroups: ServiceGroupsService) {}

  /** Creates a service group. */
  @Allow('operator', 'owner', 'admin', 'service-groups:write')
  @ApiProblems('account_not_found', 'account_suspended', 'service_group_name_taken', 'invalid_name')
  @ApiProblems('invalid_external_id', 'invalid_metadata', 'external_id_taken', 'limit_reached')
  @Post()
  async createServiceGroup(
    @CurrentTenant() tenant: RequestTenant,
    @Body() input: CreateServiceGroupDto,
    @CurrentCommand() command: CommandContext,
  ): Promise<ServiceGroupDto> {
    return answerTo(command, await this.serviceGroups.create(tenant, input, command), toServiceGroupDto);
  }

  /** Lists the service groups of the account, oldest first. */
  @Allow('operator', 'owner', 'admin', 'service-groups:read')
  @ApiProblems('account_not_found')
  @Selectable(SERVICE_GROUP_FIELDS)
  @Get()
  async listServiceGroups(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: ServiceGroupListQueryDto,
  ): Promise<ServiceGroupListDto> {
    return searchedPageOf(await this.serviceGroups.list(tenant, query), toServiceGroupDto);
  }

  /** Gets a service group. Members can read those they may enter. */
  @Allow('operator', 'owner', 'admin', 'member', 'service-groups:read')
  @ApiProblems('account_not_found', 'service_group_not_found')
  @Selectable(SERVICE_GROUP_FIELDS)
  @Get(':serviceGroupId')
  async getServiceGroup(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('serviceGroupId') serviceGroupId: string,
    @Query() query: AsOfQueryDto,
  ): Promise<ServiceGroupDto> {
    return toServiceGroupDto(await this.serviceGroups.get(tenant, caller, serviceGroupId, query));
  }

  /** Changes the name, external id or metadata (merge patch, RFC 7396). Lists of members show the new name within moments. */
  @Allow('operator', 'owner', 'admin', 'service-groups:write')
  @ApiProblems('account_not_found', 'account_suspended', 'service_group_not_found', 'version_mismatch')
  @ApiProblems('service_group_name_taken', 'invalid_name')
  @ApiProblems('invalid_external_id', 'invalid_metadata', 'external_id_taken')
  @Patch(':serviceGroupId')
  async changeServiceGroup(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: string,
    @Body() changes: ChangeServiceGroupDto,
    @CurrentCommand() command: CommandContext,
  ): Promise<ServiceGroupDto> {
    return answerTo(
      command,
      await this.serviceGroups.change(tenant, serviceGroupId, changes, command),
      toServiceGroupDto,
    );
  }

  /** Removes a service group: from now on nobody may enter it, and its name becomes free. */
  @Allow('operator', 'owner', 'admin', 'service-groups:write')
  @ApiProblems('account_not_found', 'account_suspended', 'service_group_not_found', 'version_mismatch')
  @HttpCode(204)
  @Delete(':serviceGroupId')
  async removeServiceGroup(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: string,
    @CurrentCommand() command: CommandContext,
  ): Promise<void> {
    return answerTo(
      command,
      await this.serviceGroups.remove(tenant, serviceGroupId, command),
      removedFrom(tenant),
    );
  }
}
