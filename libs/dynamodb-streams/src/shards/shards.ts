import type { Lease } from '../leases/lease-store.js';
import type { Shard } from '../stream-api.js';

/**
 * The shards of a stream that may be read now and have no lease yet: those whose parent's lease says it was read to
 * its end, and those whose parent is no longer known.
 *
 * A parent is always finished first, because it contains an item's earlier changes
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html#Streams.Processing).
 */
export function shardsToOpen(shards: readonly Shard[], leases: readonly Lease[]): Shard[] {
  const listed = new Set(shards.map((shard) => shard.shardId));
  const leased = new Map(leases.map((lease) => [lease.shardId, lease]));
  return shards.filter(({ shardId, parentShardId }) => {
    if (leased.has(shardId)) return false;
    if (parentShardId === undefined) return true;
    const parent = leased.get(parentShardId);
    return parent ? parent.checkpoint === 'SHARD_END' : !listed.has(parentShardId);
  });
}

/**
 * Up to when what a new shard follows was read, so that a shard found only after its first records were gone is known to lack some:
 * what its parent's lease says, or, of a parent that came and went unseen, those of shards that ended without a child. Milliseconds
 * since the epoch; undefined if nothing was read before.
 */
export function readBefore({ parentShardId }: Shard, leases: readonly Lease[]): number | undefined {
  if (parentShardId === undefined) return undefined;
  const parent = leases.find(({ shardId }) => shardId === parentShardId);
  if (parent) return parent.readUntil;
  const parents = new Set(leases.map((lease) => lease.parentShardId));
  const ends = leases.filter(
    ({ shardId, checkpoint }) => checkpoint === 'SHARD_END' && !parents.has(shardId),
  );
  return ends.length > 0 ? Math.min(...ends.map(({ readUntil = 0 }) => readUntil)) : undefined;
}

/**
 * The shards that together take every change: those that are not finished, and the finished ones whose children are not found yet. Others
 * need no look: while a shard is open it has no children.
 */
export function coverOf(shards: readonly Shard[], leases: readonly Lease[]): Lease[] {
  const listed = new Set(shards.map(({ shardId }) => shardId));
  const parents = new Set(shards.map(({ parentShardId }) => parentShardId));
  return leases.filter(
    ({ shardId, checkpoint }) => checkpoint !== 'SHARD_END' || (listed.has(shardId) && !parents.has(shardId)),
  );
}

export interface Balance {
  /** Leases to take now: nobody holds them. */
  take: Lease[];
  /** A lease to ask its owner for, which has more than its share while this worker has less. */
  request?: Lease;
  /** Own leases to give up: another worker asks for them and this one has more than its share. */
  handOver: Lease[];
}

export function balance(leases: readonly Lease[], worker: string, now: number): Balance {
  const open = leases.filter((lease) => lease.checkpoint !== 'SHARD_END');
  const free: Lease[] = [];
  const held = new Map<string, Lease[]>([[worker, []]]);
  for (const lease of open) {
    if (lease.owner === undefined || lease.expiry < now) {
      free.push(lease);
      continue;
    }
    held.set(lease.owner, [...(held.get(lease.owner) ?? []), lease]);
    if (lease.requestedBy && !held.has(lease.requestedBy)) held.set(lease.requestedBy, []);
  }
  const mine = held.get(worker) as Lease[];
  const take = free.slice(0, Math.max(0, Math.ceil(open.length / held.size) - mine.length));
  const handOver = mine
    .filter((lease) => lease.requestedBy !== undefined && lease.requestedBy !== worker)
    .slice(0, Math.max(0, mine.length - Math.floor(open.length / held.size)));
  const request = free.length > 0 ? undefined : leaseToRequest(worker, held);
  return { take, handOver, ...(request ? { request } : {}) };
}

/** One lease of the busiest worker, if moving it makes the shares more even; one request at a time. */
function leaseToRequest(worker: string, held: ReadonlyMap<string, Lease[]>): Lease | undefined {
  const busiest = [...held.values()].reduce((most, leases) => (leases.length > most.length ? leases : most));
  const mine = held.get(worker) ?? [];
  const hasRequested = [...held.values()].flat().some((lease) => lease.requestedBy === worker);
  if (hasRequested || busiest.length - mine.length < 2) return undefined;
  return busiest.find((lease) => lease.requestedBy === undefined);
}
