import type { Tenant } from '../../core/tenant.js';
import { isOf, type LocatedChange } from '../../reverts/find-change.js';
import { eventEntity } from '../../table/items/events.js';
import type { LogPosition } from '../../table/items/jobs.js';

/** An aggregate that a change is about, and the event by which it was found. */
export interface FoundPart {
  aggregateId: string;
  eventId: string;
}

export interface FoundParts {
  parts: FoundPart[];
  /** The last event that was read, of whatever change. Undefined: the log has been read to its end. */
  position: LogPosition | undefined;
}

const EVENTS_AT_ONCE = 500;
/** Where other changes fill the log, nothing may be found for long: the progress is stored after this many events. */
const MAX_EVENTS = 10 * EVENTS_AT_ONCE;

/**
 * The next aggregates of a change, newest first: what was done last is undone first, so that names are free again for their earlier holders.
 * Reads at least one event, and stops after `most` aggregates. Eventually consistent.
 */
export async function partsInLog(
  { directory, accountId }: Tenant,
  change: LocatedChange,
  before: LogPosition | undefined,
  most: number,
): Promise<FoundParts> {
  const { from, until } = change;
  const isOwn = isOf(change);
  const found = new Map<string, FoundPart>();
  let position = before;
  for (let read = 0; read < MAX_EVENTS && found.size === 0; read += EVENTS_AT_ONCE) {
    const { items, cursor } = await directory.table.query(
      eventEntity.by('GSI1'),
      { accountId },
      {
        atLeast: { at: from },
        lessThan: position ?? { at: until },
        order: 'descending',
        limit: EVENTS_AT_ONCE,
        select: ['at', 'eventId', 'aggregateId', 'correlationId', 'actor'],
      },
    );
    for (const event of items) {
      const { at, eventId, aggregateId } = event;
      const isNext = isOwn(event) && !found.has(aggregateId);
      if (isNext && found.size === most) return { parts: [...found.values()], position };
      if (isNext) found.set(aggregateId, { aggregateId, eventId });
      position = { at, eventId };
    }
    if (cursor === undefined) return { parts: [...found.values()], position: undefined };
  }
  return { parts: [...found.values()], position };
}
