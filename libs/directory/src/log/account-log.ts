import { isSingleTableError, type Item } from '@rollbook/single-table';
import { append, emptyTree, TILE_WIDTH, type AccountLine } from '#libs/transparency-log';
import type { Directory } from '../core/directory.js';
import { logHeadEntity } from '../table/items/logs.js';
import { BEGINNING, leavesOf, refsFrom, type FeedRef } from './feed-entries.js';
import { noteLeaves } from './find-leaves.js';
import { filledTiles, storedTree, treeOf, writeTiles } from './stored-tree.js';

export type LogHead = Item<typeof logHeadEntity>;

const MAX_ATTEMPTS = 10;
/** What is read, hashed and written at once. */
const LEAVES_AT_ONCE = 2_560;
const NOTHING = { ...storedTree(emptyTree), place: BEGINNING, tilePlace: BEGINNING };

export interface AppendRequest {
  /** The leaf of the log of all accounts that will have it. */
  batch: number;
  /** The maximum number of leaves. */
  limit: number;
  /** Events that have been read, by name. */
  known?: ReadonlyMap<string, Record<string, unknown>>;
}

export interface Appended {
  /** What the batch says of the account; undefined if it has no leaf. */
  line?: AccountLine;
  /** Its feed has more. */
  isBehind: boolean;
}

/** Strongly consistent. */
export function readLogHead({ table }: Directory, scope: string): Promise<LogHead | undefined> {
  return table.get(logHeadEntity, { scope }, { consistent: true });
}

/**
 * Appends what an account's feed has to its tree: tiles first, then the head, on condition that it is as it was. May be done by several
 * processes, and be interrupted anywhere: what they write is the same.
 * @throws LogStoppedError if what is stored contradicts itself
 */
export async function appendToLog(
  directory: Directory,
  scope: string,
  request: AppendRequest,
): Promise<Appended> {
  let head = await readLogHead(directory, scope);
  let [left, failures] = [request.limit, 0];
  for (;;) {
    const { place, size } = head ?? { ...NOTHING };
    const refs = await refsFrom(directory, scope, place, Math.min(left, LEAVES_AT_ONCE));
    const isDone = !refs || refs.length < Math.min(left, LEAVES_AT_ONCE);
    if (!refs?.length && head?.batch === request.batch) return appended(head, !isDone);
    if (!refs?.length && !head) return { isBehind: refs === undefined };
    try {
      head = await appendRefs(directory, scope, head, refs ?? [], request);
      left -= head.size - size;
      if (isDone || left <= 0) return appended(head, !isDone);
    } catch (error) {
      // Another process has appended, or this one has, and lost the answer.
      if (!isSingleTableError(error, 'ConditionFailed') || (failures += 1) === MAX_ATTEMPTS) throw error;
      head = await readLogHead(directory, scope);
    }
  }
}

const appended = ({ scope, size, root }: LogHead, isBehind: boolean): Appended => ({
  line: { accountId: scope, size, root },
  isBehind,
});

async function appendRefs(
  directory: Directory,
  scope: string,
  head: LogHead | undefined,
  refs: readonly FeedRef[],
  { batch, known }: AppendRequest,
): Promise<LogHead> {
  const { table } = directory;
  const before = head ?? NOTHING;
  const tree = treeOf(before);
  const leaves = await leavesOf(directory, scope, refs, known);
  const place = refs.at(-1)?.next ?? before.place;
  const firstOfTile = tree.size - (tree.size % TILE_WIDTH);
  const after = append(tree, leaves);
  let { tilePlace } = before;
  if (after.size - firstOfTile >= TILE_WIDTH) {
    const partial = await leavesOf(directory, scope, await partialRefs(directory, { ...before, scope }));
    const placeOf = (index: number) =>
      index < tree.size ? before.tilePlace : (refs[index - tree.size]?.place ?? place);
    const tiles = await filledTiles(table, { scope, tree, partial, leaves, placeOf });
    await writeTiles(table, tiles);
    await noteLeaves(table, scope, tiles);
    tilePlace = placeOf(after.size - (after.size % TILE_WIDTH));
  }
  const previous = head && head.batch < batch ? head.batch : head?.previousBatch;
  const next = {
    ...{ scope, ...storedTree(after), place, tilePlace, batch },
    ...(previous !== undefined && { previousBatch: previous }),
  };
  if (!head) return table.create(logHeadEntity, next);
  return table.put(logHeadEntity, next, {
    condition: (is) => is.and(is.eq('size', head.size), is.eq('root', head.root), is.eq('batch', head.batch)),
  });
}

/** The events behind the last full tile, or behind those of them that are known. */
export async function partialRefs(
  directory: Directory,
  { scope, size, place, tilePlace }: Pick<LogHead, 'scope' | 'size' | 'place' | 'tilePlace'>,
  known: readonly FeedRef[] = [],
): Promise<FeedRef[]> {
  const [count, from] = [(size % TILE_WIDTH) - known.length, known.at(-1)?.next ?? tilePlace];
  return count <= 0 ? [] : ((await refsFrom(directory, scope, from, count, place)) ?? []);
}
