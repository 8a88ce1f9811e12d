import { hash } from 'node:crypto';

/** A Merkle tree of RFC 6962: its size and its right edge, which are the roots of the perfect subtrees, largest first. */
export interface Tree {
  readonly size: number;
  readonly edge: readonly Uint8Array[];
}

/** The root of the perfect subtree `index` of 2^level leaves. */
export type HashAt = (level: number, index: number) => Promise<Uint8Array>;

/** As text and at once: objects of OpenSSL and buffers of their own take longer, and much longer to collect (4 times in all). */
const sha256 = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(Buffer.from(hash('sha256', bytes, 'binary'), 'binary'));

const HASH_BYTES = 32;
const LEAF = Uint8Array.of(0);
/** What a node's hash is computed from: 1 and two hashes. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

export const EMPTY_ROOT = sha256(new Uint8Array());

export const leafHash = (entry: Uint8Array): Uint8Array => sha256(Buffer.concat([LEAF, entry]));

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
}

/** Of a perfect tree, from its leaves' hashes one after the other. */
export function perfectRoot(hashes: Uint8Array): Uint8Array {
  const level = Buffer.from(hashes);
  for (let bytes = level.length; bytes > HASH_BYTES; bytes /= 2)
    for (let at = 0; at < bytes; at += 2 * HASH_BYTES) {
      level.copy(node, 1, at, at + 2 * HASH_BYTES);
      level.write(hash('sha256', node, 'binary'), at / 2, 'binary');
    }
  return new Uint8Array(level.subarray(0, HASH_BYTES));
}

export const emptyTree: Tree = { size: 0, edge: [] };

/** Sizes exceed 32 bits, which bit operators do not. */
const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;

/** The tree with the hashes of more leaves at its end. */
export function append(tree: Tree, leafHashes: readonly Uint8Array[]): Tree {
  const edge = [...tree.edge];
  let { size } = tree;
  for (const leaf of leafHashes) {
    let node = leaf;
    for (let rest = size; isOdd(rest); rest = half(rest)) {
      const left = edge.pop();
      if (left === undefined) throw new RangeError(`The edge is too short for ${tree.size} leaves`);
      node = nodeHash(left, node);
    }
    edge.push(node);
    size += 1;
  }
  return { size, edge };
}

const joined = (perfect: readonly Uint8Array[]): Uint8Array =>
  perfect.length === 0
    ? EMPTY_ROOT
    : perfect.slice(0, -1).reduceRight((right, left) => nodeHash(left, right), perfect.at(-1)!);

export const rootOf = (tree: Tree): Uint8Array => joined(tree.edge);

/** The largest power of two below `size`, which is 2 or more. */
const splitOf = (size: number): number => {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
};

/** The root of leaves `from` to `to`, where `from` is where a subtree begins. */
async function subtreeRoot(from: number, to: number, hashAt: HashAt): Promise<Uint8Array> {
  const perfect: Promise<Uint8Array>[] = [];
  for (let start = from; start < to;) {
    let level = 0;
    let width = 1;
    while (start % (width * 2) === 0 && start + width * 2 <= to) {
      level += 1;
      width *= 2;
    }
    perfect.push(hashAt(level, start / width));
    start += width;
  }
  return joined(await Promise.all(perfect));
}

/** The root that the log had at `size`. */
export const rootAt = (size: number, hashAt: HashAt): Promise<Uint8Array> => subtreeRoot(0, size, hashAt);

/** PATH of RFC 6962, section 2.1.1, from the leaf's sibling to the root's child. */
export async function inclusionProof(index: number, size: number, hashAt: HashAt): Promise<Uint8Array[]> {
  if (index < 0 || index >= size) throw new RangeError(`No leaf ${index} in a tree of ${size}`);
  const path: Promise<Uint8Array>[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      path.unshift(subtreeRoot(middle, to, hashAt));
      to = middle;
    } else {
      path.unshift(subtreeRoot(from, middle, hashAt));
      from = middle;
    }
  }
  return Promise.all(path);
}

/** PROOF of RFC 6962, section 2.1.2. Empty from a size of 0, and between equal sizes. */
export async function consistencyProof(from: number, to: number, hashAt: HashAt): Promise<Uint8Array[]> {
  if (from < 0 || from > to) throw new RangeError(`No tree of ${to} begins with one of ${from}`);
  if (from === 0 || from === to) return [];
  const proof: Promise<Uint8Array>[] = [];
  let [start, end] = [0, to];
  while (end !== from) {
    const middle = start + splitOf(end - start);
    if (from <= middle) {
      proof.unshift(subtreeRoot(middle, end, hashAt));
      end = middle;
    } else {
      proof.unshift(subtreeRoot(start, middle, hashAt));
      start = middle;
    }
  }
  if (start > 0) proof.unshift(subtreeRoot(start, end, hashAt));
  return Promise.all(proof);
}

const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === 32 && Buffer.compare(one, other) === 0;

/** As RFC 9162, section 2.1.3.2. */
export function verifyInclusion(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!Number.isSafeInteger(size) || !(index >= 0 && index < size)) return false;
  let [position, last, node] = [index, size - 1, leaf];
  for (const hash of path) {
    if (last === 0) return false;
    if (isOdd(position) || position === last) {
      node = nodeHash(hash, node);
      while (!isOdd(position) && position !== 0) [position, last] = [half(position), half(last)];
    } else node = nodeHash(node, hash);
    [position, last] = [half(position), half(last)];
  }
  return last === 0 && leaf.length === 32 && same(node, root);
}

/** As RFC 9162, section 2.1.4.2; every tree begins with the empty one. */
export function verifyConsistency(
  from: number,
  to: number,
  fromRoot: Uint8Array,
  toRoot: Uint8Array,
  proof: readonly Uint8Array[],
): boolean {
  if (!Number.isSafeInteger(to) || !(from >= 0 && from <= to)) return false;
  if (from === to) return proof.length === 0 && same(fromRoot, toRoot);
  if (from === 0) return proof.length === 0 && same(fromRoot, EMPTY_ROOT);
  let [position, last] = [from - 1, to - 1];
  while (isOdd(position)) [position, last] = [half(position), half(last)];
  const hashes = position === 0 ? [fromRoot, ...proof] : proof;
  const [first, ...rest] = hashes;
  if (proof.length === 0 || first === undefined) return false;
  let [older, newer] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (isOdd(position) || position === last) {
      [older, newer] = [nodeHash(hash, older), nodeHash(hash, newer)];
      while (!isOdd(position) && position !== 0) [position, last] = [half(position), half(last)];
    } else newer = nodeHash(newer, hash);
    [position, last] = [half(position), half(last)];
  }
  return last === 0 && same(older, fromRoot) && same(newer, toRoot);
}
