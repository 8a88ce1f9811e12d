import { openGuard, type Guard } from '@rollbook/guard';

const { ROLLBOOK_URL = '', ROLLBOOK_KEY, ROLLBOOK_ACCOUNT } = process.env;

// One for the process. In development Next loads this module again after each change, and the process stays.
const opened = globalThis as { rollbookGuard?: Promise<Guard> };

/** Access is checked in this process. It refuses everybody if Rollbook has not been heard of for 30 seconds. */
export const openedGuard = (): Promise<Guard> =>
  (opened.rollbookGuard ??= openGuard({
    baseUrl: ROLLBOOK_URL,
    token: ROLLBOOK_KEY,
    accountId: ROLLBOOK_ACCOUNT,
    whenTooOld: 'ask',
  }));
