import { ConnectionError, isRollbookError } from '#libs/client';
import { createStore } from './store.js';

/** How the API can be reached, as the last answers tell. */
export type Connection = 'online' | 'offline' | 'unavailable' | 'signed-out' | 'sign-in-too-old';

export const connection = createStore<Connection>('online');

const DEFAULT_WAIT_MS = 5_000;
/** How long the API asked to be left alone when it was unavailable. */
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

/** Nothing can be written now. */
export const isUnreachable = (state: Connection) => state === 'offline' || state === 'unavailable';

export const waitBeforeRetry = () => Math.max(1_000, askedWaitMs);

/** Only a new sign-in ends the states that ask for one. */
export function noteAnswer(): void {
  if (!isSignInNeeded(connection.get())) connection.set('online');
}
