import { toEventTypeDto } from '../../audit-log/event-types.dto.js';

const eventType = toEventTypeDto('user.suspended');

export const EVENT_EXAMPLES: Readonly<Record<string, unknown>> = {
  EventTypeDto: eventType,
  EventTypeListDto: { data: [eventType], nextCursor: null },
  PublishedEventDto: eventType.exampleEvent,
  ChangesDto: { data: [eventType.exampleEvent], nextCursor: 'AkbE2x0c', upToDate: true },
};
