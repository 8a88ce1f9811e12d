import type { Table } from '@rollbook/single-table';
import { TILE_WIDTH } from '#libs/transparency-log';
import { logFindEntity } from '../table/items/logs.js';
import type { filledTiles } from './stored-tree.js';

/** Of a leaf's hash; 3 bytes in each tile's item, 2 and its place in those of a byte. */
const [PREFIX_BYTES, ENTRY_BYTES] = [3, 4];
const SPAN = TILE_WIDTH ** 2;
const TILE_BUCKET = 'tile';
const HASH_BYTES = 32;
/** A leaf that is not found would be no leaf. */
const CONSISTENT = { consistent: true } as const;

type Tiles = Awaited<ReturnType<typeof filledTiles>>;

const bucketOf = (byte: number): string => byte.toString(16).padStart(2, '0');

/**
 * Writes by which a leaf is found by its hash: an item for each tile, and, for 256 tiles, one for each first byte. So an event is found
 * without an item for each, by two queries; what is found is only where to look.
 */
export async function noteLeaves(table: Table, scope: string, tiles: Tiles): Promise<void> {
  const leaves = tiles.filter(({ level }) => level === 0);
  const prefixes = leaves.map(({ index, hashes }) =>
    logFindEntity.put({ scope, bucket: TILE_BUCKET, index, found: prefixesOf(hashes) }),
  );
  await table.batchWrite(prefixes);
  for (const { level, index } of tiles) if (level === 1) await noteSpan(table, scope, index);
}

function prefixesOf(hashes: Uint8Array): Uint8Array {
  const found = Buffer.alloc((hashes.length / HASH_BYTES) * PREFIX_BYTES);
  for (let leaf = 0; leaf * HASH_BYTES < hashes.length; leaf += 1)
    found.set(hashes.subarray(leaf * HASH_BYTES, leaf * HASH_BYTES + PREFIX_BYTES), leaf * PREFIX_BYTES);
  return found;
}

async function noteSpan(table: Table, scope: string, span: number): Promise<void> {
  const buckets = Array.from({ length: 256 }, (): Buffer[] => []);
  const between = [{ index: span * TILE_WIDTH }, { index: (span + 1) * TILE_WIDTH - 1 }] as const;
  const key = { scope, bucket: TILE_BUCKET };
  for await (const { index, found } of table.each(logFindEntity, key, { between, ...CONSISTENT }))
    for (let leaf = 0; leaf < TILE_WIDTH; leaf += 1) {
      const [first = 0, second = 0, third = 0] = found.subarray(leaf * PREFIX_BYTES);
      const at = (index % TILE_WIDTH) * TILE_WIDTH + leaf;
      buckets[first]!.push(Buffer.from([second, third, at >> 8, at & 255]));
    }
  await table.batchWrite(
    buckets.map((entries, byte) =>
      logFindEntity.put({ scope, bucket: bucketOf(byte), index: span, found: Buffer.concat(entries) }),
    ),
  );
}

/** Leaves in full tiles that may have a hash: rarely more than the one that does. */
export async function leavesLike(
  table: Table,
  scope: string,
  size: number,
  hash: Uint8Array,
): Promise<number[]> {
  const span = Math.floor(size / SPAN);
  const [first = 0, second = 0, third = 0] = hash;
  const tiles = { scope, bucket: TILE_BUCKET };
  const [recent, older] = await Promise.all([
    table.query(logFindEntity, tiles, { atLeast: { index: span * TILE_WIDTH }, ...CONSISTENT }),
    span === 0 ? { items: [] } : table.query(logFindEntity, { scope, bucket: bucketOf(first) }, CONSISTENT),
  ]);
  const leaves: number[] = [];
  for (const { index, found } of older.items)
    for (let at = 0; at < found.length; at += ENTRY_BYTES)
      if (found[at] === second && found[at + 1] === third)
        leaves.push(index * SPAN + found[at + 2]! * 256 + found[at + 3]!);
  for (const { index, found } of recent.items)
    for (let at = 0; at < found.length; at += PREFIX_BYTES)
      if (found[at] === first && found[at + 1] === second && found[at + 2] === third)
        leaves.push(index * TILE_WIDTH + at / PREFIX_BYTES);
  return leaves;
}
