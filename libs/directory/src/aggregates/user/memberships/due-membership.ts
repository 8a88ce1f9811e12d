import type { Membership, UserId } from '#libs/domain';
import type { TransactItem } from '../../../core/transact-item.js';
import { dueEntity, dueShardOf, type DueItem } from '../../../table/items/due.js';

type Ending = Pick<Membership, 'serviceGroupId' | 'since' | 'expiresAt' | 'noticeAt'>;

/** The item by which the worker finds a membership that has an end: first at its notice, then at its end. */
export function dueItemOf(accountId: string, userId: UserId, membership: Ending): DueItem | undefined {
  const { serviceGroupId, since, expiresAt, noticeAt } = membership;
  const at = noticeAt ?? expiresAt;
  if (at === undefined) return undefined;
  const times = { createdAt: since, updatedAt: since };
  const of = { kind: 'membership', aggregateId: userId, serviceGroupId } as const;
  return { accountId, shard: dueShardOf(userId), at, ...of, ...times };
}

/** Moves the due item of a membership from what it was to what it is; undefined: there was, or is, none. */
export function dueItems(before: DueItem | undefined, after: DueItem | undefined): TransactItem[] {
  if (before?.at === after?.at && before?.createdAt === after?.createdAt) return [];
  const isSameKey = before?.at === after?.at;
  return [
    ...(before && !isSameKey ? [{ operation: dueEntity.delete(before) }] : []),
    ...(after ? [{ operation: dueEntity.put(after) }] : []),
  ];
}
