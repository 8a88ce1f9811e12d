import type { Item } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import { jobEntity } from '../../table/items/jobs.js';
import { ifConditionHolds } from '../../core/retries.js';
import { repairTask } from '../../projections/registry.js';
import { runJobChunk } from './job-handlers.js';
import { parkedTaskEntity } from '../../table/items/maintenance.js';
import { taskKey, type MaintenanceTask } from '../../table/items/maintenance-tasks.js';

export type ParkedTask = Item<typeof parkedTaskEntity>;

/** Sets a task aside: it is tried again for an hour ({@link retryAt}), then left until somebody redrives it. The newest reason is stored. */
export async function parkTask(
  { table, now }: Directory,
  task: MaintenanceTask,
  reason: string,
): Promise<ParkedTask> {
  const [key, at] = [taskKey(task), new Date(now()).toISOString()];
  const before = await table.get(parkedTaskEntity, { task: key }, { consistent: true });
  const parked = {
    task: key,
    asked: task,
    accountId: task.accountId,
    reason,
    // A task that is parked again and again is not tried for longer.
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
  await table.put(parkedTaskEntity, parked);
  return parked;
}

export async function listParkedTasks({ table }: Directory): Promise<ParkedTask[]> {
  const parked: ParkedTask[] = [];
  for await (const each of table.each(parkedTaskEntity, {}, { consistent: true })) parked.push(each);
  return parked;
}

/** A job is run to its end, if it is not paused. The task stays parked if this throws, or if it was parked again meanwhile. */
export async function redriveTask(
  directory: Directory,
  { task, asked: maintenance, updatedAt }: ParkedTask,
): Promise<void> {
  if (maintenance.jobId !== undefined) await runToEnd(directory, maintenance.jobId);
  else await repairTask(directory, maintenance);
  await ifConditionHolds(
    directory.table.delete(parkedTaskEntity, { task }, { condition: (c) => c.eq('updatedAt', updatedAt) }),
  );
}

/** Throttling, or a table that is unavailable, ends within it. */
const RETRIED_FOR_MS = 60 * 60_000;
const FIRST_PAUSE_MS = 30_000;

/**
 * When a parked task is tried again: after as long as it has been parked, so each pause is as long as all before it together.
 * Undefined when that is left to an operator.
 */
export function retryAt({
  createdAt,
  updatedAt,
}: Pick<ParkedTask, 'createdAt' | 'updatedAt'>): number | undefined {
  const [parkedAt, triedAt] = [Date.parse(createdAt), Date.parse(updatedAt)];
  const parkedMs = triedAt - parkedAt;
  return parkedMs < RETRIED_FOR_MS ? triedAt + Math.max(FIRST_PAUSE_MS, parkedMs) : undefined;
}

/**
 * Tries a parked task again, unless another process does. Of a job one chunk, whose record triggers the next.
 * @returns as it is parked now; undefined if it is not, or somebody else's
 */
export async function retryTask(
  directory: Directory,
  { task, asked: maintenance, updatedAt: seen }: ParkedTask,
): Promise<ParkedTask | undefined> {
  const { table, now } = directory;
  const updatedAt = new Date(now()).toISOString();
  const store = (set: Partial<Pick<ParkedTask, 'updatedAt' | 'reason'>>, last: string) =>
    ifConditionHolds(
      table.update(parkedTaskEntity, { task }, { set, condition: (c) => c.eq('updatedAt', last) }),
    );
  if (!(await store({ updatedAt }, seen))) return undefined;
  try {
    if (maintenance.jobId !== undefined) await runJobChunk(directory, maintenance.jobId);
    else await repairTask(directory, maintenance);
  } catch (error) {
    return store({ reason: String(error) }, updatedAt);
  }
  await ifConditionHolds(
    table.delete(parkedTaskEntity, { task }, { condition: (c) => c.eq('updatedAt', updatedAt) }),
  );
  return undefined;
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
