import { isSingleTableError, type Item, type Table } from '@rollbook/single-table';
import { inParallel } from '#libs/pacing';
import {
  append,
  emptyTree,
  hashFromTile,
  perfectRoot,
  rootOf,
  tileHolding,
  TILE_WIDTH,
  type HashAt,
  type Tree,
} from '#libs/transparency-log';
import { logTileEntity } from '../table/items/logs.js';
import { LogStoppedError } from './log-key.js';

const HASH_BYTES = 32;
const WRITES_AT_ONCE = 8;

export const joinHashes = (hashes: readonly Uint8Array[]): Uint8Array => Buffer.concat(hashes);

export function splitHashes(joined: Uint8Array): Uint8Array[] {
  return Array.from({ length: joined.length / HASH_BYTES }, (_, at) =>
    joined.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

export const treeOf = ({ size, edge }: { size: number; edge: Uint8Array }): Tree => ({
  size,
  edge: splitHashes(edge),
});

export function storedTree(tree: Tree) {
  return { size: tree.size, root: rootOf(tree), edge: joinHashes(tree.edge) };
}

export const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

export type StoredTile = Item<typeof logTileEntity>;

export interface Growth {
  scope: string;
  /** As it was. */
  tree: Tree;
  /** The hashes of its tile that is not full. */
  partial: readonly Uint8Array[];
  leaves: readonly Uint8Array[];
  /** Its edge is not known: the caller compares what comes of it. */
  isUnchecked?: boolean;
  /** Of a leaf. */
  placeOf?: ((index: number) => string) | undefined;
}

/** The tiles that a tree fills as it grows, those of the leaves first. @throws LogStoppedError if what is stored is not what the tree says */
export async function filledTiles(table: Table, growth: Growth): Promise<StoredTile[]> {
  const { scope, tree, partial, leaves, placeOf, isUnchecked = false } = growth;
  const first = Math.floor(tree.size / TILE_WIDTH);
  const hashes = [...partial, ...leaves];
  if (hashes.length < TILE_WIDTH) return [];
  if (!isUnchecked) requireEdge(scope, tree, partial, 0);
  const tiles: StoredTile[] = [];
  const rootsOf = new Map<number, Uint8Array>();
  const rootsBefore = async (level: number, index: number): Promise<Uint8Array> => {
    if (index % TILE_WIDTH === 0) return new Uint8Array();
    const known = rootsOf.get(level);
    if (known) return known;
    const key = { scope, level, index: index - 1 };
    const before = await table.get(logTileEntity, key, { consistent: true });
    if (!before) throw new LogStoppedError(`The log of ${scope} lacks the tile ${level}/${index - 1}.`);
    if (!isUnchecked) requireEdge(scope, tree, splitHashes(before.roots), level + 1);
    return before.roots;
  };
  const add = async (level: number, index: number, tile: Uint8Array): Promise<void> => {
    const root = perfectRoot(tile);
    const roots = Buffer.concat([await rootsBefore(level, index), root]);
    rootsOf.set(level, roots);
    const place = level === 0 && placeOf ? { place: placeOf(index * TILE_WIDTH) } : {};
    tiles.push({ scope, level, index, hashes: tile, roots, ...place });
    if (roots.length === TILE_WIDTH * HASH_BYTES) await add(level + 1, Math.floor(index / TILE_WIDTH), roots);
  };
  for (let at = 0; at + TILE_WIDTH <= hashes.length; at += TILE_WIDTH)
    await add(0, first + at / TILE_WIDTH, joinHashes(hashes.slice(at, at + TILE_WIDTH)));
  return tiles;
}

/** That the hashes of a tile that is not full are the ones from which the tree's edge was computed. */
export function requireEdge(scope: string, tree: Tree, partial: readonly Uint8Array[], level: number): void {
  const nodes = Math.floor(tree.size / TILE_WIDTH ** level);
  const above = onesIn(Math.floor(nodes / TILE_WIDTH));
  const { edge } = append(emptyTree, partial);
  const stored = tree.edge.slice(above, above + edge.length);
  const isWhole = partial.length === nodes % TILE_WIDTH && stored.length === edge.length;
  if (isWhole && edge.every((hash, at) => isSame(hash, stored[at]!))) return;
  throw new LogStoppedError(`The log of ${scope} has leaves that are not those of its tree of ${tree.size}.`);
}

const onesIn = (value: number): number => value.toString(2).replaceAll('0', '').length;

/** Writes what may exist already. @throws LogStoppedError if it exists and is another */
export async function writeTiles(table: Table, tiles: readonly StoredTile[]): Promise<void> {
  await inParallel(tiles, WRITES_AT_ONCE, async (tile) => {
    const { scope, level, index } = tile;
    try {
      await table.create(logTileEntity, tile);
    } catch (error) {
      if (!isSingleTableError(error, 'ConditionFailed')) throw error;
      const stored = await table.get(logTileEntity, { scope, level, index }, { consistent: true });
      if (stored && isSame(stored.hashes, tile.hashes) && isSame(stored.roots, tile.roots)) return;
      throw new LogStoppedError(`The log of ${scope} has another tile ${level}/${index}.`);
    }
  });
}

interface TileKey {
  scope: string;
  level: number;
  index: number;
}

/** Tiles that are needed at once are read with one call, each once. */
export class TileLoader {
  private readonly tiles = new Map<string, Promise<StoredTile | undefined>>();
  private waiting: {
    key: TileKey;
    resolve: (tile: StoredTile | undefined) => void;
    reject: (error: unknown) => void;
  }[] = [];

  /** @param above tiles of tiles, by name, which several loaders use: they are written once, and few */
  constructor(
    private readonly table: Table,
    private readonly above = new Map<string, StoredTile>(),
  ) {}

  /** @throws LogStoppedError if it does not exist */
  async load(key: TileKey): Promise<StoredTile> {
    const name = `${key.scope} ${key.level}/${key.index}`;
    const kept = this.above.get(name);
    if (kept) return kept;
    let tile = this.tiles.get(name);
    if (!tile) this.tiles.set(name, (tile = this.request(key)));
    const found = await tile;
    if (!found)
      throw new LogStoppedError(`The log of ${key.scope} lacks the tile ${key.level}/${key.index}.`);
    if (key.level > 0) this.above.set(name, found);
    return found;
  }

  private request(key: TileKey): Promise<StoredTile | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      if (this.waiting.length === 1) queueMicrotask(() => void this.readWaiting());
    });
  }

  private async readWaiting(): Promise<void> {
    const requests = this.waiting;
    this.waiting = [];
    try {
      const keys = requests.map(({ key }) => logTileEntity.at(key));
      const tiles = await this.table.batchGet(keys, { consistent: true });
      for (const [at, { resolve }] of requests.entries()) resolve(tiles[at]);
    } catch (error) {
      for (const { reject } of requests) reject(error);
    }
  }
}

