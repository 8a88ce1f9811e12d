import { toPublishedEvent, toPublishedReference, type CommittedEvent } from './cloud-event.js';

const committed: CommittedEvent = {
  eventId: 'user_1.7',
  type: 'user.profile_changed',
  schemaVersion: 1,
  accountId: 'acct_1',
  aggregateId: 'user_1',
  version: 7,
  at: '2026-03-03T10:00:00.000Z',
  actor: 'operator:ada',
  correlationId: 'req_1',
  causationId: 'cmd_1',
  data: { userId: 'user_1', name: 'Ada', previousName: 'Ana' },
};

test('the same event gives the same bytes, in whatever order its attributes come back', () => {
  const reordered = { ...committed, data: { previousName: 'Ana', name: 'Ada', userId: 'user_1' } };
  expect(JSON.stringify(toPublishedEvent(reordered))).toBe(JSON.stringify(toPublishedEvent(committed)));
});

test('sequences order as text', () => {
  const sequenceOf = (version: number) => toPublishedEvent({ ...committed, version }).sequence;
  expect(sequenceOf(9) < sequenceOf(10)).toBe(true);
});

test('an event too large for the bus says where it is instead of carrying its data', () => {
  expect(toPublishedReference(committed)).toMatchObject({
    id: 'user_1.7',
    dataref: '/v1/accounts/acct_1/events/user_1.7',
  });
  expect(toPublishedReference(committed)).not.toHaveProperty('data');
});
