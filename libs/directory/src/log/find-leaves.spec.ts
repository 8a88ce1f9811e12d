import { randomBytes } from 'node:crypto';
import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { leavesLike, noteLeaves } from './find-leaves.js';
import { openTestDirectory, type TestDirectory } from '../../../../test/support/directory/directory.js';
import { storedItems } from '../../../../test/support/directory/stored-items.js';

const TILES = 256 + 16 + 16 + 3;
const SCOPE = 'acct_found';
const HASH_BYTES = 32;

let system: TestDirectory;
let hashes: Buffer[];

beforeEach(async () => {
  system = await openTestDirectory();
  hashes = Array.from({ length: TILES }, () => randomBytes(256 * HASH_BYTES));
  const tiles = hashes.map((tile, index) => ({
    ...{ scope: SCOPE, level: 0, index, hashes: tile },
    roots: new Uint8Array(HASH_BYTES),
  }));
  await noteLeaves(system.directory.table, SCOPE, tiles.slice(0, 20));
  await noteLeaves(system.directory.table, SCOPE, tiles.slice(20));
});
afterEach(() => system.close());

/** Of all tiles, and from both ends of each. */
const sample = Array.from({ length: TILES }, (_, tile) => tile * 256 + [0, 255, (tile * 7) % 256][tile % 3]!);
const hashOf = (leaf: number) =>
  hashes[Math.floor(leaf / 256)]!.subarray((leaf % 256) * HASH_BYTES, ((leaf % 256) + 1) * HASH_BYTES);
const found = (hash: Uint8Array) => leavesLike(system.directory.table, SCOPE, TILES * 256 + 7, hash);

async function expectAllFound(): Promise<void> {
  for (const leaf of sample) {
    const like = await found(hashOf(leaf));
    expect(like).toContain(leaf);
    // They have the first 24 bits in common.
    for (const each of like) expect(hashOf(each).subarray(0, 3)).toEqual(hashOf(leaf).subarray(0, 3));
  }
}

test('a leaf is found by its hash, whether its tile is alone, one of 16 or one of 256', expectAllFound);

test('a leaf is found where a worker of an earlier version has not gathered 16 tiles', async () => {
  const { client, tableName } = system;
  const tens = (await storedItems(system)).filter(({ SK }) => /^find:[0-9a-f]:/.test(SK!.S!));
  expect(tens).toHaveLength(16 * Math.floor(TILES / 16));
  for (const { PK, SK } of tens.slice(0, -16))
    await client.send(new DeleteItemCommand({ TableName: tableName, Key: { PK: PK!, SK: SK! } }));
  await expectAllFound();
});
