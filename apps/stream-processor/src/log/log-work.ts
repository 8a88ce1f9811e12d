// log: appends what the feeds have to the logs, and signs.

import { readLogSize, runLogRound, type Directory, type Signing } from '#libs/directory';

/** At most one leaf of the log of all accounts in this time, whichever process appends it; so a change is signed within a minute. */
const ROUND_EVERY_MS = 55_000;
const LOOK_EVERY_MS = 5_000;

export interface LogMetrics {
  /** How long ago everything that was fed was signed, or found to be; since it began, if it has not been. */
  unsignedMs: number;
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
): Promise<{ isSigned: boolean; stopped: number }> {
  try {
    const { isBehind, stopped } = await runLogRound(directory, signing, onNotice);
    return { isSigned: !isBehind, stopped };
  } catch (error) {
    const isStopped = error instanceof Error && error.name === 'LogStoppedError';
    onNotice(
      isStopped
        ? `LOG STOPPED: ${error.message}`
        : `What has changed could not be logged and will be retried: ${String(error)}`,
    );
    return { isSigned: false, stopped: Number(isStopped) };
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
  let [signedAt, stopped] = [directory.elapsed(), 0];
  const look = async () => {
    const size = await readLogSize(directory, signing);
    if (seen !== size && seen !== -1) since = directory.elapsed();
    seen = size;
    if (directory.elapsed() - since < roundEveryMs) return;
    const done = await logOnce(directory, signing, onNotice);
    stopped = done.stopped;
    if (done.isSigned) signedAt = directory.elapsed();
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) =>
        onNotice(`The log could not be read and will be retried: ${String(error)}`),
      );
      await directory.sleep(lookEveryMs, stopping.signal);
    }
  };
  const working = work();
  return {
    metrics: () => ({ unsignedMs: directory.elapsed() - signedAt, stopped }),
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
