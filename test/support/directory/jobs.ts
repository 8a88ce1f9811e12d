import { setTimeout as delay } from 'node:timers/promises';
import { runJobChunk, type Directory } from '#libs/directory';

const WAITING_MS = 100;

/**
 * Runs a job to its end, like a stream processor, with pauses until the job trusts the index.
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
  for (let chunks = 1; ; chunks += 1) {
    const result = await runJobChunk(directory, jobId);
    if (result === 'not running' && chunks === 1) throw new Error(`Job ${jobId} is not running.`);
    if (result === 'done' || result === 'not running') return chunks;
    if (result === 'waiting') await delay(WAITING_MS);
    await meanwhile?.();
  }
}
