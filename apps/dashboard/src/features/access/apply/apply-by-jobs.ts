import { finishedJob } from '../../../api/resources/jobs.js';
import { refusedUsers, startBulkJob } from '../../jobs/bulk.js';
import type { Outcome } from '../draft/draft.js';
import type { PlannedJob } from './plan-jobs.js';

/** Called with the outcomes of some changes, or with how many changes of a job are done so far. */
export interface ApplyListener {
  onOutcomes: (outcomes: readonly Outcome[]) => void;
  onProgress: (done: number) => void;
}

type Refusals = Map<string, { code: string; detail: string }>;

/** Runs one job after another. A started job continues when this page is closed. */
export async function applyByJobs(
  accountId: string,
  jobs: readonly PlannedJob[],
  listener: ApplyListener,
): Promise<void> {
  let finished = 0;
  const conflicts: Refusals = new Map();
  for (const planned of jobs) {
    const { serviceGroupIds } = planned;
    const refusals = await run(accountId, planned, conflicts, (processed) =>
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

/** Leaves out users that somebody else has changed, as an earlier job found, and adds those that this job finds. */
async function run(
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
