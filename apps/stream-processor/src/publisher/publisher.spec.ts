import { marshall } from '@aws-sdk/util-dynamodb';
import type { CommitReader } from '#libs/directory';
import type { DomainEvent } from '#libs/domain';
import type { StreamRecord } from '#libs/dynamodb-streams';
import { DeadLetters, STREAM_RETRIES, type EventBusPort, type Outcome } from '#libs/event-publishing';
import { openTestDirectory, type TestDirectory } from '../../../../test/support/directory/directory.js';
import { Publisher } from './publisher.js';

let opened: TestDirectory;
beforeAll(async () => {
  opened = await openTestDirectory();
});
afterAll(() => opened.close());

const event = (userId: string, version: number) => ({
  eventId: `${userId}.${version}`,
  type: 'user.profile_changed',
  schemaVersion: 1,
  accountId: 'acct_1',
  aggregateId: userId,
  version,
  at: '2026-03-03T10:00:00.000Z',
  actor: 'operator:ada',
  correlationId: 'req_1',
  causationId: 'cmd_1',
  data: { userId },
});

/** A commit of some events of a user, the last of which has this version. */
function commit(userId: string, version: number, events = 1): StreamRecord {
  const head = (at: number, lastEvents: unknown[]) =>
    marshall({ entity: 'user', accountId: 'acct_1', userId, version: at, lastEvents });
  const last = Array.from({ length: events }, (_, n) => event(userId, version - events + 1 + n));
  return {
    dynamodb: {
      SequenceNumber: `${userId} ${version}`,
      Keys: marshall({ PK: 'account:acct_1', SK: `user:${userId}` }),
      NewImage: head(version, last),
      OldImage: head(version - events, []),
    },
  };
}

/** A commit whose head only names its events. */
function namedCommit(userId: string, version: number, events: number): StreamRecord {
  const named = JSON.stringify([{ t: 'commit', n: events, v: version, by: 'operator:ada' }]);
  const image = (at: number, lastEvents: unknown) =>
    marshall({ entity: 'user', accountId: 'acct_1', userId, version: at, lastEvents });
  return {
    dynamodb: {
      SequenceNumber: `${userId} ${version}`,
      Keys: marshall({ PK: 'account:acct_1', SK: `user:${userId}` }),
      NewImage: image(version, named),
      OldImage: image(version - events, '[]'),
    },
  };
}

const stored: CommitReader = (userId, { version, count }) =>
  Promise.resolve(
    Array.from({ length: count }, (_, n) =>
      event(userId, version - count + 1 + n),
    ) as unknown as DomainEvent[],
  );

function publisher(outcome: (id: string) => Outcome, readCommit: CommitReader = stored) {
  const taken: string[] = [];
  const bus: EventBusPort = {
    maxEvents: 10,
    maxBytes: 100_000,
    keepsGroupOrder: false,
    sizeOf: ({ detail }) => detail.length,
    publish: (events) =>
      Promise.resolve(
        events.map(({ id }) => {
          const result = outcome(id);
          if (result.kind === 'accepted') taken.push(id);
          return result;
        }),
      ),
  };
  const deadLetters = new DeadLetters(opened.client, opened.tableName);
  const made = new Publisher({
    bus,
    deadLetters,
    readCommit,
    onNotice: () => {},
    retries: { ...STREAM_RETRIES, maxAttempts: 1 },
  });
  const signal = new AbortController().signal;
  const handle = async (records: StreamRecord[]) =>
    (await made.handle({ records, signal })).unfinished.map(({ dynamodb }) => dynamodb?.SequenceNumber);
  return { handle, taken, deadLetters };
}

test('what the bus has not taken is unfinished from its first commit on, and other aggregates are published', async () => {
  const { handle, taken } = publisher((id) =>
    id === 'user_a.3' ? { kind: 'failed', reason: 'throttled' } : { kind: 'accepted' },
  );
  const records = [commit('user_a', 1), commit('user_b', 1), commit('user_a', 3, 2), commit('user_a', 4)];
  expect(await handle(records)).toEqual(['user_a 3', 'user_a 4']);
  // Of a commit whose second event was not taken the first is sent again: at least once.
  expect(taken.toSorted()).toEqual(['user_a.1', 'user_a.2', 'user_b.1']);
});

test('what the bus will never take is parked with what follows of its aggregate, and nothing is unfinished', async () => {
  const { handle, taken, deadLetters } = publisher((id) =>
    id === 'user_c.2' ? { kind: 'rejected', reason: 'too large' } : { kind: 'accepted' },
  );
  const records = [commit('user_c', 1), commit('user_c', 2), commit('user_d', 1), commit('user_c', 3)];
  expect(await handle(records)).toEqual([]);
  expect(taken.toSorted()).toEqual(['user_c.1', 'user_d.1']);
  expect((await deadLetters.list('user_c')).map(({ version }) => version)).toEqual([2, 3]);
  // Later commits wait behind it.
  expect(await handle([commit('user_c', 4)])).toEqual([]);
  expect((await deadLetters.list('user_c')).map(({ version }) => version)).toEqual([2, 3, 4]);
});

test('what a head only names is read and published in its place, and read again if the table fails', async () => {
  let fails = true;
  const reader: CommitReader = (...asked) =>
    fails ? Promise.reject(new Error('throttled')) : stored(...asked);
  const { handle, taken } = publisher(() => ({ kind: 'accepted' }), reader);
  const records = [
    commit('user_e', 1),
    namedCommit('user_e', 4, 3),
    commit('user_e', 5),
    commit('user_f', 1),
  ];
  expect(await handle(records)).toEqual(['user_e 4', 'user_e 5']);
  expect(taken.toSorted()).toEqual(['user_e.1', 'user_f.1']);
  taken.splice(0);
  fails = false;
  expect(await handle(records.slice(1, 3))).toEqual([]);
  expect(taken).toEqual(['user_e.2', 'user_e.3', 'user_e.4', 'user_e.5']);
});

test('a named commit whose events are not all there is parked, and what follows of its aggregate waits', async () => {
  const lacking: CommitReader = async (...asked) => (await stored(...asked)).slice(1);
  const { handle, taken, deadLetters } = publisher(() => ({ kind: 'accepted' }), lacking);
  const records = [
    commit('user_g', 1),
    namedCommit('user_g', 4, 3),
    commit('user_g', 5),
    commit('user_h', 1),
  ];
  expect(await handle(records)).toEqual([]);
  expect(taken.toSorted()).toEqual(['user_g.1', 'user_h.1']);
  const [first, second] = await deadLetters.list('user_g');
  expect(first).toMatchObject({ version: 4, events: 3, reason: 'the table has 2 of its 3 events' });
  expect(second).toMatchObject({ version: 5, events: 1 });
});
