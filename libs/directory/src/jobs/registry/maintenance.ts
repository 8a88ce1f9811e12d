import type { Item } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import { jobEntity } from '../../table/items/jobs.js';
import { ifConditionHolds } from '../../core/retries.js';
import { repairTask } from '../../projections/registry.js';
import { runJobChunk } from './job-handlers.js';
import { parkedTaskEntity } from '../../table/items/maintenance.js';
import { taskKey, type MaintenanceTask } from '../../table/items/maintenance-tasks.js';

export type ParkedTask = Item<typeof parkedTaskEntity>;

/** Gives a task up until somebody redrives it. If it is already parked, the newer reason is stored. */
export async function parkTask(directory: Directory, task: MaintenanceTask, reason: string): Promise<void> {
  const at = new Date(directory.now()).toISOString();
  await directory.table.put(parkedTaskEntity, {
    task: taskKey(task),
    asked: task,
    accountId: task.accountId,
    reason,
    createdAt: at,
    updatedAt: at,
  });
}

export async function listParkedTasks({ table }: Directory): Promise<ParkedTask[]> {
  const parked: ParkedTask[] = [];
  for await (const each of table.each(parkedTaskEntity, {}, { consistent: true })) parked.push(each);
  return parked;
}

/** A job is run to its end, if it is not paused. The task stays parked if this throws, or if it was parked again meanwhile. */
export async function redriveTask(
  directory: Directory,
  { task, asked, updatedAt }: ParkedTask,
): Promise<void> {
  if (asked.jobId !== undefined) await runToEnd(directory, asked.jobId);
  else await repairTask(directory, asked);
  await ifConditionHolds(
    directory.table.delete(parkedTaskEntity, { task }, { condition: (c) => c.eq('updatedAt', updatedAt) }),
  );
}

const WAITING_MS = 300;

async function runToEnd(directory: Directory, jobId: string): Promise<void> {
  for (;;) {
    const result = await runJobChunk(directory, jobId);
    if (result === 'done' || result === 'not running') return;
    if (result !== 'more') await directory.sleep(WAITING_MS);
  }
}

/** How long a running job may stall before it is resumed. */
const RESTS_MS = 60_000;

/**
 * Resumes stalled jobs: the stream record that should have triggered their next chunk was lost, or its reader gave up. Reads
 * only unfinished jobs; rewriting one unchanged creates a new record. Can run anywhere and concurrently: only one of several
 * resumes a job.
 * @param except jobs that are given up until somebody redrives them
 * @returns the ids of the resumed jobs
 */
export async function resumeStalledJobs(
  directory: Directory,
  { restsMs = RESTS_MS, except = [] }: { restsMs?: number; except?: readonly string[] } = {},
): Promise<string[]> {
  const { table, now } = directory;
  const before = new Date(now() - restsMs).toISOString();
  const givenUp = new Set(except);
  const resumed: string[] = [];
  const resting = table.each(
    jobEntity.by('GSI1'),
    { queue: 'unfinished' },
    { filter: (c) => c.and(c.eq('status', 'running'), c.lte('updatedAt', before)) },
  );
  for await (const { jobId, version, updatedAt } of resting) {
    if (givenUp.has(jobId)) continue;
    const woken = Math.max(now(), Date.parse(updatedAt) + 1);
    // Unless it has made progress, or somebody else has resumed it.
    const job = await ifConditionHolds(
      table.update(
        jobEntity,
        { jobId },
        {
          set: { updatedAt: new Date(woken).toISOString() },
          condition: (c) => c.and(c.eq('version', version), c.eq('updatedAt', updatedAt)),
        },
      ),
    );
    if (job) resumed.push(jobId);
  }
  return resumed;
}
