import { createHash } from 'node:crypto';
import { inclusionProof, leafHash, nodeHash, type HashAt } from './tree.js';

/** What a batch of the log of all accounts says of one: the tree that its log had. */
export interface AccountLine {
  readonly accountId: string;
  readonly size: number;
  readonly root: Uint8Array;
}

/** What a batch is computed from. */
export interface LoggedBatch {
  readonly accounts: readonly AccountLine[];
  /** What the lines that only fill it are derived from. */
  readonly filling: Uint8Array;
}

export interface BatchTree {
  readonly root: Uint8Array;
  /** All lines as they are hashed, the ones that only fill the tree among them (their size is 0), in the order of their bytes. */
  readonly lines: readonly Uint8Array[];
  readonly hashAt: HashAt;
}

/** A tree's depth, by the number of its lines: steps so wide that a path's length does not count accounts. */
const DEPTHS = [10, 14, 18, 22];

const accountKey = (accountId: string): Buffer => createHash('sha256').update(accountId).digest();

/** SHA-256 of the account's id, size (8 bytes), root. */
export function accountLine({ accountId, size, root }: AccountLine): Uint8Array {
  if (!Number.isSafeInteger(size) || size < 1 || root.length !== 32)
    throw new RangeError('No tree of events');
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(size));
  return Buffer.concat([accountKey(accountId), bytes, root]);
}

/**
 * The tree over the lines of the accounts that changed. It is filled up with lines of size 0 at places that only the holder of the
 * secret knows: neither an account's place nor the hashes beside its path tell how many other accounts there are. Throws if an
 * account is there twice.
 */
export function batchTree(accounts: readonly AccountLine[], secret: Uint8Array): BatchTree {
  const depth = DEPTHS.find((each) => accounts.length <= 2 ** each);
  if (depth === undefined) throw new RangeError(`${accounts.length} accounts in a batch`);
  const filling = Array.from({ length: 2 ** depth - accounts.length }, (_, index) => {
    const key = createHash('sha256').update(secret).update(String(index)).digest();
    return Buffer.concat([key, Buffer.alloc(40)]);
  });
  const lines = [...accounts.map(accountLine), ...filling].sort((one, other) => Buffer.compare(one, other));
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    if (before !== undefined && keyOf(before).equals(keyOf(line)))
      throw new RangeError('An account is there twice');
  });
  const levels = [lines.map(leafHash)];
  for (let level = 0; level < depth; level += 1) {
    const below = levels[level]!;
    levels.push(
      Array.from({ length: below.length / 2 }, (_, at) => nodeHash(below[2 * at]!, below[2 * at + 1]!)),
    );
  }
  return {
    root: levels[depth]![0]!,
    lines,
    hashAt: (level, index) => Promise.resolve(levels[level]![index]!),
  };
}

const keyOf = (line: Uint8Array): Buffer => Buffer.from(line.buffer, line.byteOffset, 32);

/** An account's place in a batch, and its path there. Undefined if it did not change in it. */
export async function batchPath(tree: BatchTree, accountId: string) {
  const key = accountKey(accountId);
  const index = tree.lines.findIndex((line) => line[0] === key[0] && keyOf(line).equals(key));
  if (index === -1) return undefined;
  return { index, path: await inclusionProof(index, tree.lines.length, tree.hashAt) };
}

const VERSION = 1;

/** A batch's entry in the log of all accounts: a version byte and its root. */
export const batchEntry = (root: Uint8Array): Uint8Array => Buffer.concat([Uint8Array.of(VERSION), root]);

/** The root in an entry of the log of all accounts. Undefined for an entry of another kind. */
export const readBatchEntry = (entry: Uint8Array): Uint8Array | undefined =>
  entry.length === 33 && entry[0] === VERSION ? entry.slice(1) : undefined;
