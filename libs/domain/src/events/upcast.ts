import { EVENT_TYPES, EVENTS } from './definitions.js';
import type { Upcaster } from '../schema/event-schema.js';
import type { DomainEvent } from './events.js';
import type { EventEnvelope } from '../schema/recorded.js';

/** An event as it was stored, possibly years ago: its data has its own schema version. */
export interface StoredEvent extends EventEnvelope {
  type: string;
  data: unknown;
}

type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

const UPCASTERS: Upcasters = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, EVENTS[type].upcasters ?? []]),
);

/** A stored event that this version of the program cannot read, most likely because a newer one wrote it. */
export class UnreadableEventError extends Error {
  override readonly name = 'UnreadableEventError';

  constructor(
    readonly eventId: string,
    reason: string,
  ) {
    super(`The event ${eventId} cannot be read: ${reason}`);
  }
}

/**
 * Converts a stored event of any schema version to the current one.
 * @throws UnreadableEventError if its type or its schema version is unknown
 */
export function upcast(stored: StoredEvent): DomainEvent {
  return upcastWith(UPCASTERS, stored) as DomainEvent;
}

/**
 * The mechanism of {@link upcast}, with given upcasters for each known type.
 * @throws UnreadableEventError
 */
export function upcastWith(upcasters: Upcasters, stored: StoredEvent): StoredEvent {
  const { eventId, type, schemaVersion } = stored;
  const lifts = Object.hasOwn(upcasters, type) ? upcasters[type] : undefined;
  if (!lifts) throw new UnreadableEventError(eventId, `its type ${type} is unknown.`);
  const current = lifts.length + 1;
  if (schemaVersion === current) return stored;
  if (!Number.isInteger(schemaVersion) || schemaVersion < 1 || schemaVersion > current)
    throw new UnreadableEventError(
      eventId,
      `${type} is known up to schema version ${current}, but it has ${schemaVersion}.`,
    );
  const data = lifts
    .slice(schemaVersion - 1)
    .reduce<unknown>((lifted, lift) => lift(lifted as never), stored.data);
  return { ...stored, schemaVersion: current, data };
}
