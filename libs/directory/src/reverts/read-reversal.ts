import { emptyReversalFold, foldIntoReversal, type ReversalFold, type UndoneChange } from '#libs/domain';
import { eachOpened } from '../core/event-opener.js';
import type { Tenant } from '../core/tenant.js';
import { eventEntity } from '../table/items/events.js';

/** Histories that one undo reads at the same time. */
export const HISTORIES_AT_ONCE = 4;
/** Limits the events of a history in memory, each of up to 100 KB, besides a page of the table. */
const READ_AHEAD = 10;

/** What the history of an aggregate, which was found in the account, says about a change. Strongly consistent. */
export async function readReversal(
  { directory }: Tenant,
  aggregateId: string,
  change: UndoneChange,
): Promise<ReversalFold> {
  const items = directory.table.each(eventEntity, { aggregateId }, { consistent: true });
  const fold = emptyReversalFold();
  for await (const event of eachOpened(directory, items, READ_AHEAD)) foldIntoReversal(fold, event, change);
  return fold;
}
