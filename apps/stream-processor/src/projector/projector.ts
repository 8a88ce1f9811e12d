import { idOf, type ServiceGroupId, type UserId } from '#libs/domain';
import {
  ACCOUNTS_SCOPE,
  count,
  eachAccountId,
  eachEventOfAccount,
  endManagingOfRemoved,
  forgetLastSeen,
  grantTenant,
  listParkedTasks,
  rebuildEntries,
  recountAll,
  refresh,
  refreshMembershipsOfServiceGroup,
  refreshMembershipsOfUser,
  resumeStalledJobs,
  settleAllMembers,
  settleMembers,
  taskKey,
  type Directory,
  type RefreshTask,
} from '#libs/directory';
import type { RecordBatch, StreamRecord } from '#libs/dynamodb-streams';
import { inParallel } from '#libs/pacing';
import { dueOf, incrementOf, newMembershipOf, tasksOf } from './projections.js';
import { searchEntries, type SearchEntries } from './search-entries.js';
import { taskFailures } from './task-failures.js';
import { usageOf } from './usage.js';

const REFRESHES_AT_ONCE = 4;

export interface ProjectorOptions {
  directory: Directory;
  entries?: SearchEntries;
  /** Told what is to be done at a time, in hosts that wait for it. */
  onDue?: ((shard: string, at: number) => void) | undefined;
  onNotice: (line: string) => void;
}

/** Without a shard if the host does not know it: then nothing can be counted. */
type RecordsOfShard = Pick<RecordBatch, 'records' | 'signal'> & Partial<Pick<RecordBatch, 'shardId'>>;

interface Triggered {
  task: RefreshTask;
  records: StreamRecord[];
}

/** A task that fails is retried with its records; one that keeps failing is given up, so that others can continue. */
export function projector({
  directory,
  onNotice,
  entries = searchEntries(directory, onNotice),
  onDue,
}: ProjectorOptions) {
  const failures = taskFailures(directory, onNotice);

  async function attempt({ task, records }: Triggered, shardId: string | undefined) {
    try {
      if (task.kind === 'count-account' || task.kind === 'count-members') {
        const increments = records.map(incrementOf);
        const stored = await count(directory, task, { shardId: known(shardId), increments });
        if (task.kind === 'count-members')
          await settleMembers(directory, task, records.flatMap(newMembershipOf), stored);
      } else if (task.kind === 'index-entries') await entries.append(task.accountId, records);
      else await refresh(directory, task);
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
    for (const due of onDue ? records.flatMap((record) => dueOf(record) ?? []) : [])
      onDue?.(due.shard, due.at);
    const unfinished = new Set<StreamRecord>();
    await inParallel(triggeredBy(records), REFRESHES_AT_ONCE, async (next) => {
      if (signal.aborted || !(await attempt(next, shardId)))
        for (const record of next.records) unfinished.add(record);
    });
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
function triggeredBy(records: readonly StreamRecord[]): Iterable<Triggered> {
  const triggered = new Map<string, Triggered>();
  for (const record of records)
    for (const task of tasksOf(record)) {
      const known = triggered.get(taskKey(task));
      if (known) known.records.push(record);
      else triggered.set(taskKey(task), { task, records: [record] });
    }
  return triggered.values();
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
    await recountAll(directory, accountId);
    await rebuildEntries(directory, accountId);
  }
}
