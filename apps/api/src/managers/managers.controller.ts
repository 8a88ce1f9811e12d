import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  addManager,
  findCandidates,
  listManagedServiceGroups,
  listManagedServiceGroupsAsOf,
  listManagers,
  listManagersAsOf,
  removeManager,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { answerTo, nothing, stateOf } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { AsOfQueryDto } from '../http/query/as-of.dto.js';
import { pageOf } from '../http/query/page.js';
import { momentOf } from '../http/query/past.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import {
  CandidateListDto,
  CandidateQueryDto,
  ManagedServiceGroupListDto,
  ManagedServiceGroupQueryDto,
  ManagerDto,
  ManagerListDto,
  toCandidateDto,
  toManagedServiceGroupDto,
  toManagerDto,
} from './managers.dto.js';

@ApiTags('Managers')
@Controller('v1/accounts/:accountId')
export class ManagersController {
  /** Lists the managers of a service group, in the order in which they were made managers. */
  @Allow('memberships:read')
  @Get('service-groups/:serviceGroupId/managers')
  async listManagers(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Query() query: AsOfQueryDto,
  ): Promise<ManagerListDto> {
    const asOf = momentOf(tenant, query);
    const items = await (asOf === undefined
      ? listManagers(tenant, serviceGroupId)
      : listManagersAsOf(tenant, serviceGroupId, asOf));
    return pageOf({ items, cursor: undefined }, toManagerDto);
  }

  /**
   * Makes a user a manager of a service group: 201, or 200 if they are one already. While they are active, they see its members
   * and history, and add and remove members. Nothing else of the account is theirs.
   */
  @Allow('managers:write')
  @ApiProblems('account_suspended', 'user_suspended', 'too_many_managers', 'version_mismatch')
  @ApiCreatedResponse({ type: ManagerDto })
  @ApiOkResponse({ type: ManagerDto })
  @Put('service-groups/:serviceGroupId/managers/:userId')
  async addManager(
    @CurrentChange() { tenant, command }: Change,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Param('userId') userId: UserId,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagerDto> {
    const outcome = await addManager(tenant, serviceGroupId, userId, command);
    reply.status(stateOf(outcome).isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return answerTo(command, outcome, toManagerDto);
  }

  /** Removes a user from the managers of a service group. Their own membership stays as it is. */
  @Allow('managers:write')
  @ApiProblems('account_suspended', 'manager_not_found', 'version_mismatch')
  @HttpCode(204)
  @Delete('service-groups/:serviceGroupId/managers/:userId')
  async removeManager(
    @CurrentChange() { tenant, command }: Change,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Param('userId') userId: UserId,
  ): Promise<void> {
    return answerTo(command, await removeManager(tenant, serviceGroupId, userId, command), nothing);
  }

  /**
   * Finds people of the account to add to a service group, by their names and emails, and shows who is a member already. A page may be
   * shorter than `limit` and still have a next one.
   */
  @Allow('candidates:read')
  @ApiProblems('required')
  @Get('service-groups/:serviceGroupId/candidates')
  async listCandidates(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Query() query: CandidateQueryDto,
  ): Promise<CandidateListDto> {
    return pageOf(await findCandidates(tenant, serviceGroupId, query), toCandidateDto);
  }

  /**
   * Lists the service groups that a user manages, oldest group first. With `asOf` those that they managed at that time, in the order in which
   * they were made a manager of them, from the log: a page may be shorter than `limit`, even empty, before the last one.
   */
  @Allow('self', 'memberships:read')
  @Get('users/:userId/managed-service-groups')
  async listManagedServiceGroups(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: UserId,
    @Query() query: ManagedServiceGroupQueryDto,
  ): Promise<ManagedServiceGroupListDto> {
    const asOf = momentOf(tenant, query);
    const page = await (asOf === undefined
      ? listManagedServiceGroups(tenant, userId, query)
      : listManagedServiceGroupsAsOf(tenant, userId, asOf, query));
    return pageOf(page, toManagedServiceGroupDto);
  }
}
