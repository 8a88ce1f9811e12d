import { bulkNextChunk } from '../bulk/bulk-chunks.js';
import { closeNextPart } from './close-account.js';
import type { Directory } from '../directory.js';
import { jobEntity } from './items.js';
import { eraseNextCopies } from './erase-user.js';
import { importNextPart } from '../imports/import-chunks.js';
import { stopJob, type ChunkResult } from './jobs.js';
import { isOfRows, whyNotOn } from './rights.js';
import { endMembershipsOfServiceGroup, endMembershipsOfUser } from './remove-memberships.js';

/**
 * A second worker on the same chunk changes nothing. A job of rows stops if whoever it runs as may no longer do what it does.
 * @throws what the table throws; the chunk must then be run again
 */
export async function runJobChunk(directory: Directory, jobId: string): Promise<ChunkResult> {
  const job = await directory.table.get(jobEntity, { jobId }, { consistent: true });
  if (job?.status !== 'running') return 'not running';
  const reason = isOfRows(job) ? await whyNotOn(directory, job) : undefined;
  if (reason) return stopJob(directory, job, reason);
  switch (job.type) {
    case 'remove-user-memberships':
      return endMembershipsOfUser(directory, job);
    case 'remove-service-group-memberships':
      return endMembershipsOfServiceGroup(directory, job);
    case 'close-account':
      return closeNextPart(directory, job);
    case 'erase-user':
      return eraseNextCopies(directory, job);
    case 'import':
      return importNextPart(directory, job);
    case 'bulk':
      return bulkNextChunk(directory, job);
    default:
      return job.type satisfies never;
  }
}
