import { TILE_WIDTH, type AccountLine, type BatchTree } from '#libs/transparency-log';
import type { Directory } from '../core/directory.js';
import { BoundedMap } from '../search-index/bounded-map.js';
import { partialRefs, type LogHead } from './account-log.js';
import { eventName, leavesOf, type FeedRef } from './feed-entries.js';
import { batchLeaves } from './installation-log.js';
import type { StoredTile } from './stored-tree.js';

/** Of proofs and checkpoints that are read one after the other. */
const [MAX_BATCHES, MAX_NOTES, MAX_TAILS, MAX_TILES] = [16, 1_000, 64, 128];

/** What is behind an account's last full tile. */
interface Tail {
  /** Where the tile begins. */
  tilePlace: string;
  refs: readonly FeedRef[];
  /** Of the first of them: an event is read when its hash is needed. */
  hashes: readonly Uint8Array[];
}

interface KnownBatch {
  /** By account. */
  lines: ReadonlyMap<string, AccountLine>;
  /** Computed for the first of its accounts. */
  tree?: BatchTree;
}

type StoredEvent = Record<string, unknown>;

/** What a process has read and signed already, of which nothing changes while the log goes on. */
export class LogMemory {
  readonly batches = new BoundedMap<number, KnownBatch>(MAX_BATCHES);
  readonly notes = new BoundedMap<string, string>(MAX_NOTES);
  /** Those of 65,536 leaves and more. */
  readonly tiles = new BoundedMap<string, StoredTile>(MAX_TILES);
  private readonly tails = new BoundedMap<string, Tail>(MAX_TAILS);
  private all = { from: '', hashes: [] as readonly Uint8Array[] };

  /** The events behind the last full tile; only those that are new to this process are read of the feed. */
  async refsBehind(directory: Directory, head: LogHead): Promise<readonly FeedRef[]> {
    const count = head.size % TILE_WIDTH;
    const tail = this.tailOf(head);
    if (tail.refs.length >= count) return tail.refs.slice(0, count);
    const refs = [...tail.refs, ...(await partialRefs(directory, head, tail.refs))];
    this.tails.set(head.scope, { ...tail, refs });
    return refs;
  }

  /** Those of whose hashes this process has none. */
  unhashed({ scope, tilePlace }: LogHead, refs: readonly FeedRef[]): readonly FeedRef[] {
    return refs.slice(this.tailOf({ scope, tilePlace }).hashes.length);
  }

  /** The hashes of the leaves behind the last full tile. @param known events that have been read, by name */
  async hashesBehind(
    directory: Directory,
    head: LogHead,
    known?: ReadonlyMap<string, StoredEvent>,
  ): Promise<readonly Uint8Array[]> {
    const refs = await this.refsBehind(directory, head);
    const tail = this.tailOf(head);
    const kept = tail.hashes.slice(0, refs.length);
    const hashes = [...kept, ...(await leavesOf(directory, head.scope, refs.slice(kept.length), known))];
    if (hashes.length > tail.hashes.length) this.tails.set(head.scope, { ...tail, refs, hashes });
    return hashes;
  }

  /** The leaves of the log of all accounts behind its last full tile. */
  async leavesOfAll(
    directory: Directory,
    origin: string,
    from: number,
    to: number,
  ): Promise<readonly Uint8Array[]> {
    const name = `${from} ${origin}`;
    const kept = this.all.from === name ? this.all.hashes : [];
    if (kept.length >= to - from) return kept.slice(0, to - from);
    const hashes = [...kept, ...(await batchLeaves(directory, origin, from + kept.length, to))];
    this.all = { from: name, hashes };
    return hashes;
  }

  private tailOf({ scope, tilePlace }: Pick<LogHead, 'scope' | 'tilePlace'>): Tail {
    const kept = this.tails.get(scope);
    return kept?.tilePlace === tilePlace ? kept : { tilePlace, refs: [], hashes: [] };
  }
}

/** By name, of those that exist. */
export const byName = (refs: readonly FeedRef[], events: readonly (StoredEvent | undefined)[]) =>
  new Map(refs.flatMap((ref, at) => (events[at] ? [[eventName(ref), events[at]] as const] : [])));
