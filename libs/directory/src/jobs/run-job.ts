// jobs: work that does not fit in one transaction: the runner and its rights; below it imports, bulk jobs, undos and removals, each
// registered in `registry`. Imports projections, reverts and what is below them.

import type { ChunkResult, Directory, JobHandler } from '../core/directory.js';
import { entityOf, textOf, type Image } from '../core/item-image.js';
import { jobEntity, type JobType } from '../table/items/jobs.js';
import type { JobTask } from '../table/items/maintenance-tasks.js';
import { stopJob } from './progress.js';
import { isOfRows, whyNotOn } from './rights.js';

/**
 * Runs the next chunk of a job with the handler of its type. A second worker on the same chunk changes nothing. A job of rows
 * stops if the user or key that it runs as may no longer do what it does.
 * @throws what the table throws; the chunk must then be run again
 */
export async function runChunk(
  handlers: Readonly<Record<JobType, JobHandler>>,
  directory: Directory,
  jobId: string,
): Promise<ChunkResult> {
  const job = await directory.table.get(jobEntity, { jobId }, { consistent: true });
  if (job?.status !== 'running') return 'not running';
  const reason = isOfRows(job) ? await whyNotOn(directory, job) : undefined;
  return reason ? stopJob(directory, job, reason) : handlers[job.type](directory, job);
}

/** The job whose next chunk a change of an item triggers, if any. */
export function triggeredJob(after: Image | undefined): JobTask | undefined {
  if (entityOf(after) !== 'job' || textOf(after, 'status') !== 'running') return undefined;
  return { kind: 'run-job', accountId: textOf(after, 'accountId'), jobId: textOf(after, 'jobId') };
}
