import type { Runtime } from '../transport/runtime.js';
import { SingleTableError } from '../wire/errors.js';

/** Full jitter: up to 50 ms, then 100 … at most 3.2 s. */
export function backoffMs({ random }: Pick<Runtime, 'random'>, attempt: number): number {
  return random() * Math.min(50 * 2 ** attempt, 3_200);
}

/** How often unprocessed parts of a batch are sent again before they are reported. */
const MAX_BATCH_ROUNDS = 8;
const PARALLEL_BATCHES = 4;

export async function untilProcessed<Request>(
  runtime: Runtime,
  operation: string,
  requests: readonly Request[],
  textOf: (request: Request) => string,
  send: (pending: readonly Request[]) => Promise<readonly Request[]>,
): Promise<void> {
  let pending = requests;
  for (let round = 0; pending.length > 0; round++) {
    if (round === MAX_BATCH_ROUNDS) {
      throw new SingleTableError(
        'Unprocessed',
        `${operation} left ${pending.length} unprocessed after ${round} rounds.`,
        { count: pending.length, keys: pending.map(textOf) },
      );
    }
    if (round > 0) await runtime.sleep(backoffMs(runtime, round));
    pending = await send(pending);
  }
}

/** Runs a function over parts of a list, a few concurrently. */
export async function inChunks<In>(
  all: readonly In[],
  size: number,
  run: (chunk: readonly In[]) => Promise<void>,
): Promise<void> {
  const starts = Array.from({ length: Math.ceil(all.length / size) }, (_, at) => at * size);
  return concurrently(starts, PARALLEL_BATCHES, (start) => run(all.slice(start, start + size)));
}

/** The maximum number at once. After a failure nothing more begins, and what has begun is awaited. */
export async function concurrently<In>(
  all: readonly In[],
  limit: number,
  run: (each: In, at: number) => Promise<void>,
): Promise<void> {
  const left = all.entries();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const [at, each] of left) {
      if (failures.length > 0) return;
      await run(each, at).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, all.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
