import type { ChunkResult, Directory, JobHandler } from '../../core/directory.js';
import type { JobType } from '../../table/items/jobs.js';
import { runChunk } from '../run-job.js';
import { bulkNextChunk } from '../bulk/bulk-chunks.js';
import { importNextPart } from '../imports/import-chunks.js';
import { closeNextPart } from '../removals/close-account.js';
import { eraseNextCopies } from '../removals/erase-user.js';
import { revertNextParts } from '../reverts/revert-chunks.js';
import { endTeam } from '../removals/remove-team.js';
import { endMembershipsOfServiceGroup, endMembershipsOfUser } from '../removals/remove-memberships.js';

/** Which handler runs the chunks of each type of job. */
const JOB_HANDLERS: Readonly<Record<JobType, JobHandler>> = {
  'remove-user-memberships': endMembershipsOfUser,
  'remove-service-group-memberships': endMembershipsOfServiceGroup,
  'remove-team': endTeam,
  'close-account': closeNextPart,
  'erase-user': eraseNextCopies,
  import: importNextPart,
  bulk: bulkNextChunk,
  revert: revertNextParts,
};

/** Runs the next chunk of a job, whatever its type. Programs that run no jobs do without the handlers. */
export function runJobChunk(directory: Directory, jobId: string): Promise<ChunkResult> {
  return runChunk(JOB_HANDLERS, directory, jobId);
}
