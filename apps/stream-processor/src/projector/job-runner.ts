import { setTimeout as delay } from 'node:timers/promises';
import { runJobChunk, type Directory } from '#libs/directory';

export interface AskedJob {
  accountId: string;
  jobId: string;
}

/** `moved`: the record of a committed chunk triggers the next. `stalled`: the job must be triggered again. */
export type JobTurn = 'ended' | 'moved' | 'stalled' | { failed: unknown };

export interface JobRunnerOptions {
  directory: Directory;
  /** Of each account, in this process: what jobs take from the table is what its other users do not get. */
  chunksPerSecond: number;
  concurrency?: number;
  sliceMs?: number;
}

const CONCURRENCY = 4;
const SLICE_MS = 2_000;
const WAITING_MS = 300;

/** One account after another, so that the jobs of one never hold up those of another, each at its own rate. */
export function jobRunner({ directory, chunksPerSecond, ...options }: JobRunnerOptions) {
  const { concurrency = CONCURRENCY, sliceMs = SLICE_MS } = options;
  const intervalMs = 1_000 / chunksPerSecond;
  const nextChunkAt = new Map<string, number>();

  /** The next account's turn to start a chunk, charged to the rate at once. */
  function takeTurn(queue: Turn[]): Turn | undefined {
    const at = performance.now();
    const index = queue.findIndex(
      ({ accountId, notBefore }) => notBefore <= at && (nextChunkAt.get(accountId) ?? 0) <= at,
    );
    if (index === -1) return undefined;
    const [turn] = queue.splice(index, 1) as [Turn];
    nextChunkAt.set(turn.accountId, at + intervalMs);
    return turn;
  }

  function forgetIdleAccounts(): void {
    const at = performance.now();
    for (const [accountId, next] of nextChunkAt) if (next <= at) nextChunkAt.delete(accountId);
  }

  async function runChunk(turn: Turn, queue: Turn[], turns: Map<string, JobTurn>): Promise<void> {
    const { jobId } = turn;
    try {
      const result = await runJobChunk(directory, jobId);
      if (result === 'done' || result === 'not running') return void turns.set(jobId, 'ended');
      if (result === 'more') turns.set(jobId, 'moved');
      else turn.notBefore = performance.now() + WAITING_MS;
      queue.push(turn);
    } catch (error) {
      turns.set(jobId, { failed: error });
    }
  }

  return async (jobs: readonly AskedJob[], signal: AbortSignal): Promise<Map<string, JobTurn>> => {
    const turns = new Map<string, JobTurn>(jobs.map(({ jobId }) => [jobId, 'stalled']));
    const queue: Turn[] = jobs.map((job) => ({ ...job, notBefore: 0 }));
    const until = performance.now() + sliceMs;
    const isOver = () => signal.aborted || performance.now() > until;
    let underWay = 0;
    const worker = async () => {
      while (!isOver() && (queue.length > 0 || underWay > 0)) {
        const turn = takeTurn(queue);
        if (!turn) {
          await delay(Math.min(intervalMs, IDLE_MS), undefined, { signal }).catch(() => {});
          continue;
        }
        underWay += 1;
        await runChunk(turn, queue, turns);
        underWay -= 1;
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, jobs.length) }, worker));
    forgetIdleAccounts();
    return turns;
  };
}

const IDLE_MS = 10;

interface Turn extends AskedJob {
  notBefore: number;
}
