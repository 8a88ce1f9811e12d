import { dueOf, dueShards, runDueOfShard, shuffled, type Directory, type DueOptions } from '#libs/directory';
import type { StreamRecord } from '#libs/dynamodb-streams';

/** What another process has set, and this one has not heard of, is found within this time. */
const CHECK_EVERY_MS = 60_000;

export interface DueWork {
  /** Something is due at a time: earlier, perhaps, than what is known. */
  expect(records: readonly StreamRecord[]): void;
  metrics(): DueWorkMetrics;
  stop(): Promise<void>;
}

export interface DueWorkMetrics {
  /** How long after its time something was done, or tried in vain, when its shard was last read; the most of all shards. */
  lateMs: number;
}

/** Does what is due when it is due, shard after shard, for as long as it runs. Each shard is read when its next item is due. */
export function startDueWork(
  directory: Directory,
  { checkEveryMs = CHECK_EVERY_MS, ...options }: DueOptions & { checkEveryMs?: number },
): DueWork {
  const checkAt = new Map(dueShards().map((shard) => [shard, -Infinity]));
  const lateMs = new Map<string, number>();
  const stopping = new AbortController();
  let waking = new AbortController();

  const expectAt = (shard: string, at: number) => {
    if (at >= checkAt.get(shard)!) return;
    checkAt.set(shard, at);
    waking.abort();
  };

  async function check(shard: string): Promise<void> {
    checkAt.set(shard, directory.steadyNow() + checkEveryMs);
    try {
      const run = await runDueOfShard(directory, shard, { ...options, signal: stopping.signal });
      const { nextAt } = run;
      lateMs.set(shard, run.lateMs);
      if (nextAt !== undefined) expectAt(shard, Date.parse(nextAt));
    } catch (error) {
      options.onNotice(
        `What is due in shard ${shard} could not be read and will be retried: ${String(error)}`,
      );
    }
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      for (const [shard, at] of shuffled([...checkAt], directory))
        if (!stopping.signal.aborted && at <= directory.steadyNow()) await check(shard);
      const next = Math.min(...checkAt.values()) - directory.steadyNow();
      const wake = AbortSignal.any([waking.signal, stopping.signal]);
      if (next > 0) await directory.sleep(Math.min(next, checkEveryMs), wake);
    }
  }

  const working = work();
  return {
    expect(records) {
      for (const { dynamodb } of records) {
        const due = dueOf(dynamodb?.NewImage);
        if (due) expectAt(due.shard, due.at);
      }
    },
    metrics: () => ({ lateMs: Math.max(0, ...lateMs.values()) }),
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
