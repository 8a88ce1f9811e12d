import { pause as sleep } from '#libs/client';

/** Ends early, without an error, if it is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, signal).catch(() => undefined);
