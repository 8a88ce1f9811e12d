import { finishedJob, refusedUsers, startBulkJob } from '../../jobs/bulk.js';
import type { Draft, Outcome } from '../draft/draft.js';
import { planJobs } from './plan-jobs.js';

/** Hears what became of some of the changes, or how many of a job's are done so far. */
export interface ApplyListener {
  onOutcomes: (outcomes: readonly Outcome[]) => void;
  onProgress: (done: number) => void;
}

/** One job after the other. They go on when this page is closed. */
export async function applyByJobs(accountId: string, draft: Draft, listener: ApplyListener): Promise<void> {
  let finished = 0;
  for (const { action, userIds, serviceGroupIds } of planJobs(draft)) {
    const job = await startBulkJob(accountId, { action, userIds, serviceGroupIds });
    const cells = serviceGroupIds.length;
    await finishedJob(job, ({ processed }) => listener.onProgress(finished + processed * cells));
    finished += userIds.length * cells;
    const refusals = await refusedUsers(job);
    listener.onOutcomes(
      userIds.flatMap((userId) =>
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
