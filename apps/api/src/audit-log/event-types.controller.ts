import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EVENT_TYPES } from '#libs/event-contracts';
import { Allow } from '../auth/caller/allow.decorator.js';
import { EventTypeListDto, toEventTypeDto } from './event-types.dto.js';

@ApiTags('AuditLog')
@Controller('v1/event-types')
export class EventTypesController {
  /** Lists the types of events, each with its sentence and an example. */
  @Allow('anyone')
  @Get()
  listEventTypes(): EventTypeListDto {
    return { data: EVENT_TYPES.map(toEventTypeDto), nextCursor: null };
  }
}
