import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DomainError } from '#libs/domain';
import { Allow } from '../access-control/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../access-control/caller.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { pageOf } from '../requests/query/page.js';
import {
  AuditLogDto,
  AuditLogQueryDto,
  EVENT_FIELDS,
  EventDto,
  EventListDto,
  HistoryQueryDto,
  toEventDto,
} from './audit-log.dto.js';
import { AuditLogService } from './audit-log.service.js';
import { Selectable } from '../requests/query/fields.js';

@ApiTags('AuditLog')
@Controller('v1/accounts/:accountId')
export class AuditLogController {
  constructor(private readonly auditLog: AuditLogService) {}

  /** Lists the events of the account. Eventually consistent: a new event may take a moment to appear. */
  @Allow('operator', 'owner', 'admin', 'events:read')
  @ApiProblems('account_not_found')
  @Selectable(EVENT_FIELDS)
  @Get('events')
  async listEvents(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: AuditLogQueryDto,
  ): Promise<AuditLogDto> {
    const page = await this.auditLog.list(tenant, query);
    return { ...pageOf(page, toEventDto), resumeFrom: page.resumeFrom };
  }

  /** Gets an event. */
  @Allow('operator', 'owner', 'admin', 'events:read')
  @ApiProblems('account_not_found', 'event_not_found')
  @Selectable(EVENT_FIELDS)
  @Get('events/:eventId')
  async getEvent(
    @CurrentTenant() tenant: RequestTenant,
    @Param('eventId') eventId: string,
  ): Promise<EventDto> {
    return toEventDto(await this.auditLog.event(tenant, eventId));
  }

  /** Lists all events of a user, even after they were removed. */
  @Allow('operator', 'owner', 'admin', 'events:read')
  @ApiProblems('account_not_found', 'user_not_found')
  @Selectable(EVENT_FIELDS)
  @Get('users/:userId/events')
  async listUserEvents(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: string,
    @Query() query: HistoryQueryDto,
  ): Promise<EventListDto> {
    const missing = new DomainError('user_not_found', 'There is no such user in this account.');
    return pageOf(await this.auditLog.history(tenant, userId, query, missing), toEventDto);
  }

  /** Lists all events of a service group, even after it was removed. */
  @Allow('operator', 'owner', 'admin', 'events:read')
  @ApiProblems('account_not_found', 'service_group_not_found')
  @Selectable(EVENT_FIELDS)
  @Get('service-groups/:serviceGroupId/events')
  async listServiceGroupEvents(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: string,
    @Query() query: HistoryQueryDto,
  ): Promise<EventListDto> {
    const missing = new DomainError(
      'service_group_not_found',
      'There is no such service group in this account.',
    );
    return pageOf(await this.auditLog.history(tenant, serviceGroupId, query, missing), toEventDto);
  }
}
