import { ConnectionError, RollbookError } from '#libs/client';
import { connection, noteAnswer, noteFailure, type Connection } from './connection.js';

const refused = (status: number, code: string) =>
  new RollbookError(status, { code, status, title: code, detail: code } as never);

const HAPPENS = {
  answer: () => noteAnswer(),
  'no answer': () => noteFailure(new ConnectionError('none')),
  503: () => noteFailure(refused(503, 'service_unavailable')),
  401: () => noteFailure(refused(401, 'credentials_missing')),
  'too old': () => noteFailure(refused(401, 'recent_sign_in_needed')),
  404: () => noteFailure(refused(404, 'user_not_found')),
};

/** Only a new sign-in ends the states that need one. */
const TABLE: Record<Connection, Record<keyof typeof HAPPENS, Connection>> = {
  online: {
    answer: 'online',
    'no answer': 'offline',
    503: 'unavailable',
    401: 'signed-out',
    'too old': 'sign-in-too-old',
    404: 'online',
  },
  offline: {
    answer: 'online',
    'no answer': 'offline',
    503: 'unavailable',
    401: 'signed-out',
    'too old': 'sign-in-too-old',
    404: 'online',
  },
  unavailable: {
    answer: 'online',
    'no answer': 'offline',
    503: 'unavailable',
    401: 'signed-out',
    'too old': 'sign-in-too-old',
    404: 'online',
  },
  'signed-out': {
    answer: 'signed-out',
    'no answer': 'signed-out',
    503: 'signed-out',
    401: 'signed-out',
    'too old': 'signed-out',
    404: 'signed-out',
  },
  'sign-in-too-old': {
    answer: 'sign-in-too-old',
    'no answer': 'sign-in-too-old',
    503: 'sign-in-too-old',
    401: 'signed-out',
    'too old': 'sign-in-too-old',
    404: 'sign-in-too-old',
  },
};

const cases = Object.entries(TABLE).flatMap(([state, outcomes]) =>
  Object.entries(outcomes).map(([event, next]) => [state, event, next] as const),
);

test.each(cases)('%s, then %s: %s', (state, event, next) => {
  connection.set(state as Connection);
  HAPPENS[event as keyof typeof HAPPENS]();
  expect(connection.get()).toBe(next);
});
