// log: appends what the feeds have to the logs, signs, and sends what is signed to witnesses.

import { readLogSize, runLogRound, sendToWitnesses, type Directory, type Signing } from '#libs/directory';

/** At most one leaf of the log of all accounts in this time, whichever process appends it; so a change is signed within a minute. */
const ROUND_EVERY_MS = 55_000;
const LOOK_EVERY_MS = 5_000;
const WITNESS_ANSWERS_MS = 10_000;

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

/** Rounds of one process, which report what they cannot do. */
export function logRounds(directory: Directory, signing: Signing, onNotice: (line: string) => void) {
  const known = new Map<string, number>();
  let sentSize = 0;
  return {
    /** @returns the size of the log, if it is known */
    async run(): Promise<{ metrics: LogMetrics; size?: number; sent: Promise<void> }> {
      try {
        const { stopped, size, checkpoint } = await runLogRound(directory, signing, onNotice);
        const { witnesses = [] } = signing;
        const isNew = checkpoint !== undefined && checkpoint.size > sentSize && witnesses.length > 0;
        if (isNew) sentSize = checkpoint.size;
        const sent = isNew
          ? sendToWitnesses(directory, checkpoint, witnesses, {
              ...{ known, onNotice },
              post: (url, body) => post(directory, url, body),
            }).catch((error: unknown) => onNotice(`Cosignatures could not be stored: ${String(error)}`))
          : Promise.resolve();
        return { metrics: { unsigned: 0, stopped }, size, sent };
      } catch (error) {
        const isStopped = error instanceof Error && error.name === 'LogStoppedError';
        onNotice(
          isStopped
            ? `LOG STOPPED: ${error.message}`
            : `What has changed could not be logged and will be retried: ${String(error)}`,
        );
        return { metrics: { unsigned: 1, stopped: Number(isStopped) }, sent: Promise.resolve() };
      }
    },
  };
}

/** @throws after ten seconds without an answer */
async function post(
  { sleep }: Directory,
  url: string,
  body: string,
): Promise<{ status: number; text: string }> {
  const [late, answered] = [new AbortController(), new AbortController()];
  void sleep(WITNESS_ANSWERS_MS, answered.signal).then(() => late.abort());
  try {
    const answer = await fetch(url, { method: 'POST', body, signal: late.signal });
    return { status: answer.status, text: await answer.text() };
  } finally {
    answered.abort();
  }
}

/**
 * Keeps the logs for as long as it runs. Every process does; a round is due when the log has not grown for a while by this process's own
 * time, so that clocks do not matter and another takes over at once. Nothing waits for a witness.
 */
export function startLogging(
  directory: Directory,
  signing: Signing,
  { onNotice, roundEveryMs = ROUND_EVERY_MS, lookEveryMs = LOOK_EVERY_MS }: LogOptions,
): { metrics(): LogMetrics; stop(): Promise<void> } {
  const rounds = logRounds(directory, signing, onNotice);
  const stopping = new AbortController();
  let [seen, since] = [-1, -Infinity];
  let metrics: LogMetrics = { unsigned: 0, stopped: 0 };
  let sending = Promise.resolve();
  const look = async () => {
    const size = await readLogSize(directory, signing);
    if (seen !== size && seen !== -1) since = directory.elapsed();
    seen = size;
    if (directory.elapsed() - since < roundEveryMs) return;
    const startedAt = directory.elapsed();
    const done = await rounds.run();
    metrics = done.metrics;
    sending = sending.then(() => done.sent);
    if (done.size !== undefined && done.size !== seen) [seen, since] = [done.size, startedAt];
  };
  const work = async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => {
        metrics = { ...metrics, unsigned: 1 };
        onNotice(`The log could not be read and will be retried: ${String(error)}`);
      });
      const dueIn = since + roundEveryMs - directory.elapsed();
      await directory.sleep(dueIn > 0 ? Math.min(dueIn, lookEveryMs) : lookEveryMs, stopping.signal);
    }
  };
  const working = work();
  return {
    metrics: () => metrics,
    async stop() {
      stopping.abort();
      await working;
      await sending;
    },
  };
}
