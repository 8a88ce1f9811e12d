import { setTimeout as delay } from 'node:timers/promises';
import {
  countAccount,
  countMembers,
  eachAccountId,
  eachEventOfAccount,
  grantTenant,
  refreshMembershipsOfServiceGroup,
  refreshMembershipsOfUser,
  runJobChunk,
  type Directory,
} from '#libs/directory';
import type { RecordBatch, StreamRecord } from '#libs/dynamodb-streams';
import { membersAfter, taskKey, taskOf, type Task } from './projections.js';

const TASKS_AT_ONCE = 4;
/** How long a job whose work is not visible yet in the index is waited for before it comes again. */
const JOB_PAUSE_MS = 300;
/** A job's chunks run on for this long; then its own item's record asks for the next one. */
const JOB_SLICE_MS = 2_000;

export interface ProjectorOptions {
  directory: Directory;
  onNotice: (line: string) => void;
}

/** Does what a batch of stream records asks for: the stream reader's handler, and the Lambda host's too. */
export function projector({ directory, onNotice }: ProjectorOptions) {
  return async ({ records, signal }: Pick<RecordBatch, 'records' | 'signal'>) => {
    const tasks = new Map<string, { task: Task; records: StreamRecord[] }>();
    for (const record of records) {
      const task = taskOf(record);
      if (!task) continue;
      const known = tasks.get(taskKey(task));
      if (known) known.records.push(record);
      else tasks.set(taskKey(task), { task, records: [record] });
    }
    const unfinished = new Set<StreamRecord>();
    const waiting = [...tasks.values()];
    const worker = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const done = !signal.aborted && (await attempt(directory, next, signal, onNotice));
        if (!done) for (const record of next.records) unfinished.add(record);
      }
    };
    await Promise.all(Array.from({ length: TASKS_AT_ONCE }, worker));
    return { unfinished: records.filter((record) => unfinished.has(record)) };
  };
}

/**
 * Repairs a gap in the stream: brings up to date what any change in a window of time is copied to. A job whose record
 * was lost goes on with the next change of its item.
 */
export async function refreshSince(
  directory: Directory,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  for await (const accountId of eachAccountId(directory)) {
    const [users, groups, counted] = [new Set<string>(), new Set<string>(), new Set<string>()];
    let changed = false;
    for await (const { aggregateId, type, data } of eachEventOfAccount(
      directory,
      grantTenant(accountId),
      from,
      to,
    )) {
      if (type.startsWith('user.')) users.add(aggregateId);
      if (type === 'service_group.renamed') groups.add(aggregateId);
      if ('serviceGroupId' in data) counted.add(data.serviceGroupId);
      changed = true;
    }
    for (const userId of users) await refreshMembershipsOfUser(directory, accountId, userId);
    for (const groupId of groups) await refreshMembershipsOfServiceGroup(directory, accountId, groupId);
    for (const groupId of counted) await countMembers(directory, accountId, groupId);
    if (changed) await countAccount(directory, accountId);
  }
}

/** False when the task is to be tried again. */
async function attempt(
  directory: Directory,
  { task, records }: { task: Task; records: readonly StreamRecord[] },
  signal: AbortSignal,
  onNotice: (line: string) => void,
): Promise<boolean> {
  try {
    switch (task.kind) {
      case 'refresh-user':
        await refreshMembershipsOfUser(directory, task.accountId, task.userId);
        return true;
      case 'refresh-service-group':
        await refreshMembershipsOfServiceGroup(directory, task.accountId, task.serviceGroupId);
        return true;
      case 'count-account':
        await countAccount(directory, task.accountId);
        return true;
      case 'count-members':
        return await countMembers(directory, task.accountId, task.serviceGroupId, membersAfter(records));
      case 'run-job':
        return await runJob(directory, task.jobId, signal);
      default:
        return task satisfies never;
    }
  } catch (error) {
    onNotice(`${taskKey(task)} failed and comes again: ${String(error)}`);
    return false;
  }
}

async function runJob(directory: Directory, jobId: string, signal: AbortSignal): Promise<boolean> {
  const until = Date.now() + JOB_SLICE_MS;
  for (;;) {
    const result = await runJobChunk(directory, jobId);
    if (result === 'done' || result === 'not running') return true;
    if (result === 'waiting') await delay(JOB_PAUSE_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted || Date.now() > until) return result === 'more';
  }
}
