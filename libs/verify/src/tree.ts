import { check, isSame, sha256, type Bytes } from './bytes.js';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const EMPTY_ROOT = (): Promise<Bytes> => sha256();
export const leafHash = (entry: Uint8Array): Promise<Bytes> => sha256(LEAF, entry);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Bytes> => sha256(NODE, left, right);

const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;

/** The root to which a path leads from a leaf: RFC 9162, section 2.1.3.2. */
export async function rootOfPath(
  leaf: Bytes,
  index: number,
  size: number,
  path: readonly Bytes[],
): Promise<Bytes> {
  check(Number.isSafeInteger(size) && Number.isSafeInteger(index), 'The path has no place');
  check(leaf.length === 32, 'A hash has 32 bytes');
  check(index >= 0 && index < size, `The path is of leaf ${index} in a tree of ${size}`);
  let [position, last, node] = [index, size - 1, leaf];
  for (const hash of path) {
    check(last > 0, 'The path is too long');
    if (isOdd(position) || position === last) {
      node = await nodeHash(hash, node);
      while (!isOdd(position) && position !== 0) [position, last] = [half(position), half(last)];
    } else node = await nodeHash(node, hash);
    [position, last] = [half(position), half(last)];
  }
  check(last === 0, 'The path is too short');
  return node;
}

export interface Tree {
  size: number;
  root: Bytes;
}

/** That a tree begins with another: RFC 9162, section 2.1.4.2. */
export async function checkConsistency(older: Tree, newer: Tree, proof: readonly Bytes[]): Promise<void> {
  const forked = `The log of ${newer.size} entries does not begin with the log of ${older.size}`;
  check(older.size <= newer.size, `The newer checkpoint has ${newer.size} entries, the older ${older.size}`);
  if (older.size === newer.size || older.size === 0) {
    const expected = older.size === newer.size ? newer.root : await EMPTY_ROOT();
    return check(proof.length === 0 && isSame(older.root, expected), forked);
  }
  let [position, last] = [older.size - 1, newer.size - 1];
  while (isOdd(position)) [position, last] = [half(position), half(last)];
  const [first, ...rest] = position === 0 ? [older.root, ...proof] : proof;
  check(first !== undefined && proof.length > 0, 'There is no proof that the log has only grown');
  let [before, after] = [first, first];
  for (const hash of rest) {
    check(last > 0, forked);
    if (isOdd(position) || position === last) {
      [before, after] = [await nodeHash(hash, before), await nodeHash(hash, after)];
      while (!isOdd(position) && position !== 0) [position, last] = [half(position), half(last)];
    } else after = await nodeHash(after, hash);
    [position, last] = [half(position), half(last)];
  }
  check(last === 0 && isSame(before, older.root) && isSame(after, newer.root), forked);
}
