import { perfectRoot, type HashAt } from './tree.js';

/** Tiles of C2SP's tlog-tiles have a height of 8. */
export const TILE_WIDTH = 256;
const HEIGHT = 8;
const HASH_BYTES = 32;

/** Of hashes at a level of tiles, or a bundle of entries; `width` is below 256 where it is partial. */
export interface Tile {
  readonly level: number | 'entries';
  readonly index: number;
  readonly width: number;
}

export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const parts = digits.match(/\d{3}/g)!;
  const path = parts.map((part, at) => (at < parts.length - 1 ? `x${part}` : part)).join('/');
  return `tile/${level}/${path}${width < TILE_WIDTH ? `.p/${width}` : ''}`;
}

const PATH = /^tile\/(0|[1-9]\d?|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Undefined unless it is the path that `tilePath` gives. */
export function parseTilePath(path: string): Tile | undefined {
  const [, level, index, width] = PATH.exec(path) ?? [];
  if (level === undefined || index === undefined) return undefined;
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(index.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  const isValid = tile.level === 'entries' || tile.level < 64;
  return isValid && Number.isSafeInteger(tile.index) && tilePath(tile) === path ? tile : undefined;
}

const nodesAt = (level: number | 'entries', size: number): number =>
  Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));

/** How many hashes (0 to 255) the partial tile of a level has in a tree. */
export const partialWidth = (level: number | 'entries', size: number): number =>
  nodesAt(level, size) % TILE_WIDTH;

/** A tile of a tree as wide as it is there. */
export const tileOf = (size: number, level: number | 'entries', index: number): Tile => ({
  ...{ level, index },
  width: Math.min(TILE_WIDTH, nodesAt(level, size) - index * TILE_WIDTH),
});

/** The hashes of a tree, from its tiles, each of which is read once. */
export function hashesFromTiles(size: number, read: (tile: Tile) => Promise<Uint8Array>): HashAt {
  const tiles = new Map<string, Promise<Uint8Array>>();
  return async (level, index) => {
    const holding = tileHolding(level, index);
    const tile = tileOf(size, holding.level, holding.index);
    const bytes = tiles.get(tilePath(tile)) ?? read(tile);
    tiles.set(tilePath(tile), bytes);
    return hashFromTile(await bytes, level, index);
  };
}

/** The full tiles of hashes that a tree has when it has grown, lowest level first. */
export function fullTilesBetween(oldSize: number, newSize: number): (Tile & { level: number })[] {
  const tiles: (Tile & { level: number })[] = [];
  for (let level = 0; nodesAt(level, newSize) >= TILE_WIDTH; level += 1) {
    const end = Math.floor(nodesAt(level, newSize) / TILE_WIDTH);
    for (let index = Math.floor(nodesAt(level, oldSize) / TILE_WIDTH); index < end; index += 1)
      tiles.push({ level, index, width: TILE_WIDTH });
  }
  return tiles;
}

/** Which tile has the hashes under the perfect subtree `index` of 2^level leaves, and which of them. */
export function tileHolding(level: number, index: number) {
  const tileLevel = Math.floor(level / HEIGHT);
  const count = 2 ** (level - tileLevel * HEIGHT);
  const from = index * count;
  return {
    level: tileLevel,
    index: Math.floor(from / TILE_WIDTH),
    from: from % TILE_WIDTH,
    to: (from % TILE_WIDTH) + count,
  };
}

/** The root of a perfect subtree, from the bytes of the tile that holds it. Throws if the tile is too short. */
export function hashFromTile(tile: Uint8Array, level: number, index: number): Uint8Array {
  const { from, to } = tileHolding(level, index);
  if (tile.length < to * HASH_BYTES) throw new RangeError(`The tile ends before hash ${to - 1}`);
  return perfectRoot(tile.subarray(from * HASH_BYTES, to * HASH_BYTES));
}

/** Entries, each after its length in two bytes. */
export const entryBundle = (entries: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );

/** Throws if the last entry is cut off. */
export function parseEntryBundle(bundle: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(bundle.buffer, bundle.byteOffset, bundle.length);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 2 + bytes.readUInt16BE(at);
    if (end > bytes.length) throw new RangeError('The last entry is cut off');
    entries.push(new Uint8Array(bytes.subarray(at + 2, end)));
    at = end;
  }
  return entries;
}
