import {
  PERSONAL_FIELDS,
  UnreadableEventError,
  upcast,
  type DomainEvent,
  type StoredEvent,
} from '#libs/domain';
import type { Item, PutItem } from '@rollbook/single-table';
import type { eventEntity } from '../table/items/events.js';
import { seal, unseal, type UserKey } from './user-keys.js';

export type EventItem = Item<typeof eventEntity>;

type Data = Record<string, unknown>;

function personalFieldsOf(type: string): Data {
  return (PERSONAL_FIELDS as Record<string, Data | undefined>)[type] ?? {};
}

/**
 * Its personal fields are encrypted together, and null in their places. The first event of a user carries their key; events of
 * other aggregates that say something about a user name whose key it is.
 */
export function sealEvent(event: StoredEvent, key: UserKey | undefined): PutItem<typeof eventEntity> {
  const times = { createdAt: event.at, updatedAt: event.at };
  const { erased: _, ...stored } = event;
  const data = stored.data as Data;
  const personal = Object.keys(data).filter((name) => name in personalFieldsOf(event.type));
  const isOwn = key?.userId === event.aggregateId;
  const userKey = key && isOwn && event.version === 1 ? { userKey: key.stored } : {};
  const item = { ...(stored as DomainEvent), ...userKey, ...times };
  if (!key || personal.length === 0) return item;
  const values = Object.fromEntries(personal.map((name) => [name, data[name]]));
  const nulls = Object.fromEntries(personal.map((name) => [name, null]));
  const open = { ...data, ...nulls } as unknown as DomainEvent['data'];
  const personalOf = isOwn ? {} : { personalOf: key.userId };
  return { ...item, data: open, personal: seal(key, values, event.eventId), ...personalOf };
}

/** With its personal fields, or, without the key, with placeholders. @throws UnreadableEventError if the key is another */
export function unsealEvent(item: EventItem, key: UserKey | undefined): StoredEvent {
  const { createdAt: _, updatedAt: __, userKey: ___, personalOf: ____, personal, ...event } = item;
  if (personal === undefined) return event;
  const data = event.data as unknown as Data;
  if (!key) return { ...event, data: { ...data, ...standIns(event.type, data) }, erased: true };
  try {
    return { ...event, data: { ...data, ...(unseal(key, personal, event.eventId) as Data) } };
  } catch {
    throw new UnreadableEventError(
      event.eventId,
      'its personal data is not encrypted with the key of its user.',
    );
  }
}

/** Placeholders for the encrypted fields: null in their places, whatever their schema version. */
function standIns(type: string, data: Data): Data {
  const declared = Object.entries(personalFieldsOf(type));
  return Object.fromEntries(declared.filter(([name]) => data[name] === null));
}

export function openEvent(item: EventItem, key: UserKey | undefined): DomainEvent {
  const event = unsealEvent(item, key);
  const lifted = upcast(event);
  if (!event.erased) return lifted;
  // What a later schema version derived from a placeholder is meaningless.
  const fields = personalFieldsOf(lifted.type);
  const present = Object.entries(fields).filter(([name]) => name in lifted.data);
  return { ...lifted, data: { ...lifted.data, ...Object.fromEntries(present) } } as DomainEvent;
}
