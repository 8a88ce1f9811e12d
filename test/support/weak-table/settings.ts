/** Time, for the weaknesses: real in front of a real engine, virtual in the simulation. */
export interface WeakClock {
  /** Milliseconds that are never set back. */
  elapsed(): number;
  sleep(milliseconds: number): Promise<void>;
}

/** How weak the table is. A range is drawn from each time; a share is a probability. */
export interface WeakSettings {
  seed: number;
  /** How long a transaction holds its items, in milliseconds. */
  heldMs: Range;
  /** How late an entry of an index is, in milliseconds, for each item separately. Replicas for stale reads are equally late. */
  indexMs: Range;
  /** The share of eventually consistent reads that see an outdated replica. */
  stale: number;
  /** Units per second of one partition, of the table or of an index; 0: unlimited. */
  writeUnits: number;
  readUnits: number;
  /** The share of batches with unprocessed entries. */
  unprocessed: number;
  /** Where a page ends. */
  pageBytes: number;
  /** After this many records the stream's shards are closed, and have children. */
  shardRecords: number;
  /** How long an iterator of a shard can be used, in milliseconds. */
  iteratorMs: number;
}

export type Range = readonly [least: number, most: number];

/** As AWS documents the service. */
export const AS_DOCUMENTED: WeakSettings = {
  seed: 1,
  heldMs: [5, 20],
  indexMs: [0, 2_000],
  stale: 0.3,
  writeUnits: 1_000,
  readUnits: 3_000,
  unprocessed: 0.2,
  pageBytes: 2 ** 20,
  shardRecords: 200,
  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetShardIterator.html
  iteratorMs: 15 * 60_000,
};

/** A table as strong as the engine: the start for a test of one weakness. */
export const STRONG: WeakSettings = {
  ...AS_DOCUMENTED,
  heldMs: [0, 0],
  indexMs: [0, 0],
  stale: 0,
  writeUnits: 0,
  readUnits: 0,
  unprocessed: 0,
  shardRecords: Number.MAX_SAFE_INTEGER,
};

/**
 * The documented weaknesses, changed by the environment: `ROLLBOOK_WEAK_HELD_MS=10`, `ROLLBOOK_WEAK_INDEX_MS=0-500`,
 * `ROLLBOOK_WEAK_STALE=0` and so on, and `ROLLBOOK_SEED`.
 */
export function settingsFrom(environment: NodeJS.ProcessEnv): WeakSettings {
  const given = Object.keys(AS_DOCUMENTED).map((name) => {
    const variable = name === 'seed' ? 'ROLLBOOK_SEED' : `ROLLBOOK_WEAK_${constantCase(name)}`;
    const text = environment[variable];
    if (text === undefined) return [];
    const numbers = text.split('-').map(Number);
    const isRange = Array.isArray(AS_DOCUMENTED[name as keyof WeakSettings]);
    if (numbers.some((each) => Number.isNaN(each)) || numbers.length > (isRange ? 2 : 1))
      throw new Error(`${variable} is ${text}: give a number${isRange ? ', or a range like 5-20' : ''}.`);
    return [[name, isRange ? [numbers[0], numbers.at(-1)] : numbers[0]] as const];
  });
  return { ...AS_DOCUMENTED, ...(Object.fromEntries(given.flat()) as Partial<WeakSettings>) };
}

function constantCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function within([least, most]: Range, random: () => number): number {
  return least + (most - least) * random();
}
