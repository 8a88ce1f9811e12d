import { simulate, type Run } from './simulate.js';

/** The kind of a complaint: its first word. */
const kindOf = (complaint: string) => complaint.split(':')[0];

/**
 * A run that shows the same kind of complaint with fewer commands: steps are left out, first many at once, for as long as there is time.
 * @returns the steps that are left out, and the run
 */
export async function shortened(
  seed: number,
  commands: number,
  found: Run,
  withinMs: number,
): Promise<{ run: Run; without: Set<number> }> {
  const until = performance.now() + withinMs;
  const kind = kindOf(found.complaints[0] ?? '');
  let [run, without] = [found, new Set<number>()];
  for (let size = commands >> 1; size >= 1; size >>= 1)
    for (let from = 0; from < commands && performance.now() < until; from += size) {
      const fewer = new Set(without);
      for (let step = from; step < Math.min(commands, from + size); step += 1) fewer.add(step);
      if (fewer.size === without.size) continue;
      const next = await simulate(seed, { commands, without: fewer });
      if (next.complaints.some((each) => kindOf(each) === kind)) [run, without] = [next, fewer];
    }
  return { run, without };
}
