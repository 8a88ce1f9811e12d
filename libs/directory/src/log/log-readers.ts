import {
  batchPath,
  batchTree,
  inclusionProof,
  leafHash,
  logEntry,
  TILE_WIDTH,
  type BatchTree,
  type LoggedBatch,
} from '#libs/transparency-log';
import type { Directory } from '../core/directory.js';
import { eventEntity } from '../table/items/events.js';
import { logBatchEntity, logCheckpointEntity, logHeadEntity, logLinesEntity } from '../table/items/logs.js';
import type { LogHead } from './account-log.js';
import { entriesOf, eventName, refsFrom, type FeedRef } from './feed-entries.js';
import { leavesLike } from './find-leaves.js';
import { entriesOfAll, fillingOf, treeOfAll, unpackLines } from './installation-log.js';
import type { LogKey } from './log-key.js';
import { byName, LogMemory } from './log-memory.js';
import { readCheckpoint, signNote, type StoredCheckpoint } from './publish-log.js';
import { isSame, TileLoader, treeOf, TreeReader } from './stored-tree.js';

/** A tree that an account's log had when a batch of the log of all accounts took it. */
export interface LoggedTree {
  size: number;
  root: Uint8Array;
  /** Which leaf of the log of all accounts is the batch. */
  batch: number;
}

export interface EventProof {
  entry: Uint8Array;
  /** In the account's tree. */
  index: number;
  path: readonly Uint8Array[];
  tree: LoggedTree;
  /** The account's line in the batch, whose root is the leaf. */
  line: { index: number; path: readonly Uint8Array[]; root: Uint8Array };
  /** The batch in the log of all accounts, up to the checkpoint. */
  leaf: { index: number; path: readonly Uint8Array[] };
  /** The signed note of the log of all accounts. */
  checkpoint: string;
}

/** What a checkpoint covers of an account. */
interface Covered {
  head: LogHead;
  tree: LoggedTree;
  batch: BatchTree;
}

const CONSISTENT = { consistent: true } as const;
const HASH_BYTES = 32;

export type Logs = ReturnType<typeof openLogs>;

/** The logs as far as the newest checkpoint covers them, strongly consistent. @param key signs the checkpoints of accounts */
export function openLogs(directory: Directory, key: LogKey, memory = new LogMemory()) {
  return { accounts: new AccountLogs(directory, key, memory), installation: installationLog(directory, key) };
}

/** What the newest checkpoint covers of accounts. */
class AccountLogs {
  constructor(
    private readonly directory: Directory,
    private readonly key: LogKey,
    private readonly memory: LogMemory,
  ) {}

  /** The newest tree. Undefined until there is one. */
  async head(accountId: string): Promise<LoggedTree | undefined> {
    return (await this.covered(accountId))?.tree;
  }

  /** The root of the perfect subtree `index` of 2^level leaves; undefined if the tree does not have it. */
  async hashAt(accountId: string, level: number, index: number): Promise<Uint8Array | undefined> {
    const found = await this.covered(accountId);
    if (!found || (index + 1) * 2 ** level > found.tree.size) return undefined;
    return this.readerOf(found.head).hashAt(level, index);
  }

  /** The first hashes of a tile; undefined if it has fewer. */
  async tile(
    accountId: string,
    level: number,
    index: number,
    width: number,
  ): Promise<Uint8Array | undefined> {
    const found = await this.covered(accountId);
    const nodes = Math.floor((found?.tree.size ?? 0) / TILE_WIDTH ** level);
    if (!found || index * TILE_WIDTH + width > nodes) return undefined;
    return (await this.readerOf(found.head).hashes(level, index)).slice(0, width * HASH_BYTES);
  }

  /** The first entries of a bundle of 256; undefined if it has fewer. */
  async entries(accountId: string, bundle: number, width: number): Promise<Uint8Array[] | undefined> {
    const { directory } = this;
    const found = await this.covered(accountId);
    const first = bundle * TILE_WIDTH;
    if (!found || first + width > found.tree.size) return undefined;
    const { size, tilePlace } = found.head;
    const tile = { scope: accountId, level: 0, index: bundle };
    const isFull = first + TILE_WIDTH <= size;
    const place = isFull ? (await this.tileLoader().load(tile)).place! : tilePlace;
    return entriesOf(directory, accountId, (await refsFrom(directory, accountId, place, width)) ?? []);
  }

