import { HEAD_ENTITIES, PLATFORM_ACCOUNT_ID, type Used } from '#libs/directory';
import { itemBytes, type StreamRecord } from '#libs/dynamodb-streams';
import { isNoCommit } from '../publisher/committed-events.js';

/** What a stored event has besides itself: the keys of table and index, and its times. */
const KEYS_OF_EVENT_BYTES = 230;
/** In the index too, whole. */
const COPIED_TO_INDEX = new Set(['membership', 'account']);
const METERED = new Set<string>([...HEAD_ENTITIES, 'membership']);

/**
 * What a record adds to the usage of an account: its events, and the bytes of heads, memberships and events in table and index.
 * Claims, past memberships and what expires by itself are not metered.
 */
export function usageOf(
  record: StreamRecord,
): (Pick<Used, 'events' | 'storedBytes'> & { accountId: string }) | undefined {
  const { NewImage: after, OldImage: before } = record.dynamodb ?? {};
  const image = after ?? before;
  const accountId = image?.['accountId']?.S;
  const entity = image?.['entity']?.S ?? '';
  if (accountId === undefined || accountId === PLATFORM_ACCOUNT_ID || !METERED.has(entity)) return undefined;
  const events = isNoCommit(record) ? [] : (after?.['lastEvents']?.L ?? []);
  const copies = COPIED_TO_INDEX.has(entity) ? 2 : 1;
  const ofEvents = events.reduce((sum, { M }) => sum + 2 * (itemBytes(M) + KEYS_OF_EVENT_BYTES), 0);
  return {
    accountId,
    events: events.length,
    storedBytes: copies * (itemBytes(after) - itemBytes(before)) + ofEvents,
  };
}