/** A stored tree: how far it has tiles, and what is behind them. */
export interface ReadableTree {
  scope: string;
  size: number;
  edge?: readonly Uint8Array[] | undefined;
  /** The hashes of the leaves behind the last full tile: they are computed once, when they are needed. */
  partial: () => Promise<readonly Uint8Array[]>;
}

/** The hashes of a tree, from its tiles and its edge. */
export class TreeReader {
  private partial: Promise<Uint8Array> | undefined;

  constructor(
    private readonly tree: ReadableTree,
    private readonly loader: TileLoader,
  ) {}

  readonly hashAt: HashAt = async (level, index) => {
    const { size, edge } = this.tree;
    const nodes = Math.floor(size / 2 ** level);
    const isOnEdge = edge !== undefined && nodes % 2 === 1 && index === nodes - 1;
    if (isOnEdge) return edge[onesIn(Math.floor(nodes / 2))]!;
    const holding = tileHolding(level, index);
    return hashFromTile(await this.hashes(holding.level, holding.index), level, index);
  };

  /** Those that a tile has. */
  async hashes(level: number, index: number): Promise<Uint8Array> {
    const { scope, size } = this.tree;
    const nodes = Math.floor(size / TILE_WIDTH ** level);
    if ((index + 1) * TILE_WIDTH <= nodes) return (await this.loader.load({ scope, level, index })).hashes;
    if (index * TILE_WIDTH >= nodes) return new Uint8Array();
    if (level === 0) return (this.partial ??= this.tree.partial().then(joinHashes));
    return (await this.loader.load({ scope, level: level - 1, index: nodes - 1 })).roots;
  }
}
