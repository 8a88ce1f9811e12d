import { batchEntry, batchTree, readBatchEntry, type AccountLine, type LoggedBatch } from './batches.js';
import type { Checkpoint } from './checkpoints.js';
import { hashesFromTiles, parseEntryBundle, tileOf, TILE_WIDTH, type Tile } from './tiles.js';
import { append, consistencyProof, leafHash, rootOf, verifyConsistency, type Tree } from './tree.js';

/** A log of all accounts, as it is read. */
export interface MonitoredLog {
  /** Of the log of all accounts, or of the log of one. */
  tile(tile: Tile, accountId?: string): Promise<Uint8Array>;
  batch(index: number): Promise<LoggedBatch>;
}

/** How far a log has been checked, and the last line of each account. */
export interface MonitoredState {
  tree(origin: string): Tree;
  line(origin: string, accountId: string): Pick<AccountLine, 'size' | 'root'> | undefined;
  /** As one step. */
  save(origin: string, tree: Tree, lines: readonly AccountLine[]): void;
}

/** What no log does that is honest: a line of an account, or a checkpoint, does not continue the one before. */
export class LogForkError extends Error {
  override readonly name = 'LogForkError';
}

const LINES_AT_ONCE = 8;
/** The first entry of a log that follows another: its checkpoint. */
const PREVIOUS = 2;

/**
 * Reads on in a log of all accounts up to a checkpoint that it has signed: that each batch is the leaf that is signed, and has one line for an
 * account, which continues the last one. Before an account's second line there is nothing to compare.
 * @throws LogForkError, and other errors if it cannot be read
 */
export async function monitorLog(
  log: MonitoredLog,
  state: MonitoredState,
  { origin, size, root }: Checkpoint,
): Promise<Tree> {
  let tree = state.tree(origin);
  if (size < tree.size) throw new LogForkError(`It had ${tree.size} entries, and has ${size}.`);
  const entries = await entriesFrom(log, tree.size, size);
  const whole = append(tree, entries.map(leafHash));
  if (Buffer.compare(rootOf(whole), root) !== 0)
    throw new LogForkError(`Its ${size} entries are not those of its checkpoint, or not those that it had.`);
  for (const entry of entries) {
    const lines = await linesOf(log, tree.size, entry);
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
      await Promise.all(
        lines.slice(at, at + LINES_AT_ONCE).map((line) => checkLine(log, state, origin, line)),
      );
    tree = append(tree, [leafHash(entry)]);
    state.save(origin, tree, lines);
  }
  return tree;
}

async function entriesFrom(log: MonitoredLog, from: number, size: number): Promise<Uint8Array[]> {
  const entries: Uint8Array[] = [];
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < size; index += 1) {
    const bundle = parseEntryBundle(await log.tile(tileOf(size, 'entries', index)));
    entries.push(...bundle.slice(Math.max(from - index * TILE_WIDTH, 0)));
  }
  if (entries.length === size - from) return entries;
  throw new Error(`The log has sent ${entries.length} of ${size - from} entries.`);
}

async function linesOf(log: MonitoredLog, index: number, entry: Uint8Array): Promise<readonly AccountLine[]> {
  if (index === 0 && entry[0] === PREVIOUS) return [];
  if (!readBatchEntry(entry)) throw new LogForkError(`Its entry ${index} is not a batch.`);
  const { accounts, filling } = await log.batch(index);
  let root: Uint8Array;
  try {
    ({ root } = batchTree(accounts, filling));
  } catch (error) {
    throw new LogForkError(`Its batch ${index} is not one: ${(error as Error).message}.`);
  }
  if (Buffer.compare(batchEntry(root), entry) !== 0)
    throw new LogForkError(`Its batch ${index} has other lines than those that are shown.`);
  return accounts;
}

async function checkLine(
  log: MonitoredLog,
  state: MonitoredState,
  origin: string,
  { accountId, size, root }: AccountLine,
): Promise<void> {
  const last = state.line(origin, accountId);
  if (!last) return;
  const before = `${accountId} had ${last.size} events`;
  if (size < last.size) throw new LogForkError(`${before}, and has ${size}.`);
  const hashAt = hashesFromTiles(size, (tile) => log.tile(tile, accountId));
  const proof = await consistencyProof(last.size, size, hashAt);
  if (!verifyConsistency(last.size, size, last.root, root, proof))
    throw new LogForkError(`${before}, which the ${size} that it has do not continue: it has two lines.`);
}

/** That a log contains the checkpoint that a witness has cosigned. @throws LogForkError */
export async function compareWithWitness(
  log: MonitoredLog,
  tree: Tree,
  cosigned: { size: number; root: Uint8Array } | undefined,
): Promise<void> {
  // What has been cosigned since is compared with the next round.
  if (!cosigned || cosigned.size > tree.size) return;
  const { size, root } = cosigned;
  const proof = await consistencyProof(
    size,
    tree.size,
    hashesFromTiles(tree.size, (tile) => log.tile(tile)),
  );
  if (!verifyConsistency(size, tree.size, root, rootOf(tree), proof))
    throw new LogForkError(`It does not continue the checkpoint of ${size} that this witness has cosigned.`);
}
