import { ConnectionError, isRollbookError } from '#libs/client';
import { createStore } from './store.js';

/** How the API can be reached, as the last answers tell. */
export type Connection = 'online' | 'offline' | 'unavailable' | 'signed-out';

export const connection = createStore<Connection>('online');

export function noteFailure(error: unknown): void {
  if (isRollbookError(error)) {
    if (error.status === 401) connection.set('signed-out');
    else if (error.status === 503) connection.set('unavailable');
    else noteAnswer();
  } else if (error instanceof ConnectionError) connection.set('offline');
}

/** Only a new sign-in ends `signed-out`. */
export function noteAnswer(): void {
  if (connection.get() !== 'signed-out') connection.set('online');
}
