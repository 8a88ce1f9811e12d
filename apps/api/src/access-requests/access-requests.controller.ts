import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { countOpenAccessRequests, listAccessRequests, withdrawAccessRequest } from '#libs/directory';
import { DomainError, type AccessRequestId } from '#libs/domain';
import { EVENT_FIELDS, EventListDto, HistoryQueryDto } from '../audit-log/audit-log.dto.js';
import { readHistory } from '../audit-log/audit-log.service.js';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentCaller, CurrentTenant, type Caller, type RequestTenant } from '../auth/caller/caller.js';
import { answerTo } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { Selectable } from '../http/query/fields.js';
import { pageOf } from '../http/query/page.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import {
  ACCESS_REQUEST_FIELDS,
  AccessRequestDto,
  AccessRequestListDto,
  AccessRequestListQueryDto,
  OpenRequestCountDto,
  RequestAccessDto,
  toAccessRequestDto,
} from './access-requests.dto.js';
import { AccessRequestsService } from './access-requests.service.js';

@ApiTags('AccessRequests')
@Controller('v1/accounts/:accountId/access-requests')
export class AccessRequestsController {
  constructor(private readonly requests: AccessRequestsService) {}

  /**
   * Asks for access to a service group, for oneself. One request for a service group can be open at a time. It lapses after 14 days, or at
   * its requested end if that is earlier.
   */
  @Allow('any-user')
  @ApiProblems('account_suspended', 'service_group_not_found', 'access_requests_closed', 'already_member')
  @ApiProblems('access_request_open', 'reason_required', 'membership_too_long', 'invalid_expires_at')
  @ApiProblems('invalid_name', 'user_suspended', 'access_role_not_found', 'access_role_not_offered')
  @Post()
  async requestAccess(
    @CurrentChange() change: Change,
    @Body() input: RequestAccessDto,
  ): Promise<AccessRequestDto> {
    return answerTo(change.command, await this.requests.request(change, input), toAccessRequestDto);
  }

  /**
   * Lists requests for access: the open ones by service group, others newest first. Those of one service group that are not
   * open may lag behind.
   */
  @Allow('access-requests:read')
  @ApiProblems('service_group_not_found', 'user_not_found')
  @Selectable(ACCESS_REQUEST_FIELDS)
  @Get()
  async listAccessRequests(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: AccessRequestListQueryDto,
  ): Promise<AccessRequestListDto> {
    return pageOf(await listAccessRequests(tenant, query), toAccessRequestDto);
  }

  /** Counts the requests that are open, up to 100. */
  @Allow('access-requests:read')
  @Get('count')
  countAccessRequests(@CurrentTenant() tenant: RequestTenant): Promise<OpenRequestCountDto> {
    return countOpenAccessRequests(tenant, {});
  }

  /** Gets a request for access. Members can only get their own. */
  @Allow('access-requests:ask', 'access-requests:read')
  @ApiProblems('access_request_not_found')
  @Selectable(ACCESS_REQUEST_FIELDS)
  @Get(':accessRequestId')
  async getAccessRequest(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('accessRequestId') accessRequestId: AccessRequestId,
  ): Promise<AccessRequestDto> {
    return toAccessRequestDto(await this.requests.get(tenant, caller, accessRequestId));
  }

  /** Lists the events of a request for access. */
  @Allow('events:read')
  @ApiProblems('access_request_not_found')
  @Selectable(EVENT_FIELDS)
  @Get(':accessRequestId/events')
  async listAccessRequestEvents(
    @CurrentTenant() tenant: RequestTenant,
    @Param('accessRequestId') accessRequestId: AccessRequestId,
    @Query() query: HistoryQueryDto,
  ): Promise<EventListDto> {
    const missing = new DomainError('access_request_not_found', 'There is no such request in this account.');
    return readHistory(tenant, accessRequestId, query, missing);
  }

  /** Withdraws one's own request for access. */
  @Allow('any-user')
  @ApiProblems('account_suspended', 'access_request_not_found', 'access_request_decided', 'version_mismatch')
  @ApiProblems('service_group_not_found')
  @HttpCode(200)
  @Post(':accessRequestId/withdraw')
  async withdrawAccessRequest(
    @CurrentChange() { tenant, command }: Change,
    @Param('accessRequestId') accessRequestId: AccessRequestId,
  ): Promise<AccessRequestDto> {
    const outcome = await withdrawAccessRequest(tenant, accessRequestId, command);
    return answerTo(command, outcome, toAccessRequestDto);
  }
}
