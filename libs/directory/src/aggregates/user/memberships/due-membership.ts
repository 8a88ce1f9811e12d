import type { TransactItem } from '../../../core/transact-item.js';
import { dueEntity, type DueItem } from '../../../table/items/due.js';

/** Moves the due item of a membership from what it was to what it is; undefined: there was, or is, none. */
export function dueItems(before: DueItem | undefined, after: DueItem | undefined): TransactItem[] {
  const isSameKey = before?.at === after?.at;
  if (isSameKey && before?.createdAt === after?.createdAt && before?.endsAt === after?.endsAt) return [];
  return [
    ...(before && !isSameKey ? [{ operation: dueEntity.delete(before) }] : []),
    ...(after ? [{ operation: dueEntity.put(after) }] : []),
  ];
}
