import { idOf } from '#libs/domain';
import type { WriteOperation } from '@rollbook/single-table';
import { tombstoneExpiry, type ChunkResult, type Directory } from '../core/directory.js';
import { politely } from '../core/politeness.js';
import { JOB_RETENTION_SECONDS, lowerFence } from '../core/jobs.js';
import { type Job, jobEntity, type JobCursor, type JobStop } from '../table/items/jobs.js';
import { ifConditionHolds, isConflicted } from '../core/retries.js';
import { serviceGroupEntity } from '../table/items/service-groups.js';
import { teamEntity } from '../table/items/teams.js';
import { userEntity } from '../table/items/users.js';

/** The tombstone of a removed user, service group or team has nothing left below it: it may expire. */
function letExpire(directory: Directory, { type, accountId, subjectId }: Job): WriteOperation[] {
  const set = { expiresAt: tombstoneExpiry(directory) };
  switch (type) {
    case 'close-account':
    case 'import':
    case 'bulk':
    case 'revert':
      return [];
    case 'remove-service-group-memberships':
      return [
        serviceGroupEntity.update({ accountId, serviceGroupId: idOf('service-group', subjectId) }, { set }),
      ];
    case 'remove-team':
      return [teamEntity.update({ accountId, teamId: idOf('team', subjectId) }, { set })];
    case 'remove-user-memberships':
    case 'erase-user':
      return [userEntity.update({ accountId, userId: idOf('user', subjectId) }, { set })];
    default:
      return type satisfies never;
  }
}

export interface Progress {
  set?: Partial<Pick<Job, 'cursor' | 'nextPart' | 'nextRow' | 'logPosition' | 'revert'>> | undefined;
  add: Partial<Record<'processed' | 'created' | 'changed' | 'refused', number>>;
  isDone: boolean;
}

/** With the changes of a chunk, on condition that nobody else has run it. */
export async function commitProgress(
  { table, now, id }: Directory,
  { jobId, version }: Job,
  operations: readonly WriteOperation[],
  { set, add, isDone }: Progress,
): Promise<ChunkResult> {
  const end = { status: 'done', expiresAt: Math.floor(now() / 1000) + JOB_RETENTION_SECONDS } as const;
  const advance = jobEntity.update(
    { jobId },
    {
      set: { version: version + 1, updatedAt: new Date(now()).toISOString(), ...set, ...(isDone && end) },
      add,
      ...(isDone && { remove: ['queue'] as const }),
      condition: (c) => c.and(c.eq('version', version), c.eq('status', 'running')),
    },
  );
  try {
    await table.transactWrite([...operations, advance], { clientRequestToken: id() });
    return isDone ? 'done' : 'more';
  } catch (error) {
    // A member changed in the meantime, or another worker ran this chunk: the next attempt sees what is left.
    if (isConflicted(error)) return 'conflicted';
    throw error;
  }
}

/** Until somebody who may do what it does resumes it. */
export async function stopJob(
  { table, now }: Directory,
  { jobId, version }: Job,
  reason: Omit<JobStop, 'at'>,
): Promise<ChunkResult> {
  const at = new Date(now()).toISOString();
  const stopped = await ifConditionHolds(
    table.update(
      jobEntity,
      { jobId },
      {
        set: { status: 'paused', stop: { ...reason, at }, version: version + 1, updatedAt: at },
        condition: (c) => c.and(c.eq('version', version), c.eq('status', 'running')),
      },
    ),
  );
  return stopped ? 'not running' : 'conflicted';
}

/** @param isDone this chunk finishes the job and removes its fence */
export function commitChunk(
  directory: Directory,
  job: Job,
  operations: WriteOperation[],
  { cursor, processed, isDone }: { cursor?: JobCursor | undefined; processed: number; isDone: boolean },
): Promise<ChunkResult> {
  const end = isDone ? [lowerFence(directory, job), ...letExpire(directory, job)] : [];
  const progress = { set: cursor && { cursor }, add: { processed }, isDone };
  return politely(directory, job.accountId, () =>
    commitProgress(directory, job, [...operations, ...end], progress),
  );
}
