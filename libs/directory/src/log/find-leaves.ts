import type { Table } from '@rollbook/single-table';
import { TILE_WIDTH } from '#libs/transparency-log';
import { logFindEntity } from '../table/items/logs.js';
import type { filledTiles } from './stored-tree.js';

const HASH_BYTES = 32;
const TILE_BUCKET = 'tile';
/** Of a leaf's hash, in the order of a tile's leaves. */
const PREFIX_BYTES = 3;
/** What of the prefix is not in the bucket's name, and the place in the group. */
const ENTRY_BYTES = 4;
/** How many tiles are gathered, and by how many hexadecimal digits of their leaves' hashes. */
const TENS = { tiles: 16, digits: 1 };
const MANY = { tiles: 256, digits: 2 };
type Group = typeof TENS;

const CONSISTENT = { consistent: true } as const;

type Tiles = Awaited<ReturnType<typeof filledTiles>>;

/**
 * Writes by which a leaf is found by its hash: an item for each tile, and one for each first digit of the hashes of 16 tiles, and for each
 * two of those of 256. So an event is found without an item for each, by three small queries; what is found is only where to look.
 */
export async function noteLeaves(table: Table, scope: string, tiles: Tiles): Promise<void> {
  const leaves = tiles.filter(({ level }) => level === 0);
  const prefixes = leaves.map(({ index, hashes }) =>
    logFindEntity.put({ scope, bucket: TILE_BUCKET, index, found: prefixesOf(hashes) }),
  );
  await table.batchWrite(prefixes);
  for (const group of [TENS, MANY])
    for (const { index } of leaves)
      if ((index + 1) % group.tiles === 0)
        await noteGroup(table, scope, group, (index + 1) / group.tiles - 1);
}

function prefixesOf(hashes: Uint8Array): Uint8Array {
  const found = Buffer.alloc((hashes.length / HASH_BYTES) * PREFIX_BYTES);
  for (let leaf = 0; leaf * HASH_BYTES < hashes.length; leaf += 1)
    found.set(hashes.subarray(leaf * HASH_BYTES, leaf * HASH_BYTES + PREFIX_BYTES), leaf * PREFIX_BYTES);
  return found;
}

/** The digits that name a bucket, and the others, of the first 24 bits of a hash. */
function split(prefix: number, { digits }: Group): [bucket: number, rest: number] {
  const restBits = 24 - 4 * digits;
  return [prefix >> restBits, prefix & (2 ** restBits - 1)];
}

const bucketName = (bucket: number, { digits }: Group): string => bucket.toString(16).padStart(digits, '0');

async function noteGroup(table: Table, scope: string, group: Group, groupIndex: number): Promise<void> {
  const buckets = Array.from({ length: 16 ** group.digits }, (): Buffer[] => []);
  const first = groupIndex * group.tiles;
  for await (const tile of tilesBetween(table, scope, first, first + group.tiles))
    for (const [place, prefix] of tile.prefixes.entries()) {
      const [bucket, rest] = split(prefix, group);
      const entry = Buffer.alloc(ENTRY_BYTES);
      entry.writeUInt32BE(rest * group.tiles * TILE_WIDTH + (tile.index - first) * TILE_WIDTH + place);
      buckets[bucket]!.push(entry);
    }
  await table.batchWrite(
    buckets.map((entries, bucket) =>
      logFindEntity.put({
        scope,
        bucket: bucketName(bucket, group),
        index: groupIndex,
        found: Buffer.concat(entries),
      }),
    ),
  );
}

/** With the first 24 bits of their leaves' hashes. */
async function* tilesBetween(table: Table, scope: string, from: number, to: number) {
  if (to <= from) return;
  const range = { between: [{ index: from }, { index: to - 1 }] as const, ...CONSISTENT };
  for await (const { index, found } of table.each(logFindEntity, { scope, bucket: TILE_BUCKET }, range))
    yield { index, prefixes: numbersIn(found, PREFIX_BYTES) };
}

/** Numbers of 3 or 4 bytes; those of 4 have a sign. */
function numbersIn(bytes: Uint8Array, width: number): Int32Array {
  const numbers = new Int32Array(bytes.length / width);
  for (let at = 0, place = 0; place < numbers.length; place += 1)
    for (const end = at + width; at < end; at += 1) numbers[place] = (numbers[place]! << 8) | bytes[at]!;
  return numbers;
}

/** Leaves in full tiles that may have a hash: rarely more than the one that does. */
export async function leavesLike(
  table: Table,
  scope: string,
  size: number,
  hash: Uint8Array,
): Promise<number[]> {
  const prefix = Buffer.from(hash).readUIntBE(0, PREFIX_BYTES);
  const tiles = Math.floor(size / TILE_WIDTH);
  const inMany = tiles - (tiles % MANY.tiles);
  const inTens = tiles - (tiles % TENS.tiles);
  const [oldest, older, recent] = await Promise.all([
    inGroups(table, scope, MANY, { from: 0, to: inMany, prefix }),
    inGroups(table, scope, TENS, { from: inMany, to: inTens, prefix }),
    inTiles(table, scope, { from: inTens, to: tiles, prefix }),
  ]);
  // Workers before 29 November 2026 gathered 256 only.
  const gathered = older ?? (await inTiles(table, scope, { from: inMany, to: inTens, prefix }));
  return [...(oldest ?? []), ...gathered, ...recent];
}

interface Sought {
  /** Tiles. */
  from: number;
  to: number;
  prefix: number;
}

async function inTiles(table: Table, scope: string, { from, to, prefix }: Sought): Promise<number[]> {
  const leaves: number[] = [];
  for await (const { index, prefixes } of tilesBetween(table, scope, from, to))
    for (let at = prefixes.indexOf(prefix); at !== -1; at = prefixes.indexOf(prefix, at + 1))
      leaves.push(index * TILE_WIDTH + at);
  return leaves;
}

/** Undefined if a group has not been noted. */
async function inGroups(
  table: Table,
  scope: string,
  group: Group,
  { from, to, prefix }: Sought,
): Promise<number[] | undefined> {
  if (to <= from) return [];
  const [bucket, rest] = split(prefix, group);
  const width = group.tiles * TILE_WIDTH;
  const first = (rest * width) | 0;
  const key = { scope, bucket: bucketName(bucket, group) };
  const leaves: number[] = [];
  let groups = 0;
  for await (const { index, found } of table.each(logFindEntity, key, {
    atLeast: { index: from / group.tiles },
    ...CONSISTENT,
  })) {
    groups += 1;
    const entries = numbersIn(found, ENTRY_BYTES);
    for (let at = 0; at < entries.length; at += 1) {
      const place = entries[at]! ^ first;
      if (place >= 0 && place < width) leaves.push(index * width + place);
    }
  }
  return groups < (to - from) / group.tiles ? undefined : leaves;
}