  /** Signed when it is read, at a size that a batch has. */
  async checkpoint(accountId: string): Promise<string | undefined> {
    const { key } = this;
    const { notes } = this.memory;
    const found = await this.covered(accountId);
    if (!found) return undefined;
    const { size, root } = found.tree;
    const name = `${accountId} ${size} ${Buffer.from(root).toString('hex')}`;
    const note =
      notes.get(name) ?? (await signNote(key, { origin: `${key.origin}/${accountId}`, size, root }));
    notes.set(name, note);
    return note;
  }

  /** `unknown`: the account has no such event, or it is no leaf; `pending`: no checkpoint covers it yet. */
  async proof(accountId: string, eventId: string): Promise<EventProof | 'pending' | 'unknown'> {
    const { directory, key } = this;
    const named = eventNamed(eventId);
    if (!named) return 'unknown';
    const [event, head, checkpoint] = (await directory.table.batchGetStored(
      [
        eventEntity.at(named),
        logHeadEntity.at({ scope: accountId }),
        logCheckpointEntity.at({ origin: key.origin }),
      ],
      CONSISTENT,
    )) as [Record<string, unknown> | undefined, LogHead | undefined, StoredCheckpoint | undefined];
    if (event?.['accountId'] !== accountId) return 'unknown';
    if (!head || !checkpoint) return 'pending';
    const entry = logEntry(event);
    const refs = await this.memory.refsBehind(directory, head);
    // What is not in a full tile is found by the parts of the feed alone.
    const at = refs.findIndex((ref) => eventName(ref) === eventId);
    const [found, leaves] = await Promise.all([
      this.cover(head, checkpoint, at === -1 ? [] : this.memory.unhashed(head, refs)),
      at === -1
        ? leavesLike(directory.table, head.scope, head.size, leafHash(entry))
        : [head.size - refs.length + at],
    ]);
    if (leaves.length === 0) return this.notALeaf(head, eventId);
    for (const index of leaves) {
      if (!found || index >= found.tree.size) continue;
      const proof = await this.proofOf(found, checkpoint, { index, entry });
      if (proof) return proof;
    }
    return 'pending';
  }

  /** Undefined if the leaf is another's. */
  private async proofOf(
    { head, tree, batch }: Covered,
    { origin, size, note }: StoredCheckpoint,
    { index, entry }: { index: number; entry: Uint8Array },
  ): Promise<EventProof | undefined> {
    const loader = this.tileLoader();
    const { hashAt } = this.readerOf(head, loader);
    const leavesOfAll = this.memory.leavesOfAll.bind(this.memory);
    const all = treeOfAll(this.directory, { origin, size }, loader, leavesOfAll);
    const [leaf, path, leafPath] = await Promise.all([
      hashAt(0, index),
      inclusionProof(index, tree.size, hashAt),
      inclusionProof(tree.batch, size, all.hashAt),
    ]);
    if (!isSame(leaf, leafHash(entry))) return undefined;
    return {
      ...{ entry, index, path, tree, checkpoint: note },
      line: { ...(await batchPath(batch, head.scope))!, root: batch.root },
      leaf: { index: tree.batch, path: leafPath },
    };
  }

  /** The tree may be behind it. */
  private async notALeaf({ scope, place }: LogHead, eventId: string): Promise<'pending' | 'unknown'> {
    const next = await refsFrom(this.directory, scope, place, TILE_WIDTH);
    return next?.some((ref) => eventName(ref) === eventId) ? 'pending' : 'unknown';
  }

  private async covered(scope: string): Promise<Covered | undefined> {
    const { origin } = this.key;
    const keys = [logHeadEntity.at({ scope }), logCheckpointEntity.at({ origin })] as const;
    const [head, checkpoint] = await this.directory.table.batchGet(keys, CONSISTENT);
    return head && checkpoint && this.cover(head, checkpoint);
  }

