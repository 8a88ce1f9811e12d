import {
  append,
  batchEntry,
  emptyTree,
  leafHash,
  openNote,
  parseCheckpoint,
  rootOf,
  TILE_WIDTH,
  verifyInclusion,
  type Tree,
} from '#libs/transparency-log';
import type { Directory } from '../core/directory.js';
import { logTileEntity } from '../table/items/logs.js';
import { readLogHead, type LogHead } from './account-log.js';
import { BEGINNING, eventName, leavesOf, refsFrom } from './feed-entries.js';
import { LogStoppedError, type LogKey } from './log-key.js';
import { openLogs } from './log-readers.js';
import { filledTiles, isSame } from './stored-tree.js';

const AT_ONCE = 10 * TILE_WIDTH;

/**
 * What an account's tree, tiles and line in the signed log contradict of its events, as they are now. Reads every event. Changes made
 * meanwhile do not matter.
 * @param key whose checkpoint is compared; without it only what is stored
 */
export async function contradictionsOfLog(
  directory: Directory,
  scope: string,
  key?: Pick<LogKey, 'origin' | 'publicKey'>,
): Promise<string[]> {
  const head = await readLogHead(directory, scope);
  if (!head) return [];
  try {
    const covered = key && (await openLogs(directory, { ...key, sign: refuse }).accounts.head(scope));
    return [
      ...(await contradictionsOfTree(directory, head, covered)),
      ...(covered && key ? await contradictionsOfCheckpoint(directory, scope, key, head) : []),
    ];
  } catch (error) {
    if (error instanceof LogStoppedError) return [error.message];
    throw error;
  }
}

const refuse = () => Promise.reject(new Error('Nothing is signed here.'));

async function contradictionsOfTree(
  directory: Directory,
  head: LogHead,
  covered: { size: number; root: Uint8Array } | undefined,
): Promise<string[]> {
  const { scope } = head;
  const found: string[] = [];
  let tree: Tree = emptyTree;
  let [place, partial]: [string, Uint8Array[]] = [BEGINNING, []];
  while (tree.size < head.size) {
    const ends = [head.size, covered?.size ?? 0].filter((size) => size > tree.size);
    const refs = await refsFrom(directory, scope, place, Math.min(AT_ONCE, Math.min(...ends) - tree.size));
    if (!refs?.length) return [...found, `The feed ends after ${tree.size} of ${head.size} leaves.`];
    const leaves = await leavesOf(directory, scope, refs);
    found.push(...(await differentTiles(directory, { scope, tree, partial, leaves })));
    tree = append(tree, leaves);
    partial = [...partial, ...leaves].slice(partial.length + leaves.length - (tree.size % TILE_WIDTH));
    place = refs.at(-1)!.next;
    if (covered?.size === tree.size && !isSame(rootOf(tree), covered.root))
      found.push(`The events up to leaf ${tree.size} are not those that the newest checkpoint covers.`);
  }
  if (!isSame(rootOf(tree), head.root) || place !== head.place)
    found.push(`The events are not those of the tree of ${head.size} leaves.`);
  return found;
}

async function differentTiles(
  { table }: Directory,
  growth: Parameters<typeof filledTiles>[1],
): Promise<string[]> {
  const tiles = await filledTiles(table, { ...growth, isUnchecked: true });
  const stored = await table.batchGet(
    tiles.map(({ scope, level, index }) => logTileEntity.at({ scope, level, index })),
    { consistent: true },
  );
  return tiles
    .filter(({ hashes, roots }, at) => {
      const tile = stored[at];
      return !tile || !isSame(tile.hashes, hashes) || !isSame(tile.roots, roots);
    })
    .map(({ level, index }) => `The tile ${level}/${index} is missing, or is not of these events.`);
}

async function contradictionsOfCheckpoint(
  directory: Directory,
  scope: string,
  key: Pick<LogKey, 'origin' | 'publicKey'>,
  { tilePlace, size }: LogHead,
): Promise<string[]> {
  const from = size % TILE_WIDTH === 0 ? BEGINNING : tilePlace;
  const [ref] = (await refsFrom(directory, scope, from, 1)) ?? [];
  const logs = openLogs(directory, { ...key, sign: refuse });
  const proof = ref && (await logs.accounts.proof(scope, eventName(ref)));
  if (proof === undefined || typeof proof === 'string') return [];
  const { line, leaf, checkpoint } = proof;
  try {
    const verifier = { name: key.origin, publicKey: await key.publicKey(), type: 'note' } as const;
    const signed = parseCheckpoint(openNote(checkpoint, [verifier]).text);
    const batch = leafHash(batchEntry(line.root));
    if (verifyInclusion(batch, leaf.index, signed.size, leaf.path, signed.root)) return [];
  } catch (error) {
    return [`The newest checkpoint is not signed by this log: ${(error as Error).message}.`];
  }
  return [`The batch ${leaf.index} is not in the log that the newest checkpoint covers.`];
}

/** Whether an event of an account is a leaf: it must stay as it is, byte for byte. */
export async function hasLeaf(directory: Directory, scope: string, eventId: string): Promise<boolean> {
  const head = await readLogHead(directory, scope);
  let [place, left] = [BEGINNING, head?.size ?? 0];
  while (left > 0) {
    const refs = (await refsFrom(directory, scope, place, Math.min(AT_ONCE, left))) ?? [];
    if (refs.some((ref) => eventName(ref) === eventId)) return true;
    if (refs.length === 0) return false;
    left -= refs.length;
    place = refs.at(-1)!.next;
  }
  return false;
}
