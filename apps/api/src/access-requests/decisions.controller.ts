import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  approveAccessRequest,
  countOpenAccessRequests,
  listAccessRequests,
  refuseAccessRequest,
} from '#libs/directory';
import type { AccessRequestId, ServiceGroupId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { answerTo } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { Selectable } from '../http/query/fields.js';
import { pageOf } from '../http/query/page.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import {
  ACCESS_REQUEST_FIELDS,
  AccessRequestDto,
  AccessRequestListDto,
  AccessRequestQueryDto,
  ApproveAccessRequestDto,
  OpenRequestCountDto,
  RefuseAccessRequestDto,
  toAccessRequestDto,
} from './access-requests.dto.js';
import { deciderOf } from './access-requests.service.js';

/** Below the service group, so that its managers may use these. */
@ApiTags('AccessRequests')
@Controller('v1/accounts/:accountId/service-groups/:serviceGroupId/access-requests')
export class DecisionsController {
  /** Lists the requests for access to a service group, the newest first. Those that are not open may lag behind. */
  @Allow('access-requests:read')
  @Selectable(ACCESS_REQUEST_FIELDS)
  @Get()
  async listAccessRequestsOfServiceGroup(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Query() query: AccessRequestQueryDto,
  ): Promise<AccessRequestListDto> {
    return pageOf(await listAccessRequests(tenant, { ...query, serviceGroupId }), toAccessRequestDto);
  }

  /** Counts the requests for access to a service group that are open, up to 100. */
  @Allow('access-requests:read')
  @Get('count')
  countAccessRequestsOfServiceGroup(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
  ): Promise<OpenRequestCountDto> {
    return countOpenAccessRequests(tenant, { serviceGroupId });
  }

  /**
   * Approves a request: the membership exists when this returns, until the requested end or earlier, by the current rules of the service
   * group. Nobody may approve their own request.
   */
  @Allow('access-requests:decide')
  @ApiProblems(
    'account_suspended',
    'access_request_not_found',
    'access_request_decided',
    'own_access_request',
  )
  @ApiProblems('reason_required', 'membership_too_long', 'invalid_expires_at', 'user_suspended')
  @ApiProblems('user_not_found', 'limit_reached', 'version_mismatch', 'invalid_name')
  @ApiProblems('access_role_not_found', 'access_role_not_offered')
  @HttpCode(200)
  @Post(':accessRequestId/approve')
  async approveAccessRequest(
    @CurrentChange() { tenant, caller, command }: Change,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Param('accessRequestId') accessRequestId: AccessRequestId,
    @Body() input: ApproveAccessRequestDto,
  ): Promise<AccessRequestDto> {
    const approval = { ...input, serviceGroupId, decider: deciderOf(caller) };
    const outcome = await approveAccessRequest(tenant, accessRequestId, approval, command);
    return answerTo(command, outcome, toAccessRequestDto);
  }

  /** Refuses a request. Nobody refuses their own: they withdraw it. */
  @Allow('access-requests:decide')
  @ApiProblems(
    'account_suspended',
    'access_request_not_found',
    'access_request_decided',
    'own_access_request',
  )
  @ApiProblems('user_not_found', 'version_mismatch', 'invalid_name')
  @HttpCode(200)
  @Post(':accessRequestId/refuse')
  async refuseAccessRequest(
    @CurrentChange() { tenant, caller, command }: Change,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Param('accessRequestId') accessRequestId: AccessRequestId,
    @Body() { note }: RefuseAccessRequestDto,
  ): Promise<AccessRequestDto> {
    const refusal = { note, serviceGroupId, decider: deciderOf(caller) };
    const outcome = await refuseAccessRequest(tenant, accessRequestId, refusal, command);
    return answerTo(command, outcome, toAccessRequestDto);
  }
}
