import { marshall } from '@aws-sdk/util-dynamodb';
import type { StreamRecord } from '#libs/dynamodb-streams';
import { AGGREGATE_KINDS, AGGREGATES, ID_PREFIXES, type DomainEvent } from '#libs/domain';
import { DERIVED_ENTITIES, lastCommitOf, packCommit } from '#libs/directory';
import { commitOf, isNoCommit } from './committed-events.js';

const event = (version: number, changes: object = {}) => ({
  eventId: `user_1.${version}`,
  type: 'user.profile_changed',
  schemaVersion: 1,
  accountId: 'acct_1',
  aggregateId: 'user_1',
  version,
  at: '2026-03-03T10:00:00.000Z',
  actor: 'operator:ada',
  correlationId: 'req_1',
  causationId: 'cmd_1',
  data: { userId: 'user_1' },
  ...changes,
});
const head = (version: number, lastEvents: unknown, changes: object = {}) => ({
  PK: 'account:acct_1',
  SK: 'user:user_1',
  entity: 'user',
  accountId: 'acct_1',
  userId: 'user_1',
  version,
  lastEvents,
  ...changes,
});
const record = (after?: object, before?: object): StreamRecord => ({
  dynamodb: {
    SequenceNumber: '1',
    Keys: marshall({ PK: 'account:acct_1', SK: 'user:user_1' }),
    ...(after ? { NewImage: marshall(after) } : {}),
    ...(before ? { OldImage: marshall(before) } : {}),
  },
});

test('a new version of a head item is a commit: its events, whole', () => {
  const commit = commitOf(record(head(3, [event(2), event(3)]), head(1, [event(1)])));
  expect(commit).toEqual({ kind: 'events', events: [event(2), event(3)] });
});

test('events stored as text, in short too, and as a list by an earlier version, are the same', () => {
  const events = [event(2), event(3)];
  expect(commitOf(record(head(3, JSON.stringify(events)), head(1, JSON.stringify([event(1)]))))).toEqual(
    commitOf(record(head(3, events), head(1, [event(1)]))),
  );
  const packed = (given: object[]) => JSON.stringify(packCommit(lastCommitOf(given as DomainEvent[])));
  expect(commitOf(record(head(3, packed(events)), head(1, packed([event(1)]))))).toEqual({
    kind: 'events',
    events,
  });
  expect(packed(events).length).toBeLessThan(0.8 * JSON.stringify(events).length);
});

test('a commit whose events are too large for its head is named by it', () => {
  const events = Array.from({ length: 25 }, (_, n) => event(n + 2)) as unknown as DomainEvent[];
  const named = JSON.stringify(packCommit(lastCommitOf(events)));
  expect(Buffer.byteLength(named)).toBeLessThan(200);
  expect(commitOf(record(head(26, named), head(1, [event(1)])))).toEqual({
    kind: 'named',
    aggregateId: 'user_1',
    accountId: 'acct_1',
    version: 26,
    count: 25,
  });
  const problem = 'the head item names version 26 as its last';
  expect(commitOf(record(head(27, named), head(26, [])))).toMatchObject({
    kind: 'unreadable',
    reason: problem,
  });
});

test.each([
  ['an event item', record({ ...event(1), PK: 'events:user_1', SK: 'v:000000000001', entity: 'event' })],
  ['a membership', record({ PK: 'user:user_1', SK: 'servicegroup:g', entity: 'membership', version: 1 })],
  [
    'a head with the same version: only other attributes changed',
    record(head(2, [event(2)], { expiresAt: 5 }), head(2, [event(2)])),
  ],
  ['a removal, by TTL or by hand', record(undefined, head(2, [event(2)]))],
  ['a lease', record({ PK: 'lease:publisher', SK: 's', entity: 'stream-lease' })],
])('%s is no commit', (_, given) => {
  expect(isNoCommit(given)).toBe(true);
  expect(commitOf(given)).toEqual({ kind: 'none' });
});

test.each([
  ['has no events', head(2, []), 'the head item carries no events'],
  ['has events that are not JSON', head(2, '[{'), 'the head item carries no events'],
  ['has events that are no list', head(2, '{"a":1}'), 'the head item carries no events'],
  ['has events that are no list', head(2, 'x'), 'the head item carries no events'],
  ['has an event without a type', head(2, [event(2, { type: '' })]), 'event 0 has no type'],
  ['has an event without data', head(2, [event(2, { data: null })]), 'event 0 has no data'],
  ['leaves a hole', head(3, [event(1), event(3)]), 'event 0 has version 1, not 2'],
  ['ends before its version', head(3, [event(2)]), 'event 0 has version 2, not 3'],
  [
    'mixes aggregates',
    head(3, [event(2), event(3, { aggregateId: 'user_2', eventId: 'user_2.3' })]),
    'event 1 belongs to another aggregate',
  ],
  ['has a forged id', head(2, [event(2, { eventId: 'user_1.9' })]), 'event 0 has the id user_1.9'],
])('a head that %s is unreadable, and its aggregate and versions are known', (_, after, reason) => {
  expect(commitOf(record(after, head(1, [event(1)])))).toEqual({
    kind: 'unreadable',
    aggregateId: 'user_1',
    accountId: 'acct_1',
    version: after.version,
    count: after.version - 1,
    reason,
  });
});

test.each(AGGREGATE_KINDS)(
  'a commit of a head of %s that cannot be read is known by its id, or by its key',
  (entity) => {
    const [{ idName }, idPrefix] = [AGGREGATES[entity], ID_PREFIXES[entity]];
    const ids = { accountId: 'acct_1', [idName]: `${idPrefix}_1` };
    const { key } = DERIVED_ENTITIES[entity].at(ids as never);
    const image = { ...key, entity, accountId: 'acct_1', version: 2, lastEvents: 'none' };
    for (const after of [{ ...image, ...ids }, image])
      expect(commitOf(record(after))).toMatchObject({
        kind: 'unreadable',
        aggregateId: `${idPrefix}_1`,
        accountId: 'acct_1',
      });
  },
);
