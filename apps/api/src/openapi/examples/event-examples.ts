import { toEventTypeDto } from '../../audit-log/event-types.dto.js';

const eventType = toEventTypeDto('user.suspended');

export const EVENT_EXAMPLES: Readonly<Record<string, unknown>> = {
  EventTypeDto: eventType,
  EventTypeListDto: { data: [eventType], nextCursor: null },
  PublishedEventDto: eventType.exampleEvent,
  ChangesDto: {
    data: [eventType.exampleEvent],
    nextCursor: 'AkbE2x0c',
    upToDate: true,
    completeTo: '2026-03-03T10:00:04.000Z',
    readAt: '2026-03-03T10:00:07.250Z',
  },
};
