import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DomainError, type ServiceGroupId, type UserId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { AtLeast } from '../positions/at-least.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { ActorListDto, ActorQueryDto, toActorDto } from './actors.dto.js';
import { pageOf } from '../http/query/page.js';
import {
  AuditLogDto,
  AuditLogQueryDto,
  EVENT_FIELDS,
  EventDto,
  EventListDto,
  EventQueryDto,
  HistoryQueryDto,
  toEventDto,
} from './audit-log.dto.js';
import { actorsOf, readActors, readAuditLog, readEvent, readHistory } from './audit-log.service.js';
import { Selectable } from '../http/query/fields.js';

@ApiTags('AuditLog')
@Controller('v1/accounts/:accountId')
export class AuditLogController {
  /**
   * Lists the events of the account. Eventually consistent: a new event may take a moment to appear. With `q` a page may be shorter than
   * `limit` even if it is not the last one: each looks through some hundred events.
   */
  @Allow('events:read')
  @Selectable(EVENT_FIELDS)
  @AtLeast('index')
  @Get('events')
  async listEvents(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: AuditLogQueryDto,
  ): Promise<AuditLogDto> {
    const { actors, ...page } = await readAuditLog(tenant, query);
    return { ...pageOf(page, (event) => toEventDto(event, actors)), resumeFrom: page.resumeFrom };
  }

  /** Gets an event. */
  @Allow('events:read')
  @ApiProblems('event_not_found', 'not_allowed_value')
  @Selectable(EVENT_FIELDS)
  @Get('events/:eventId')
  async getEvent(
    @CurrentTenant() tenant: RequestTenant,
    @Param('eventId') eventId: string,
    @Query() query: EventQueryDto,
  ): Promise<EventDto> {
    const event = await readEvent(tenant, eventId);
    return toEventDto(event, await actorsOf(tenant, [event], query));
  }

  /** Gets who made changes: users, API keys, operators and identity providers, including removed ones. */
  @Allow('events:read', 'users:read')
  @ApiProblems('required', 'invalid_format')
  @Get('actors')
  async listActors(
    @CurrentTenant() tenant: RequestTenant,
    @Query() { ids }: ActorQueryDto,
  ): Promise<ActorListDto> {
    const actors = await readActors(tenant, ids.split(','));
    return { data: actors.map(toActorDto), nextCursor: null };
  }

  /** Lists all events of a user, even after they were removed. */
  @Allow('events:read')
  @Selectable(EVENT_FIELDS)
  @Get('users/:userId/events')
  async listUserEvents(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: UserId,
    @Query() query: HistoryQueryDto,
  ): Promise<EventListDto> {
    const missing = new DomainError('user_not_found', 'There is no such user in this account.');
    return readHistory(tenant, userId, query, missing);
  }

  /** Lists all events of a service group, even after it was removed. */
  @Allow('events:read')
  @Selectable(EVENT_FIELDS)
  @Get('service-groups/:serviceGroupId/events')
  async listServiceGroupEvents(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Query() query: HistoryQueryDto,
  ): Promise<EventListDto> {
    const missing = new DomainError(
      'service_group_not_found',
      'There is no such service group in this account.',
    );
    return readHistory(tenant, serviceGroupId, query, missing);
  }
}
