// log: appends what the feeds have to the logs, and signs.

import { readLogSize, runLogRound, type Directory, type Signing } from '#libs/directory';

/** At most one leaf of the log of all accounts in this time, whichever process appends it; so a change is signed within a minute. */
const ROUND_EVERY_MS = 55_000;
const LOOK_EVERY_MS = 5_000;

export interface LogMetrics {
  /** 1 if what has changed could not be signed lately. */
  unsigned: number;
  /** Logs that are stopped: accounts whose feed and tree contradict each other, or the log of all. */
  stopped: number;
}

export interface LogOptions {
  onNotice: (line: string) => void;
  roundEveryMs?: number | undefined;
  lookEveryMs?: number | undefined;
}

/** One round, which reports what it cannot do. */
export async function logOnce(
  directory: Directory,
  signing: Signing,
  onNotice: (line: string) => void,
): Promise<LogMetrics & { size?: number }> {
  try {
    const { stopped, size } = await runLogRound(directory, signing, onNotice);
    return { unsigned: 0, stopped, size };
  } catch (error) {
    const isStopped = error instanceof Error && error.name === 'LogStoppedError';
    onNotice(
      isStopped
        ? `LOG STOPPED: ${error.message}`
        : `What has changed could not be logged and will be retried: ${String(error)}`,
    );
    return { unsigned: 1, stopped: Number(isStopped) };
  }
}

/**
 * Keeps the logs for as long as it runs. Every process does; a round is due when the log has not grown for a while by this process's own
 * time, so that clocks do not matter and another takes over at once.
 */
export function startLogging(
  directory: Directory,
  signing: Signing,
  { onNotice, roundEveryMs = ROUND_EVERY_MS, lookEveryMs = LOOK_EVERY_MS }: LogOptions,
): { metrics(): LogMetrics; stop(): Promise<void> } {
  const stopping = new AbortController();
  let [seen, since] = [-1, -Infinity];
  let last: LogMetrics = { unsigned: 0, stopped: 0 };
  const look = async () => {
    const size = await readLogSize(directory, signing);
    if (seen !== size && seen !== -1) since = directory.elapsed();
    seen = size;
    if (directory.elapsed() - since < roundEveryMs) return;
    const startedAt = directory.elapsed();
    const { size: next = size, ...done } = await logOnce(directory, signing, onNotice);
    last = done;
    if (next !== seen) [seen, since] = [next, startedAt];
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => {
        last = { ...last, unsigned: 1 };
        onNotice(`The log could not be read and will be retried: ${String(error)}`);
      });
      const dueIn = since + roundEveryMs - directory.elapsed();
      await directory.sleep(dueIn > 0 ? Math.min(dueIn, lookEveryMs) : lookEveryMs, stopping.signal);
    }
  };
  const working = work();
  return {
    metrics: () => last,
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
