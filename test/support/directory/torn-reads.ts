import { KeyedLock, type Directory } from '#libs/directory';
import type { ItemReference, Table } from '@rollbook/single-table';

/**
 * The concurrent reads of a command are a round: the items of its batches, its single items and its queries. None of them is
 * read at the same instant as another. In one round of a torn directory something else happens in the middle: some of the
 * round's items are from before it, the others from after. Whole rounds are before or after it.
 */
export interface Tear {
  /** 0, 1, 2 …; none is torn if there is no round with that number. */
  round: number;
  happens: () => Promise<unknown>;
  isFromBefore: (item: number) => boolean;
}

export interface Torn {
  directory: Directory;
  /** How many rounds there were. */
  rounds: number;
  /** The items of the torn round that were changed in the middle. */
  changed: number[];
}

interface Asked {
  ask: () => Promise<unknown[]>;
  resolve: (items: unknown[]) => void;
  reject: (error: unknown) => void;
}

/** A directory whose reads are torn apart by what happens between them. */
export function tornDirectory(directory: Directory, { round, happens, isFromBefore }: Tear): Torn {
  const torn: Torn = { directory, rounds: 0, changed: [] };
  let asked: Asked[] = [];

  const inRound = (ask: Asked['ask']) =>
    new Promise<unknown[]>((resolve, reject) => {
      if (asked.length === 0) setImmediate(() => void answer());
      asked.push({ ask, resolve, reject });
    });

  async function answer(): Promise<void> {
    const all = asked;
    asked = [];
    const isTorn = torn.rounds === round;
    torn.rounds += 1;
    try {
      const before = await Promise.all(all.map(({ ask }) => ask()));
      const answers = isTorn ? await spliced(all, before) : before;
      for (const [index, { resolve }] of all.entries()) resolve(answers[index]!);
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }

  async function spliced(all: readonly Asked[], before: readonly unknown[][]): Promise<unknown[][]> {
    await happens();
    const after = await Promise.all(all.map(({ ask }) => ask()));
    let item = -1;
    return before.map((items, call) =>
      items.map((value, index) => {
        item += 1;
        const later = after[call]![index];
        if (JSON.stringify(value) !== JSON.stringify(later)) torn.changed.push(item);
        return isFromBefore(item) ? value : later;
      }),
    );
  }

  const { table } = directory;
  // As in another process: what happens in the middle does not wait for the interrupted command's turn.
  return Object.assign(torn, {
    directory: {
      ...directory,
      table: readInRounds(table, inRound),
      get turns() {
        return new KeyedLock();
      },
    },
  });
}

/** @param inRound gets a function that reads an array of items, and returns the array for the answer */
function readInRounds(table: Table, inRound: (ask: Asked['ask']) => Promise<unknown[]>): Table {
  const single =
    <Given extends unknown[]>(read: (...given: Given) => Promise<unknown>) =>
    async (...given: Given) =>
      (await inRound(async () => [await read(...given)]))[0];
  const batchGet = (references: readonly ItemReference[], options: object) =>
    inRound(async () => table.batchGet(references, options));
  async function* each(...given: Parameters<Table['each']>) {
    const [items] = await inRound(async () => [await allOf(table.each(...given))]);
    yield* items as unknown[];
  }
  const reads = { get: single(table.get), query: single(table.query), batchGet, each };
  return { ...table, ...(reads as unknown as Pick<Table, keyof typeof reads>) };
}

async function allOf(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  return all;
}
