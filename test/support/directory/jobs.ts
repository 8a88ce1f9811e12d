import { runJobChunk, type Directory } from '#libs/directory';
import { indexesSettled } from '../engines/engine.js';

/** Longer than any job distrusts the index each time. */
const WAITING_MS = 5_000;

/**
 * Runs a job to its end, like a stream processor. Where it waits until it trusts the index, the time that has passed for it is put forward,
 * not the time of day: its events would be later than what is done after it.
 *
 * @param meanwhile after each chunk but the last
 * @returns how many chunks it took; with several runners, each counts its own
 * @throws Error if it is not running from the start
 */
export async function finishJob(
  directory: Directory,
  jobId: string,
  meanwhile?: () => Promise<void>,
): Promise<number> {
  let forwardMs = 0;
  const moved = { ...directory, elapsed: () => directory.elapsed() + forwardMs };
  for (let chunks = 1; ; chunks += 1) {
    const result = await runJobChunk(moved, jobId);
    if (result === 'not running' && chunks === 1) throw new Error(`Job ${jobId} is not running.`);
    if (result === 'done' || result === 'not running') return chunks;
    if (result === 'waiting') {
      await indexesSettled();
      forwardMs += WAITING_MS;
    }
    await meanwhile?.();
  }
}
