import type { PublishedEvent } from '#libs/event-contracts';
import { applyEvent, emptyModel, mayEnter, serviceGroupsOf, usersOf } from './access-model.js';

const END = Date.parse('2026-03-01T12:00:00.000Z');
const at = (time: number) => new Date(time).toISOString();
const membership = { userId: 'user_1', serviceGroupId: 'sgrp_1' };

/** The events of a user who is given access until a time, and what followed. */
function modelAfter(...later: [type: string, data: object][]) {
  const model = emptyModel();
  const ada = { userId: 'user_1', name: 'Ada', email: 'ada@x.example', role: 'member' };
  const events: [subject: string, type: string, data: object][] = [
    ['acct_1', 'account.created', { name: 'Acme' }],
    ['sgrp_1', 'service_group.created', { serviceGroupId: 'sgrp_1', name: 'prod' }],
    ['user_1', 'user.created', ada],
    ['user_1', 'service_group.member_added', { ...membership, expiresAt: at(END) }],
    ...later.map(([type, data]) => ['user_1', type, data] as [string, string, object]),
  ];
  const last = new Map<string, number>();
  for (const [subject, type, data] of events) {
    const sequence = (last.get(subject) ?? 0) + 1;
    last.set(subject, sequence);
    const event = { subject, type, sequence: String(sequence), accountid: 'acct_1', data };
    expect(applyEvent(model, event as unknown as PublishedEvent)).toBe('applied');
  }
  return model;
}

const answersAt = (model: ReturnType<typeof emptyModel>, now: number) => [
  mayEnter(model, 'user_1', 'sgrp_1', now),
  serviceGroupsOf(model, 'user_1', now).includes('sgrp_1'),
  usersOf(model, 'sgrp_1', now).includes('user_1'),
];
const [YES, NO] = [
  [true, true, true],
  [false, false, false],
];

test('a membership ends at its end, before any event says so', () => {
  const model = modelAfter();
  expect(answersAt(model, END - 1)).toEqual(YES);
  expect(answersAt(model, END)).toEqual(NO);
});

test('the last end that was said counts', () => {
  const extended = modelAfter([
    'service_group.membership_changed',
    { ...membership, expiresAt: at(END + 9) },
  ]);
  expect(answersAt(extended, END + 8)).toEqual(YES);
  expect(answersAt(extended, END + 9)).toEqual(NO);
  const permanent = modelAfter(['service_group.membership_changed', { ...membership, expiresAt: null }]);
  expect(answersAt(permanent, END + 9)).toEqual(YES);
});

test('a membership that is given again is not ended by the end of the one before', () => {
  const ended = { ...membership, cause: 'expired', expiresAt: at(END) };
  const model = modelAfter(
    ['service_group.member_removed', ended],
    ['service_group.member_added', membership],
  );
  expect(answersAt(model, END + 1)).toEqual(YES);
});
