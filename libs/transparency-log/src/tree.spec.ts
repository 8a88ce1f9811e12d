import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  append,
  consistencyProof,
  EMPTY_ROOT,
  emptyTree,
  fullTilesBetween,
  hashFromTile,
  inclusionProof,
  leafHash,
  nodeHash,
  partialWidth,
  rootAt,
  rootOf,
  tileHolding,
  tilePath,
  verifyConsistency,
  verifyInclusion,
} from './index.js';

const stored = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url), 'utf8'));
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
const base64 = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');
const leavesOf = (size: number): Uint8Array[] =>
  Array.from({ length: size }, (_, index) => leafHash(Buffer.from(`leaf ${index}`)));

/** MTH of RFC 6962, as it stands there. */
function rootByTheBook(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return EMPTY_ROOT;
  if (leaves.length === 1) return leaves[0]!;
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return nodeHash(rootByTheBook(leaves.slice(0, split)), rootByTheBook(leaves.slice(split)));
}

const hashesOf = (leaves: readonly Uint8Array[]) => (level: number, index: number) =>
  Promise.resolve(rootByTheBook(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)));

interface MerkleVectors {
  inclusion: {
    leafIdx: number;
    treeSize: number;
    root: string;
    leafHash: string;
    proof: string[];
    wantErr: boolean;
    desc: string;
  }[];
  consistency: {
    size1: number;
    size2: number;
    root1: string;
    root2: string;
    proof: string[];
    wantErr: boolean;
    desc: string;
  }[];
}

describe('the vectors of transparency-dev/merkle', () => {
  const { inclusion, consistency } = stored('merkle') as MerkleVectors;

  test.each(inclusion)('inclusion $desc', ({ leafIdx, treeSize, root, leafHash: leaf, proof, wantErr }) => {
    const isValid = verifyInclusion(bytes(leaf), leafIdx, treeSize, proof.map(bytes), bytes(root));
    expect(isValid).toBe(!wantErr);
  });

  test.each(consistency)('consistency $desc', ({ size1, size2, root1, root2, proof, wantErr }) => {
    const isValid = verifyConsistency(size1, size2, bytes(root1), bytes(root2), proof.map(bytes));
    // There the empty tree is consistent with none; a witness begins with it (tlog-witness).
    const beginsEmpty = size1 === 0 && root1 === base64(EMPTY_ROOT) && size2 > 0 && proof.length === 0;
    // One of them has a root of another length than SHA-256 gives.
    expect(isValid).toBe((!wantErr && bytes(root2).length === 32) || beginsEmpty);
  });
});

test("600 leaves have the roots, tiles and proofs of Go's tlog", async () => {
  const go = stored('go-tlog') as Record<'everyRoot' | 'root', string> & {
    tiles: Record<string, string>;
    inclusionOf300: string[];
    consistencyFrom257: string[];
  };
  const leaves = leavesOf(600);
  const roots: string[] = [];
  let tree = emptyTree;
  for (const leaf of leaves) {
    tree = append(tree, [leaf]);
    roots.push(base64(rootOf(tree)));
  }
  const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');
  expect(sha256(`[${roots.join(' ')}]`)).toBe(go.everyRoot);
  expect(roots.at(-1)).toBe(go.root);

  const hashAt = hashesOf(leaves);
  const tiles = [
    ...fullTilesBetween(0, 600),
    ...[0, 1].map((level) => ({
      level,
      index: Math.floor(600 / 256 ** (level + 1)),
      width: partialWidth(level, 600),
    })),
  ];
  const digests = await Promise.all(
    tiles.map(async ({ level, index, width }) => {
      const hashes = Array.from({ length: width }, (_, at) => hashAt(8 * level, index * 256 + at));
      // The paths of Go have the height too.
      return [
        tilePath({ level, index, width }).replace('tile/', 'tile/8/'),
        sha256(Buffer.concat(await Promise.all(hashes))),
      ];
    }),
  );
  expect(Object.fromEntries(digests)).toEqual(go.tiles);
  expect((await inclusionProof(300, 600, hashAt)).map(base64)).toEqual(go.inclusionOf300);
  expect((await consistencyProof(257, 600, hashAt)).map(base64)).toEqual(go.consistencyFrom257);
});

