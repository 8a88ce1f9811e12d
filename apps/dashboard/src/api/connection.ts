import { ConnectionError, isRollbookError } from '#libs/client';
import { createStore } from './store.js';

/** Whether the API can be reached, according to its last answers. */
export type Connection = 'online' | 'offline' | 'unavailable' | 'signed-out' | 'sign-in-too-old';

export const connection = createStore<Connection>('online');

const DEFAULT_WAIT_MS = 5_000;
/** How long to wait before the next attempt, as the unavailable API requested. */
let retryWaitMs = DEFAULT_WAIT_MS;

export function noteFailure(error: unknown): void {
  if (isRollbookError(error) && error.status === 401) {
    const isTooOld = error.code === 'recent_sign_in_needed';
    if (!isTooOld) connection.set('signed-out');
    else if (connection.get() !== 'signed-out') connection.set('sign-in-too-old');
  } else if (isRollbookError(error) && error.status !== 503) noteAnswer();
  else if (isRollbookError(error) || error instanceof ConnectionError) {
    retryWaitMs = (isRollbookError(error) ? error.retryAfterMs : undefined) ?? DEFAULT_WAIT_MS;
    if (!isSignInNeeded(connection.get()))
      connection.set(error instanceof ConnectionError ? 'offline' : 'unavailable');
  }
}

export const isSignInNeeded = (state: Connection) => state === 'signed-out' || state === 'sign-in-too-old';

/** Nothing can be written in these states. */
export const isUnreachable = (state: Connection) => state === 'offline' || state === 'unavailable';

/** Resolves when the connection is in such a state. */
export function connectionIs(such: (state: Connection) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!such(connection.get())) return;
      stop();
      resolve();
    };
    const stop = connection.subscribe(look);
    look();
  });
}

export const waitBeforeRetry = () => Math.max(1_000, retryWaitMs);

/** Only a new sign-in ends the states that need one. */
export function noteAnswer(): void {
  if (!isSignInNeeded(connection.get())) connection.set('online');
}
