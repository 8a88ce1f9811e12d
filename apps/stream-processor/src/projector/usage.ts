import { PLATFORM_ACCOUNT_ID, type Used } from '#libs/directory';
import { AGGREGATE_KINDS } from '#libs/domain';
import { itemBytes, type StreamRecord } from '#libs/dynamodb-streams';
import { carriedEvents, isNoCommit } from '../publisher/committed-events.js';

/** What a stored event has in addition to its own fields: the keys of table and index, and its times. */
const KEYS_OF_EVENT_BYTES = 230;
/** In the index too, whole. */
const COPIED_TO_INDEX = new Set(['membership', 'account']);
const METERED = new Set<string>([...AGGREGATE_KINDS, 'membership']);

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
  const events = isNoCommit(record) ? [] : carriedEvents(after ?? {});
  const copies = COPIED_TO_INDEX.has(entity) ? 2 : 1;
  const ofEvents = events.reduce((sum, event) => sum + 2 * (bytesOf(event) + KEYS_OF_EVENT_BYTES), 0);
  return {
    accountId,
    events: events.length,
    storedBytes: copies * (itemBytes(after) - itemBytes(before)) + ofEvents,
  };
}

/** As DynamoDB counts the value of an attribute. Source: "DynamoDB item sizes and formats". */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (typeof value !== 'object' || value === null) return 1;
  const named = (name: string) => (Array.isArray(value) ? 0 : Buffer.byteLength(name));
  return Object.entries(value).reduce((sum, [name, each]) => sum + 1 + named(name) + bytesOf(each), 3);
}