const sizes = fc.integer({ min: 1, max: 300 }).chain((to) =>
  fc.record({
    to: fc.constant(to),
    from: fc.integer({ min: 0, max: to }),
    index: fc.integer({ min: 0, max: to - 1 }),
  }),
);

test('a tree that grew in parts has the root that the RFC gives it, and proves each leaf and each older tree', async () => {
  await fc.assert(
    fc.asyncProperty(sizes, async ({ from, to, index }) => {
      const leaves = leavesOf(to);
      const hashAt = hashesOf(leaves);
      const older = append(emptyTree, leaves.slice(0, from));
      const newer = append(older, leaves.slice(from));
      expect(newer.size).toBe(to);
      expect(rootOf(newer)).toEqual(rootByTheBook(leaves));
      expect(await rootAt(from, hashAt)).toEqual(rootOf(older));
      const path = await inclusionProof(index, to, hashAt);
      expect(verifyInclusion(leaves[index]!, index, to, path, rootOf(newer))).toBe(true);
      const proof = await consistencyProof(from, to, hashAt);
      expect(verifyConsistency(from, to, rootOf(older), rootOf(newer), proof)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('a proof with one bit changed, of another leaf, size or root, verifies nothing', async () => {
  const change = fc.record({ at: fc.nat(), bit: fc.integer({ min: 0, max: 7 }) });
  await fc.assert(
    fc.asyncProperty(sizes, change, async ({ from, to, index }, { at, bit }) => {
      const leaves = leavesOf(to);
      const root = rootByTheBook(leaves);
      const flipped = (hashes: readonly Uint8Array[]): Uint8Array[] => {
        const copy = hashes.map((hash) => hash.slice());
        const place = at % (copy.length * 32);
        copy[Math.floor(place / 32)]![place % 32]! ^= 1 << bit;
        return copy;
      };
      const path = await inclusionProof(index, to, hashesOf(leaves));
      if (path.length > 0)
        expect(verifyInclusion(leaves[index]!, index, to, flipped(path), root)).toBe(false);
      expect(verifyInclusion(leaves[index]!, index, to, path, flipped([root])[0]!)).toBe(false);
      expect(verifyInclusion(leaves[(index + 1) % to]!, index, to, path, root)).toBe(to === 1);
      expect(verifyInclusion(leaves[index]!, index, to, [...path, root], root)).toBe(false);
      const proof = await consistencyProof(from, to, hashesOf(leaves));
      const older = rootByTheBook(leaves.slice(0, from));
      if (proof.length > 0) expect(verifyConsistency(from, to, older, root, flipped(proof))).toBe(false);
      expect(verifyConsistency(from, to, flipped([older])[0]!, root, proof)).toBe(false);
      if (from > 0) expect(verifyConsistency(from, to, older, flipped([root])[0]!, proof)).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test('no leaf is taken for a node', () => {
  const [left, right] = leavesOf(2) as [Uint8Array, Uint8Array];
  expect(leafHash(Buffer.concat([left, right]))).not.toEqual(nodeHash(left, right));
});

test('a tile gives the hashes of all eight levels that it holds', async () => {
  const leaves = leavesOf(520);
  const hashAt = hashesOf(leaves);
  const tile = Buffer.concat(leaves.slice(256, 512));
  for (let level = 0; level < 8; level += 1) {
    const index = 2 ** (8 - level) + (level === 0 ? 7 : 0);
    expect(tileHolding(level, index)).toMatchObject({ level: 0, index: 1 });
    expect(hashFromTile(tile, level, index)).toEqual(await hashAt(level, index));
  }
  expect(tileHolding(8, 1)).toEqual({ level: 1, index: 0, from: 1, to: 2 });
  expect(() => hashFromTile(tile.subarray(0, 64), 2, 64)).toThrow('ends before hash 3');
});
