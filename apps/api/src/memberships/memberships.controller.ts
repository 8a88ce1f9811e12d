import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { CommandContext, Tenant } from '#libs/directory';
import { Allow } from '../access-control/allow.decorator.js';
import { CurrentTenant } from '../access-control/caller.js';
import { MayFail } from '../openapi/may-fail.decorator.js';
import { answerTo, nothing } from '../requests/command-answer.js';
import { CurrentCommand } from '../requests/command.js';
import { AsOfListQueryDto } from '../requests/as-of.dto.js';
import { pageOf } from '../requests/page.js';
import { MembershipDto, MembershipListDto, representMembership } from './memberships.dto.js';
import { MembershipsService } from './memberships.service.js';

@Controller('v1/accounts/:accountId')
export class MembershipsController {
  constructor(private readonly memberships: MembershipsService) {}

  /** The users of a service group, oldest first. Eventually consistent: a change may take a moment to appear. */
  @Allow('operator', 'owner', 'admin', 'memberships:read')
  @MayFail('account_not_found', 'service_group_not_found')
  @Get('service-groups/:serviceGroupId/members')
  async listMembers(
    @CurrentTenant() tenant: Tenant,
    @Param('serviceGroupId') serviceGroupId: string,
    @Query() page: AsOfListQueryDto,
  ): Promise<MembershipListDto> {
    return pageOf(await this.memberships.listMembers(tenant, serviceGroupId, page), representMembership);
  }

  /** Whether a user may enter a service group now: 200, or 404. */
  @Allow('operator', 'owner', 'admin', 'self', 'memberships:read')
  @MayFail('account_not_found', 'service_group_not_found', 'user_not_found', 'membership_not_found')
  @Get('service-groups/:serviceGroupId/members/:userId')
  async getMember(
    @CurrentTenant() tenant: Tenant,
    @Param('serviceGroupId') serviceGroupId: string,
    @Param('userId') userId: string,
  ): Promise<MembershipDto> {
    return representMembership(await this.memberships.get(tenant, serviceGroupId, userId));
  }

  /** Lets a user enter a service group: 201, or 200 when it may already. */
  @Allow('operator', 'owner', 'admin', 'memberships:write')
  @MayFail('account_not_found', 'account_suspended', 'service_group_not_found', 'user_not_found')
  @MayFail('user_suspended', 'service_group_not_active')
  @ApiCreatedResponse({ type: MembershipDto })
  @ApiOkResponse({ type: MembershipDto })
  @Put('service-groups/:serviceGroupId/members/:userId')
  async addMember(
    @CurrentTenant() tenant: Tenant,
    @Param('serviceGroupId') serviceGroupId: string,
    @Param('userId') userId: string,
    @CurrentCommand() command: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MembershipDto> {
    const outcome = await this.memberships.assign(tenant, serviceGroupId, userId, command);
    reply.status(outcome.events.length > 0 ? HttpStatus.CREATED : HttpStatus.OK);
    return answerTo(command, outcome, representMembership);
  }

  /** Ends a membership. */
  @Allow('operator', 'owner', 'admin', 'memberships:write')
  @MayFail('account_not_found', 'account_suspended', 'service_group_not_found', 'user_not_found')
  @MayFail('membership_not_found')
  @HttpCode(204)
  @Delete('service-groups/:serviceGroupId/members/:userId')
  async removeMember(
    @CurrentTenant() tenant: Tenant,
    @Param('serviceGroupId') serviceGroupId: string,
    @Param('userId') userId: string,
    @CurrentCommand() command: CommandContext,
  ): Promise<void> {
    const outcome = await this.memberships.remove(tenant, serviceGroupId, userId, command);
    return answerTo(command, outcome, nothing);
  }

  /** The service groups a user may enter: what a "Select Service Group" dropdown shows. */
  @Allow('operator', 'owner', 'admin', 'self', 'memberships:read')
  @MayFail('account_not_found', 'user_not_found')
  @Get('users/:userId/service-groups')
  async listServiceGroupsOfUser(
    @CurrentTenant() tenant: Tenant,
    @Param('userId') userId: string,
    @Query() page: AsOfListQueryDto,
  ): Promise<MembershipListDto> {
    return pageOf(await this.memberships.listServiceGroups(tenant, userId, page), representMembership);
  }
}
