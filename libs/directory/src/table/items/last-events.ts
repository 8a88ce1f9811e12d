import type { DomainEvent } from '#libs/domain';

/** A head carries its last events in each write and, twice, in each stream record: short names keep it within the units it had. */
const SHORT_NAMES = {
  type: 't',
  data: 'd',
  schemaVersion: 's',
  accountId: 'c',
  aggregateId: 'a',
  version: 'v',
  at: 'at',
  actor: 'by',
  correlationId: 'r',
  causationId: 'x',
  traceparent: 'p',
};
const LONG_NAMES = Object.fromEntries(Object.entries(SHORT_NAMES).map(([long, short]) => [short, long]));

/** Without their ids, which are those of their aggregate with their version. */
export function packEvents(events: readonly DomainEvent[]): unknown {
  return events.map(({ eventId: _, ...event }) => renamed(event, SHORT_NAMES));
}

/** Also those with their own names, as earlier versions stored them. What is no list is returned as it is. */
export function unpackEvents(stored: unknown): DomainEvent[] {
  if (!Array.isArray(stored)) return stored as DomainEvent[];
  return (stored as Record<string, unknown>[]).map((each) => {
    if (typeof each !== 'object' || !(SHORT_NAMES.type in (each ?? {})))
      return each as unknown as DomainEvent;
    const event = renamed(each, LONG_NAMES);
    event['eventId'] = `${String(event['aggregateId'])}.${String(event['version'])}`;
    return event as unknown as DomainEvent;
  });
}

/** A loop, because it is part of every read of a head: `Object.fromEntries` takes three times as long. */
function renamed(event: object, names: Record<string, string>): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(event)) made[names[name] ?? name] = value;
  return made;
}
