import { finishedJob, refusedUsers, startBulkJob } from '../../jobs/bulk.js';
import type { Draft, Outcome } from '../draft/draft.js';
import { planJobs, type PlannedJob } from './plan-jobs.js';

/** Hears what became of some of the changes, or how many of a job's are done so far. */
export interface ApplyListener {
  onOutcomes: (outcomes: readonly Outcome[]) => void;
  onProgress: (done: number) => void;
}

type Refusals = Map<string, { code: string; detail: string }>;

/** One job after the other. They go on when this page is closed. */
export async function applyByJobs(accountId: string, draft: Draft, listener: ApplyListener): Promise<void> {
  let finished = 0;
  const conflicts: Refusals = new Map();
  for (const planned of planJobs(draft)) {
    const { serviceGroupIds } = planned;
    const refusals = await carryOut(accountId, planned, conflicts, (processed) =>
      listener.onProgress(finished + processed * serviceGroupIds.length),
    );
    finished += planned.userIds.length * serviceGroupIds.length;
    listener.onOutcomes(
      planned.userIds.flatMap((userId) =>
        serviceGroupIds.map((serviceGroupId): Outcome => {
          const problem = refusals.get(userId);
          return {
            userId,
            serviceGroupId,
            outcome: problem ? 'refused' : 'done',
            ...(problem && { problem }),
          };
        }),
      ),
    );
    listener.onProgress(finished);
  }
}

/** Leaves out whom somebody else has changed, as an earlier job has found, and adds whom this one finds. */
async function carryOut(
  accountId: string,
  { userIds: planned, ...request }: PlannedJob,
  conflicts: Refusals,
  onProgress: (processed: number) => void,
): Promise<Refusals> {
  const userIds = planned.filter((userId) => !conflicts.has(userId));
  if (userIds.length === 0) return conflicts;
  const job = await startBulkJob(accountId, { ...request, userIds });
  await finishedJob(job, ({ processed }) => onProgress(processed));
  const refused = await refusedUsers(job);
  for (const [userId, problem] of refused)
    if (problem.code === 'version_mismatch') conflicts.set(userId, problem);
  return new Map([...conflicts, ...refused]);
}
