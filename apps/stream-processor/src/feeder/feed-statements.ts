import { stateComplete, type Directory } from '#libs/directory';

/** What a copy is older than need be, at most; less than a reader's longest pause between two polls, so that each is stated. */
const STATE_EVERY_MS = 4_500;
const LOOK_EVERY_MS = 500;

export interface FeedStatements {
  metrics(): FeedMetrics;
  stop(): Promise<void>;
}

export interface FeedMetrics {
  /** How long ago everything committed was in its feeds, as last stated; since it began, if it has not been stated. */
  completeAgeMs: number;
}

/** States every few seconds up to when the feeds are complete, for as long as it gets later. */
export function startStatingFeeds(
  directory: Directory,
  reader: { completeTo: () => number | undefined },
  onNotice: (line: string) => void,
  everyMs = STATE_EVERY_MS,
): FeedStatements {
  const startedAt = directory.now();
  let stated: number | undefined;
  let writing: Promise<void> | undefined;
  const state = async (next: number) => {
    try {
      await stateComplete(directory, next);
      stated = next;
    } catch (error) {
      onNotice(`The completeness of the feeds could not be stated and will be retried: ${String(error)}`);
    }
    writing = undefined;
  };
  const stop = directory.every(Math.min(LOOK_EVERY_MS, everyMs), () => {
    const next = reader.completeTo();
    // Also when the clock was set back.
    if (writing || next === undefined || Math.abs(next - (stated ?? 0)) < everyMs) return;
    writing = state(next);
  });
  return {
    metrics: () => ({ completeAgeMs: Math.max(0, directory.now() - (stated ?? startedAt)) }),
    async stop() {
      stop();
      await writing;
    },
  };
}
