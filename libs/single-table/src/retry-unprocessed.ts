/** Full jitter: up to 50 ms, then 100 … at most 3.2 s. */
export function backoffMs(attempt: number): number {
  return Math.random() * Math.min(50 * 2 ** attempt, 3_200);
}

/** How often what a batch left unprocessed is sent again before it is reported. */
export const MAX_BATCH_ROUNDS = 8;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs a function over some inputs, a few at a time, in order of the inputs. */
export async function inParallel<In, Out>(
  inputs: readonly In[],
  width: number,
  run: (input: In) => Promise<Out>,
): Promise<Out[]> {
  const outputs: Out[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < inputs.length; at = next++) outputs[at] = await run(inputs[at] as In);
  };
  await Promise.all(Array.from({ length: Math.min(width, inputs.length) }, worker));
  return outputs;
}

export function chunksOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}
