import { runJobChunk, taskKey, triggeredJob, type Directory, type JobTask } from '#libs/directory';
import type { RecordBatch, StreamRecord } from '#libs/dynamodb-streams';
import { taskFailures } from './task-failures.js';

export interface QueuedJob {
  accountId: string;
  jobId: string;
}

const CHUNKS_PER_SECOND = 50;

export interface JobsOptions {
  directory: Directory;
  onNotice: (line: string) => void;
  /** Of each account, in this process: what jobs take from the table is what its other users do not get. */
  chunksPerSecond?: number | undefined;
  sliceMs?: number | undefined;
}

/** Runs the jobs that records trigger, for a slice of time. A reader of its own: it holds up nothing but other jobs. */
export function jobs({ directory, onNotice, chunksPerSecond = CHUNKS_PER_SECOND, sliceMs }: JobsOptions) {
  const runJobs = jobRunner({ directory, chunksPerSecond, sliceMs });
  const failures = taskFailures(directory, onNotice);

  /** @returns true if it has ended, triggers its next run itself, or is given up */
  async function isFinished(task: JobTask, turn: JobTurn | undefined): Promise<boolean> {
    if (typeof turn === 'object') return failures.note(task, turn.failed);
    if (turn === 'stalled') return false;
    failures.forget(task);
    return true;
  }

  return async ({ records, signal }: Pick<RecordBatch, 'records' | 'signal'>) => {
    const triggered = new Map<string, { task: JobTask; own: StreamRecord[] }>();
    for (const record of records) {
      const task = triggeredJob(record.dynamodb?.NewImage);
      if (!task) continue;
      const known = triggered.get(taskKey(task));
      if (known) known.own.push(record);
      else triggered.set(taskKey(task), { task, own: [record] });
    }
    const turns = await runJobs(
      [...triggered.values()].map(({ task }) => task),
      signal,
    );
    const unfinished = new Set<StreamRecord>();
    for (const { task, own } of triggered.values())
      if (!(await isFinished(task, turns.get(task.jobId)))) for (const each of own) unfinished.add(each);
    return { unfinished: records.filter((record) => unfinished.has(record)) };
  };
}

/** `moved`: the record of a committed chunk triggers the next. `stalled`: the job must be triggered again. */
export type JobTurn = 'ended' | 'moved' | 'stalled' | { failed: unknown };

export interface JobRunnerOptions {
  directory: Directory;
  chunksPerSecond: number;
  /** After that it ends as soon as every job triggers its next run by itself. */
  sliceMs?: number | undefined;
}

const CONCURRENCY = 4;
const MAX_SLICE_MS = 2_000;
const WAITING_MS = 300;

/** One account after another, so that the jobs of one never hold up those of another, each at its own rate. */
export function jobRunner({ directory, chunksPerSecond, sliceMs = MAX_SLICE_MS }: JobRunnerOptions) {
  const { elapsed, sleep } = directory;
  const intervalMs = 1_000 / chunksPerSecond;
  const nextChunkAt = new Map<string, number>();

  /** The next account's turn to start a chunk, charged to the rate at once. */
  function takeTurn(queue: Turn[]): Turn | undefined {
    const at = elapsed();
    const index = queue.findIndex(
      ({ accountId, notBefore }) => notBefore <= at && (nextChunkAt.get(accountId) ?? 0) <= at,
    );
    if (index === -1) return undefined;
    const [turn] = queue.splice(index, 1) as [Turn];
    nextChunkAt.set(turn.accountId, at + intervalMs);
    return turn;
  }

  function forgetIdleAccounts(): void {
    const at = elapsed();
    for (const [accountId, next] of nextChunkAt) if (next <= at) nextChunkAt.delete(accountId);
  }

  async function runChunk(turn: Turn, queue: Turn[], turns: Map<string, JobTurn>): Promise<void> {
    const { jobId } = turn;
    try {
      const result = await runJobChunk(directory, jobId);
      if (result === 'done' || result === 'not running') return void turns.set(jobId, 'ended');
      if (result === 'more') turns.set(jobId, 'moved');
      else turn.notBefore = elapsed() + WAITING_MS;
      queue.push(turn);
    } catch (error) {
      turns.set(jobId, { failed: error });
    }
  }

  return async (jobs: readonly QueuedJob[], signal: AbortSignal): Promise<Map<string, JobTurn>> => {
    const turns = new Map<string, JobTurn>(jobs.map(({ jobId }) => [jobId, 'stalled']));
    const queue: Turn[] = jobs.map((job) => ({ ...job, notBefore: 0 }));
    const begunAt = elapsed();
    const isOver = () => {
      const ranMs = elapsed() - begunAt;
      if (signal.aborted || ranMs > MAX_SLICE_MS) return true;
      return ranMs > sliceMs && [...turns.values()].every((turn) => turn !== 'stalled');
    };
    let underWay = 0;
    const worker = async () => {
      while (!isOver() && (queue.length > 0 || underWay > 0)) {
        const turn = takeTurn(queue);
        if (!turn) {
          await sleep(Math.min(intervalMs, IDLE_MS), signal);
          continue;
        }
        underWay += 1;
        await runChunk(turn, queue, turns);
        underWay -= 1;
      }
    };
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, jobs.length) }, worker));
    forgetIdleAccounts();
    return turns;
  };
}

const IDLE_MS = 10;

interface Turn extends QueuedJob {
  notBefore: number;
}
