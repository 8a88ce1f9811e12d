import type { CallReport } from '@rollbook/single-table';
import { openTestDirectory, type TestDirectory } from '../../../../test/support/directory/directory.js';
import { TileLoader, writeTiles, type StoredTile } from './stored-tree.js';

const calls: CallReport[] = [];
let system: TestDirectory;
beforeEach(async () => {
  system = await openTestDirectory({ onCall: (call) => calls.push(call) });
});
afterEach(() => system.close());

const tile = (level: number, index: number): StoredTile => ({
  ...{ scope: 'acct_tiles', level, index },
  hashes: Buffer.alloc(256 * 32, 16 * level + index),
  roots: Buffer.alloc(32, level),
});

test('loaders that share what is above read a tile of tiles once, and those of leaves each for itself', async () => {
  const { table } = system.directory;
  const stored = [tile(0, 0), tile(1, 0), tile(1, 1)];
  await writeTiles(table, stored);
  calls.length = 0;
  const above = new Map<string, StoredTile>();
  const read = async (...tiles: StoredTile[]) => {
    const loader = new TileLoader(table, above);
    const found = await Promise.all(tiles.map((each) => loader.load(each)));
    const hashes = (each: StoredTile) => Buffer.from(each.hashes).toString('hex');
    expect(found.map(hashes)).toEqual(tiles.map(hashes));
    return calls.splice(0).flatMap(({ keys }) => keys.map(({ SK }) => SK));
  };
  const [leaves, first, second] = stored as [StoredTile, StoredTile, StoredTile];
  expect(await read(leaves, first)).toEqual(['tile:00:000000000000', 'tile:01:000000000000']);
  expect(await read(leaves, first)).toEqual(['tile:00:000000000000']);
  expect(await read(first, second)).toEqual(['tile:01:000000000001']);
});
