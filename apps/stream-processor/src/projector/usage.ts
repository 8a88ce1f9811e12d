import { PLATFORM_ACCOUNT_ID, storedBytesOf, type LastCommit, type Used } from '#libs/directory';
import { AGGREGATE_KINDS } from '#libs/domain';
import { itemBytes, type StreamRecord } from '#libs/dynamodb-streams';
import { carriedCommit, isNoCommit } from '../publisher/committed-events.js';

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
  const commit = isNoCommit(record) ? undefined : carriedCommit(after ?? {});
  const events = commit?.count ?? 0;
  const copies = COPIED_TO_INDEX.has(entity) ? 2 : 1;
  return {
    accountId,
    events,
    storedBytes:
      copies * (itemBytes(after) - itemBytes(before)) +
      2 * (bytesOfEvents(commit) + events * KEYS_OF_EVENT_BYTES),
  };
}

function bytesOfEvents(commit: LastCommit | undefined): number {
  return commit?.bytes ?? (commit?.events ?? []).reduce((sum, event) => sum + storedBytesOf(event), 0);
}
