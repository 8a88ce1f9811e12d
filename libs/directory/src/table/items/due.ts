import type { Membership, ServiceGroupId, UserId } from '#libs/domain';
import { defineEntity, oneOf, string, type Item } from '@rollbook/single-table';
import { everyItem } from './every-item.js';
import { rollbookTable } from '../table.js';

/** Over how many partitions it is spread what is due: 100,000 ends in one second must not meet in one. */
const DUE_SHARDS = 16;

/**
 * What has to be done at a time, in the order of these times: to announce the end of a membership or to end it, or to let a request lapse.
 * Written in the transaction that sets the time. It only finds the work: what is true is decided by the heads.
 *
 * That of a membership is also in the index, by its end, so that the coming ends of an account can be listed. It has ids only: a
 * list of them reads the memberships.
 */
export const dueEntity = defineEntity(rollbookTable, {
  name: 'due',
  key: { PK: 'due:{shard}', SK: '{at}:{kind}:{aggregateId}:{serviceGroupId}' },
  indexes: { GSI1: { GSI1PK: 'ends:{accountId}', GSI1SK: '{endsAt}:{aggregateId}:{serviceGroupId}' } },
  attributes: {
    ...everyItem,
    shard: string(),
    at: string(),
    kind: oneOf('membership', 'access-request'),
    aggregateId: string(),
    serviceGroupId: string<ServiceGroupId>(),
    /** When the membership ends; `at` may be the time of its notice. What has none is not in the index. */
    endsAt: string().optional(),
  },
});

export function dueShards(): string[] {
  return Array.from({ length: DUE_SHARDS }, (_, shard) => shardName(shard));
}

export type DueItem = Item<typeof dueEntity>;

/** The item of a membership that has an end: first at its notice, then at its end. */
export function dueItemOf(
  accountId: string,
  userId: UserId,
  membership: Pick<Membership, 'serviceGroupId' | 'since' | 'expiresAt' | 'noticeAt'>,
): DueItem | undefined {
  const { serviceGroupId, since, expiresAt: endsAt, noticeAt } = membership;
  if (endsAt === undefined) return undefined;
  const times = { createdAt: since, updatedAt: since };
  const of = { kind: 'membership', aggregateId: userId, serviceGroupId } as const;
  return { accountId, shard: dueShardOf(userId), at: noticeAt ?? endsAt, endsAt, ...of, ...times };
}

/** FNV-1a: the same in every process. */
export function dueShardOf(aggregateId: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < aggregateId.length; index += 1)
    hash = Math.imul(hash ^ aggregateId.charCodeAt(index), 0x01000193);
  return shardName((hash >>> 0) % DUE_SHARDS);
}

function shardName(shard: number): string {
  return String(shard).padStart(2, '0');
}
