import { ConnectionError, isRollbookError } from '#libs/client';
import { createStore } from './store.js';

/** Whether the API can be reached, according to its last answers. */
export type Connection = 'online' | 'offline' | 'unavailable' | 'signed-out' | 'sign-in-too-old';

export const connection = createStore<Connection>('online');

const DEFAULT_WAIT_MS = 5_000;
/** How long to wait before the next attempt, as the unavailable API asked. */
let askedWaitMs = DEFAULT_WAIT_MS;

export function noteFailure(error: unknown): void {
  if (isRollbookError(error, 'recent_sign_in_needed')) connection.set('sign-in-too-old');
  else if (isRollbookError(error)) {
    if (error.status === 401) connection.set('signed-out');
    else if (error.status === 503) {
      askedWaitMs = error.retryAfterMs ?? DEFAULT_WAIT_MS;
      connection.set('unavailable');
    } else noteAnswer();
  } else if (error instanceof ConnectionError) {
    askedWaitMs = DEFAULT_WAIT_MS;
    connection.set('offline');
  }
}

export const isSignInNeeded = (state: Connection) => state === 'signed-out' || state === 'sign-in-too-old';

/** Nothing can be written in these states. */
export const isUnreachable = (state: Connection) => state === 'offline' || state === 'unavailable';

export const waitBeforeRetry = () => Math.max(1_000, askedWaitMs);

/** Only a new sign-in ends the states that need one. */
export function noteAnswer(): void {
  if (!isSignInNeeded(connection.get())) connection.set('online');
}
