import fc from 'fast-check';
import {
  committedExample,
  EVENT_TYPES,
  PERSONAL_FIELDS,
  toPublishedEvent,
  type EventType,
  type PublishedEvent,
} from '#libs/event-contracts';

/** In each personal value of a marked event. */
export const MARK = 'Qx7Pii';

/** An event whose personal fields, also those that are optional, hold a text with the mark. */
export function markedEvent(
  type: EventType,
  text: string,
  given: { version?: number; at?: string } = {},
): PublishedEvent {
  const event = { ...committedExample(type), ...given };
  const personal = Object.entries(PERSONAL_FIELDS[type]).map(([name, placeholder]) => {
    const value = name.toLowerCase().includes('email') ? `${MARK}.${text}@example.com` : `${MARK} ${text}`;
    return [name, typeof placeholder === 'object' ? { [`${MARK} key`]: [value] } : value] as const;
  });
  return toPublishedEvent({
    ...event,
    eventId: `${event.aggregateId}.${event.version}`,
    data: { ...event.data, ...Object.fromEntries(personal) },
  });
}

/** Events that differ in their ids; with texts that take from one to seven bytes a character where JSON is in JSON. */
export function markedEvents(
  counts: fc.IntegerConstraints,
  maxLength: number,
): fc.Arbitrary<PublishedEvent[]> {
  const kind = fc.record({
    type: fc.constantFrom(...EVENT_TYPES),
    at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
    length: fc.oneof(fc.constant(3), fc.integer({ min: 0, max: maxLength })),
    character: fc.constantFrom('a', '"', '\\', '\n', '\u0001', 'é', '漢', '🙂', '\u2028'),
  });
  return fc.tuple(fc.array(kind, { minLength: 1, maxLength: 8 }), fc.integer(counts)).map(([kinds, count]) =>
    Array.from({ length: count }, (_, index) => {
      const { type, at, length, character } = kinds[index % kinds.length]!;
      return markedEvent(type, character.repeat(length), { version: index + 1, at: at.toISOString() });
    }),
  );
}
