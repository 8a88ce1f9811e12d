import type { DomainEvent, UserId } from '#libs/domain';
import type { Directory } from './directory.js';
import { eventEntity } from '../table/items/events.js';
import { openEvent, type EventItem } from './sealed-events.js';
import { openUserKey, type UserKey } from './user-keys.js';

/** The number of users whose keys one walk over events caches. */
const MAX_KEPT = 1_000;
const READ_AHEAD = 100;

export type KeyFinder = (items: readonly EventItem[]) => Promise<ReadonlyMap<string, UserKey | undefined>>;

/** Caches keys for one page or one walk: it must not outlive it, so that the next one notices a destroyed key. */
function keyFinder({ table, keyRing }: Pick<Directory, 'table' | 'keyRing'>): KeyFinder {
  const known = new Map<string, UserKey | undefined>();
  return async (items) => {
    if (known.size > MAX_KEPT) known.clear();
    const wanted = new Set(items.flatMap((item) => (item.personal ? [subjectOf(item)] : [])));
    for (const id of known.keys()) wanted.delete(id);
    const remember = async (id: string, stored: string | undefined) =>
      void known.set(id, await openUserKey(keyRing, id as UserId, stored));
    for (const { aggregateId, version, userKey } of items)
      if (version === 1 && userKey !== undefined && wanted.delete(aggregateId))
        await remember(aggregateId, userKey);
    const ids = [...wanted];
    const firsts = await table.batchGet(
      ids.map((aggregateId) => eventEntity.at({ aggregateId, version: 1 })),
      { consistent: true },
    );
    for (const [index, id] of ids.entries()) await remember(id, firsts[index]?.userKey);
    return known;
  };
}

/** Whose key encrypts the personal data of an event. */
export function subjectOf({ aggregateId, personalOf }: EventItem): string {
  return personalOf ?? aggregateId;
}

export async function openEvents(
  directory: Pick<Directory, 'table' | 'keyRing'>,
  items: readonly EventItem[],
  find = keyFinder(directory),
): Promise<DomainEvent[]> {
  const keys = await find(items);
  return items.map((item) => openEvent(item, keys.get(subjectOf(item))));
}

/** Each of many stored events with the key of its user, if it has one: read ahead, decrypted by the caller. */
export async function* eachWithKey(
  directory: Directory,
  items: AsyncIterable<EventItem>,
  readAhead = READ_AHEAD,
): AsyncGenerator<[item: EventItem, key: UserKey | undefined]> {
  const find = keyFinder(directory);
  let page: EventItem[] = [];
  async function* flush(): AsyncGenerator<[EventItem, UserKey | undefined]> {
    const keys = await find(page);
    for (const item of page) yield [item, keys.get(subjectOf(item))];
    page = [];
  }
  for await (const item of items) {
    page.push(item);
    if (page.length === readAhead) yield* flush();
  }
  yield* flush();
}

/** Each of many stored events, decrypted on demand. */
export async function* eachOpened(
  directory: Directory,
  items: AsyncIterable<EventItem>,
  readAhead?: number,
): AsyncGenerator<DomainEvent> {
  for await (const [item, key] of eachWithKey(directory, items, readAhead)) yield openEvent(item, key);
}
