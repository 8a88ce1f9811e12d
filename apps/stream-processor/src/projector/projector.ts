import { idOf, type ServiceGroupId, type UserId } from '#libs/domain';
import {
  ACCOUNTS_SCOPE,
  appendToFeed,
  count,
  eachAccountId,
  eachEventOfAccount,
  endManagingOfRemoved,
  feedLost,
  fillHistories,
  forgetLastSeen,
  grantTenant,
  listParkedTasks,
  rebuildEntries,
  parkTask,
  PLATFORM_ACCOUNT_ID,
  recountAll,
  refresh,
  refreshMembershipsOfServiceGroup,
  refreshMembershipsOfUser,
  resumeStalledJobs,
  settleAllMembers,
  settleMembers,
  taskKey,
  type Directory,
  type JobTask,
  type MaintenanceTask,
  type RefreshTask,
} from '#libs/directory';
import type { RecordBatch, StreamRecord } from '#libs/dynamodb-streams';
import { inParallel } from '#libs/pacing';
import { jobRunner, type JobTurn } from './job-runner.js';
import { fedCommitOf } from './fed-commits.js';
import { dueOf, incrementOf, newMembershipOf, tasksOf } from './projections.js';
import { searchEntries, type SearchEntries } from './search-entries.js';
import { usageOf } from './usage.js';

const REFRESHES_AT_ONCE = 4;
/** How often a task may fail, one time after the other, before it is given up. */
const MAX_FAILURES = 8;
const CHUNKS_PER_SECOND = 50;

export interface ProjectorOptions {
  directory: Directory;
  entries?: SearchEntries;
  /** Told what is to be done at a time, in hosts that wait for it. */
  onDue?: ((shard: string, at: number) => void) | undefined;
  onNotice: (line: string) => void;
  /** Of each account, in this process. */
  chunksPerSecond?: number | undefined;
}

/** Without a shard if the host does not know it: then nothing can be counted. */
type RecordsOfShard = Pick<RecordBatch, 'records' | 'signal'> & Partial<Pick<RecordBatch, 'shardId'>>;

interface Asked<Task extends MaintenanceTask> {
  task: Task;
  records: StreamRecord[];
}

/** A task that fails is retried with its records; one that keeps failing is given up, so that others can continue. */
export function projector({
  directory,
  onNotice,
  entries = searchEntries(directory, onNotice),
  onDue,
  chunksPerSecond = CHUNKS_PER_SECOND,
}: ProjectorOptions) {
  const runJobs = jobRunner({ directory, chunksPerSecond });
  const failures = new Map<string, number>();

  /** @returns true when it is given up */
  async function failed(task: MaintenanceTask, error: unknown): Promise<boolean> {
    const key = taskKey(task);
    const count = (failures.get(key) ?? 0) + 1;
    failures.set(key, count);
    if (count < MAX_FAILURES || task.kind === 'append-feed') {
      onNotice(`${key} failed and will be retried: ${String(error)}`);
      return false;
    }
    try {
      await parkTask(directory, task, String(error));
    } catch (parking) {
      // The table is unavailable: giving up would help nobody.
      onNotice(`${key} failed, and could not be parked either: ${String(parking)}`);
      return false;
    }
    failures.delete(key);
    onNotice(`DEAD LETTER: ${key} was given up after ${count} failures: ${String(error)}`);
    return true;
  }

  async function attempt({ task, records }: Asked<RefreshTask>, shardId: string | undefined) {
    try {
      if (task.kind === 'count-account' || task.kind === 'count-members') {
        const increments = records.map(incrementOf);
        const stored = await count(directory, task, { shardId: known(shardId), increments });
        if (task.kind === 'count-members')
          await settleMembers(directory, task, records.flatMap(newMembershipOf), stored);
      } else if (task.kind === 'append-feed')
        await appendToFeed(directory, task.accountId, {
          shardId: known(shardId),
          commits: records.flatMap(fedCommitOf),
        });
      else if (task.kind === 'index-entries') await entries.append(task.accountId, records);
      else await refresh(directory, task);
      failures.delete(taskKey(task));
      return true;
    } catch (error) {
      return failed(task, error);
    }
  }

  /** @returns true if it has ended, triggers its next run itself, or is given up */
  async function tookTurn(task: JobTask, turn: JobTurn | undefined): Promise<boolean> {
    if (typeof turn === 'object') return failed(task, turn.failed);
    if (turn === 'stalled') return false;
    failures.delete(taskKey(task));
    return true;
  }

  /** The others come again. */
  function meter(finished: readonly StreamRecord[]): void {
    for (const { accountId, ...used } of finished.flatMap((record) => usageOf(record) ?? []))
      directory.usage.add(accountId, used);
  }

  return async ({ records, signal, shardId }: RecordsOfShard) => {
    for (const due of onDue ? records.flatMap((record) => dueOf(record) ?? []) : [])
      onDue?.(due.shard, due.at);
    const { jobs, refreshes } = askedBy(records);
    const unfinished = new Set<StreamRecord>();
    const comeAgain = (again: readonly StreamRecord[]) => again.forEach((record) => unfinished.add(record));
    const refreshAll = () =>
      inParallel(refreshes, REFRESHES_AT_ONCE, async (next) => {
        if (signal.aborted || !(await attempt(next, shardId))) comeAgain(next.records);
      });
    const runAll = async () => {
      const turns = await runJobs(
        jobs.map(({ task }) => task),
        signal,
      );
      for (const { task, records: asking } of jobs)
        if (!(await tookTurn(task, turns.get(task.jobId)))) comeAgain(asking);
    };
    await Promise.all([refreshAll(), runAll()]);
    meter(records.filter((record) => !unfinished.has(record)));
    return { unfinished: records.filter((record) => unfinished.has(record)) };
  };
}

