import { EVENT_SCHEMA_VERSIONS, type DomainEvent } from './events.js';
import type { EventEnvelope } from './recorded.js';

/** An event as it was stored, maybe years ago: its data is of its own schema version. */
export interface StoredEvent extends EventEnvelope {
  type: string;
  data: unknown;
}

/** Turns the data of one schema version into that of the next. Pure, and total: every stored event must come through. */
export type Upcaster = (data: never) => unknown;

/**
 * For each event type, how its data is lifted from version 1 to 2, from 2 to 3, and so on. Stored history is never
 * rewritten: it is lifted whenever it is read.
 */
export type Upcasters = Readonly<Partial<Record<string, readonly Upcaster[]>>>;

/** A schema change adds one function here and counts the type's version up in EVENT_SCHEMA_VERSIONS. */
export const UPCASTERS: Upcasters = {};

/** A stored event that this version of the program cannot read: most likely a newer one wrote it. */
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
 * A stored event of any schema version as one of the current version.
 *
 * @throws UnreadableEventError when its type or its schema version is unknown
 */
export function upcast(stored: StoredEvent): DomainEvent {
  return upcastWith(UPCASTERS, EVENT_SCHEMA_VERSIONS, stored) as DomainEvent;
}

/**
 * The mechanism of {@link upcast}, with the registry and the current versions given.
 *
 * @throws UnreadableEventError
 */
export function upcastWith(
  upcasters: Upcasters,
  currentVersions: Readonly<Partial<Record<string, number>>>,
  stored: StoredEvent,
): StoredEvent {
  const { eventId, type, schemaVersion } = stored;
  const current = Object.hasOwn(currentVersions, type) ? currentVersions[type] : undefined;
  if (current === undefined) throw new UnreadableEventError(eventId, `its type ${type} is unknown.`);
  if (schemaVersion === current) return stored;
  if (!Number.isInteger(schemaVersion) || schemaVersion < 1 || schemaVersion > current)
    throw new UnreadableEventError(
      eventId,
      `${type} is known up to schema version ${current}, and it has ${schemaVersion}.`,
    );
  const steps = upcasters[type]?.slice(schemaVersion - 1, current - 1) ?? [];
  if (steps.length !== current - schemaVersion)
    throw new UnreadableEventError(
      eventId,
      `nothing lifts ${type} from schema version ${schemaVersion} to ${current}.`,
    );
  const data = steps.reduce<unknown>((lifted, step) => step(lifted as never), stored.data);
  return { ...stored, schemaVersion: current, data };
}