  /**
   * By the newest batch below the checkpoint that has a line of it.
   * @param behind events behind the last full tile whose hashes will be needed: they are read with the same calls
   */
  private async cover(
    head: LogHead,
    { size, secret }: StoredCheckpoint,
    behind: readonly FeedRef[] = [],
  ): Promise<Covered | undefined> {
    const { directory, memory, key } = this;
    const indexes = [head.batch, head.previousBatch].filter((each) => each !== undefined && each < size);
    const unread = (indexes as number[]).filter((index) => !memory.batches.has(index));
    const { batches, events } = await readBatches(directory, key.origin, unread, behind);
    if (behind.length > 0) await memory.hashesBehind(directory, head, events);
    for (const [index, lines] of batches)
      memory.batches.set(index, { lines: new Map(lines.map((line) => [line.accountId, line])) });
    for (const index of indexes as number[]) {
      const known = memory.batches.get(index);
      const line = known?.lines.get(head.scope);
      if (!known || !line) continue;
      const batch = (known.tree ??= batchTree([...known.lines.values()], fillingOf({ secret }, index)));
      return { head, tree: { size: line.size, root: line.root, batch: index }, batch };
    }
    return undefined;
  }

  private tileLoader(): TileLoader {
    return new TileLoader(this.directory.table, this.memory.tiles);
  }

  private readerOf(head: LogHead, loader = this.tileLoader()): TreeReader {
    const { scope, size } = head;
    const partial = () => this.memory.hashesBehind(this.directory, head);
    return new TreeReader({ scope, size, edge: treeOf(head).edge, partial }, loader);
  }
}

function eventNamed(eventId: string): { aggregateId: string; version: number } | undefined {
  const separator = eventId.lastIndexOf('.');
  const [aggregateId, version] = [eventId.slice(0, separator), Number(eventId.slice(separator + 1))];
  return separator >= 1 && Number.isSafeInteger(version) && version >= 1
    ? { aggregateId, version }
    : undefined;
}

/** The lines of each batch that exists, and events, by their names. */
async function readBatches(
  { table }: Directory,
  origin: string,
  indexes: readonly number[],
  refs: readonly FeedRef[] = [],
) {
  const keys = indexes.flatMap((index) => [
    logBatchEntity.at({ origin, index }),
    logLinesEntity.at({ origin, index }),
  ]);
  const stored = await table.batchGetStored([...keys, ...refs.map((ref) => eventEntity.at(ref))], CONSISTENT);
  const batches = indexes.flatMap((index, at) => {
    const packed = stored[2 * at]?.['lines'] ?? stored[2 * at + 1]?.['lines'];
    return packed === undefined ? [] : [[index, unpackLines(packed as string)] as const];
  });
  return { batches: new Map(batches), events: byName(refs, stored.slice(keys.length)) };
}

function installationLog(directory: Directory, { origin }: LogKey) {
  return {
    /** The newest signed note, with the witnesses' cosignatures. */
    async checkpoint(): Promise<string | undefined> {
      return (await readCheckpoint(directory, origin))?.note;
    },

    /** The first hashes of a tile; undefined if it has fewer. */
    async tile(level: number, index: number, width: number): Promise<Uint8Array | undefined> {
      const { size } = (await readCheckpoint(directory, origin)) ?? { size: 0 };
      if (index * TILE_WIDTH + width > Math.floor(size / TILE_WIDTH ** level)) return undefined;
      const hashes = await treeOfAll(directory, { origin, size }).hashes(level, index);
      return hashes.slice(0, width * HASH_BYTES);
    },

    /** The first entries of a bundle of 256; undefined if it has fewer. */
    async entries(bundle: number, width: number): Promise<Uint8Array[] | undefined> {
      const { size } = (await readCheckpoint(directory, origin)) ?? { size: 0 };
      const from = bundle * TILE_WIDTH;
      return from + width > size ? undefined : entriesOfAll(directory, origin, from, from + width);
    },

    /** What a batch says of accounts, and what it is filled up with: for monitors, who can compute its root from it. */
    async batch(index: number): Promise<LoggedBatch | undefined> {
      const checkpoint = await readCheckpoint(directory, origin);
      if (!checkpoint || index >= checkpoint.size) return undefined;
      const accounts = (await readBatches(directory, origin, [index])).batches.get(index);
      return accounts && { accounts, filling: fillingOf(checkpoint, index) };
    },

    /** The same, as it is hashed. */
    async lines(batch: number): Promise<readonly Uint8Array[] | undefined> {
      const found = await this.batch(batch);
      return found && batchTree(found.accounts, found.filling).lines;
    },
  };
}