function known(shardId: string | undefined): string {
  if (shardId === undefined)
    throw new Error('Records are counted by their shard: the event source mapping needs a tumbling window.');
  return shardId;
}

/** The same task triggered several times in a batch is one task. */
function askedBy(records: readonly StreamRecord[]): {
  jobs: Asked<JobTask>[];
  refreshes: Asked<RefreshTask>[];
} {
  const jobs = new Map<string, Asked<JobTask>>();
  const refreshes = new Map<string, Asked<RefreshTask>>();
  for (const record of records)
    for (const task of tasksOf(record)) {
      const key = taskKey(task);
      const asked = jobs.get(key) ?? refreshes.get(key);
      if (asked) asked.records.push(record);
      else if (task.kind === 'run-job') jobs.set(key, { task, records: [record] });
      else refreshes.set(key, { task, records: [record] });
    }
  return { jobs: [...jobs.values()], refreshes: [...refreshes.values()] };
}

/** Feeds what happened before feeds began. */
export async function feedHistories(
  directory: Directory,
  onNotice: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await fillHistories(directory, { onNotice, ...(signal && { signal }) });
  } catch (error) {
    onNotice(`The history of a feed could not be fed and will be retried: ${String(error)}`);
  }
}

/** Wakes jobs whose stream record was lost, except those that were given up. */
export async function sweep(
  directory: Directory,
  onNotice: (line: string) => void,
  restsMs?: number,
): Promise<void> {
  try {
    const parked = await listParkedTasks(directory);
    const except = parked.flatMap(({ asked }) => (asked.kind === 'run-job' ? [asked.jobId] : []));
    const resumed = await resumeStalledJobs(directory, { except, ...(restsMs !== undefined && { restsMs }) });
    if (resumed.length > 0) onNotice(`RESUMED: ${resumed.join(', ')} had stalled.`);
  } catch (error) {
    onNotice(`The sweep for stalled jobs failed and will be retried: ${String(error)}`);
  }
}

/** Nobody knows what the lost records added, so everything is recounted. Lost jobs are left to the sweep. */
export async function refreshSince(
  directory: Directory,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  await rebuildEntries(directory, ACCOUNTS_SCOPE);
  for (const scope of [ACCOUNTS_SCOPE, PLATFORM_ACCOUNT_ID]) await feedLost(directory, scope, { from, to });
  for await (const accountId of eachAccountId(directory)) {
    const [users, groups, entered] = [
      new Set<UserId>(),
      new Set<ServiceGroupId>(),
      new Set<ServiceGroupId>(),
    ];
    const removed = new Set<UserId>();
    let changed = false;
    for await (const { aggregateId, type, data } of eachEventOfAccount(
      grantTenant(directory, accountId),
      from,
      to,
    )) {
      if (type.startsWith('user.')) users.add(idOf('user', aggregateId));
      if (type === 'user.removed') removed.add(idOf('user', aggregateId));
      if (type === 'service_group.renamed') groups.add(idOf('service-group', aggregateId));
      if (type === 'service_group.member_added') entered.add(data.serviceGroupId);
      changed = true;
    }
    for (const userId of users) {
      await refreshMembershipsOfUser(directory, accountId, userId);
      await endManagingOfRemoved(directory, accountId, userId);
    }
    for (const userId of removed) await forgetLastSeen(directory, userId);
    for (const groupId of groups) await refreshMembershipsOfServiceGroup(directory, accountId, groupId);
    for (const groupId of entered) await settleAllMembers(directory, accountId, groupId);
    if (!changed) continue;
    await feedLost(directory, accountId, { from, to });
    await recountAll(directory, accountId);
    await rebuildEntries(directory, accountId);
  }
}
