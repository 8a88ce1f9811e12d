import {
  resumeStalledJobs,
  runTask,
  taskKey,
  tasksOf,
  type Directory,
  type ItemChange,
  type MaintenanceTask,
} from '#libs/directory';
import { createdAtOf, sequenceNumberOf, type RecordBatch, type StreamRecord } from '#libs/dynamodb-streams';
import { inParallel } from '#libs/pacing';
import { workAfterwards, type Afterwards } from './afterwards.js';
import { retryParked, taskFailures } from './task-failures.js';
import { usageOf } from './usage.js';

const TASKS_AT_ONCE = 4;

export interface ProjectorOptions {
  directory: Directory;
  afterwards?: Afterwards;
  onNotice: (line: string) => void;
}

/** Without a shard if the host does not know it: then nothing can be counted. */
type RecordsOfShard = Pick<RecordBatch, 'records' | 'signal'> & Partial<Pick<RecordBatch, 'shardId'>>;

interface Triggered {
  task: MaintenanceTask;
  records: StreamRecord[];
}

/** A task that fails is retried with its records; one that keeps failing is parked, so that others can continue. */
export function projector({ directory, onNotice, afterwards = workAfterwards(onNotice) }: ProjectorOptions) {
  const failures = taskFailures(directory, onNotice);

  async function attempt({ task, records }: Triggered, shardId: string | undefined) {
    try {
      await runTask(directory, task, {
        shardId,
        changes: records.map(changeIn),
        afterwards: (work) => afterwards.add(taskKey(task), work),
      });
      failures.forget(task);
      return true;
    } catch (error) {
      return failures.note(task, error);
    }
  }

  /** The others come again. */
  function meter(finished: readonly StreamRecord[]): void {
    for (const { accountId, ...used } of finished.flatMap((record) => usageOf(record) ?? []))
      directory.usage.add(accountId, used);
  }

  return async ({ records, signal, shardId }: RecordsOfShard) => {
    const unfinished = new Set<StreamRecord>();
    await inParallel(triggeredBy(records), TASKS_AT_ONCE, async (next) => {
      if (signal.aborted || !(await attempt(next, shardId)))
        for (const record of next.records) unfinished.add(record);
    });
    meter(records.filter((record) => !unfinished.has(record)));
    return { unfinished: records.filter((record) => unfinished.has(record)) };
  };
}

function changeIn(record: StreamRecord): ItemChange {
  const { OldImage: before, NewImage: after } = record.dynamodb ?? {};
  return { before, after, sequenceNumber: sequenceNumberOf(record), createdAt: createdAtOf(record) ?? 0 };
}

export function tasksOfRecord({ dynamodb }: StreamRecord): MaintenanceTask[] {
  return tasksOf(dynamodb?.OldImage, dynamodb?.NewImage);
}

/** The same task triggered several times in a batch is one task. */
function triggeredBy(records: readonly StreamRecord[]): Iterable<Triggered> {
  const triggered = new Map<string, Triggered>();
  for (const record of records)
    for (const task of tasksOfRecord(record)) {
      const known = triggered.get(taskKey(task));
      if (known) known.records.push(record);
      else triggered.set(taskKey(task), { task, records: [record] });
    }
  return triggered.values();
}

/** Tries parked tasks again, and wakes jobs whose stream record was lost, except those that are parked. */
export async function sweep(
  directory: Directory,
  onNotice: (line: string) => void,
  restsMs?: number,
): Promise<void> {
  try {
    const parked = await retryParked(directory, onNotice);
    const except = parked.flatMap((task) => task.asked.jobId ?? []);
    const resumed = await resumeStalledJobs(directory, { except, ...(restsMs !== undefined && { restsMs }) });
    if (resumed.length > 0) onNotice(`RESUMED: ${resumed.join(', ')} had stalled.`);
  } catch (error) {
    onNotice(`The sweep for stalled jobs failed and will be retried: ${String(error)}`);
  }
}
