import { specification } from '../../../../test/support/given-when-then.js';
import {
  announceEnd,
  decideUser,
  endDueMembership,
  endMembershipWithServiceGroup,
  evolveUser,
  initialUser,
  isHeld,
  NOTICE_BEFORE_END_MS,
  type Account,
  type NewUserEvent,
  type ServiceGroup,
  type UserCommand,
  type UserState,
} from '../index.js';

const { given } = specification(initialUser, evolveUser);

/** The specification's clock; its events are one millisecond apart. */
const START = Date.parse('2026-01-01T00:00:00.000Z');
const DAY = NOTICE_BEFORE_END_MS;
const iso = (after: number) => new Date(START + after).toISOString();

const times = { version: 1, createdAt: iso(0), updatedAt: iso(0) };
const account: Account = { status: 'active', accountId: 'acct_1', name: 'Acme', ...times };
const dev: ServiceGroup = { ...account, status: 'active', serviceGroupId: 'sgrp_1', name: 'dev' };

const ada = { userId: 'user_1', name: 'Ada', email: 'ada@acme.example' } as const;
const created: NewUserEvent = { type: 'user.created', data: { ...ada, role: 'member' } };
const membership = {
  userId: 'user_1',
  userName: 'Ada',
  userEmail: 'ada@acme.example',
  serviceGroupId: 'sgrp_1',
  serviceGroupName: 'dev',
  serviceGroupVersion: 1,
} as const;
const since = iso(1);
const added = (expiresAt?: string): NewUserEvent => ({
  type: 'service_group.member_added',
  data: { ...membership, ...(expiresAt !== undefined && { expiresAt }) },
});
const expired = (expiresAt: string): NewUserEvent => ({
  type: 'service_group.member_removed',
  data: {
    ...membership,
    since,
    reason: 'member_removed',
    cause: 'expired',
    expiresAt,
    until: expiresAt,
  },
});
const at =
  (after: number, command: UserCommand, status: 'active' | 'suspended' = 'active') =>
  (state: UserState) =>
    decideUser(state, command, { account: { ...account, status }, anotherOwner: true, now: START + after });
const addTo = { type: 'add_member', serviceGroup: dev } as const;
const change = { type: 'change_membership', serviceGroup: dev } as const;
const remove = { type: 'remove_member', serviceGroupId: 'sgrp_1' } as const;
const end = iso(3 * DAY);

describe('a membership with an end', () => {
  test('is given until a time, for a reason; the same without an end states neither', () => {
    given(created)
      .when(at(10, { ...addTo, expiresAt: '2026-01-04T01:00:00+01:00', reason: ' On call ' }))
      .then({
        type: 'service_group.member_added',
        data: { ...membership, expiresAt: end, reason: 'On call' },
      });
    given(created)
      .when(at(10, { ...addTo, expiresAt: null }))
      .then(added());
  });

  test.each([iso(10), iso(-DAY), '+010000-01-01T00:00:00Z', 'tomorrow'])(
    'does not end at %s',
    (expiresAt) => {
      given(created)
        .when(at(10, { ...addTo, expiresAt }))
        .thenRefused('invalid_expires_at');
      given(created, added(end))
        .when(at(10, { ...change, expiresAt }))
        .thenRefused('invalid_expires_at');
    },
  );

  test('holds up to its end, and not at it', () => {
    expect(isHeld({ expiresAt: end }, Date.parse(end) - 1)).toBe(true);
    expect(isHeld({ expiresAt: end }, Date.parse(end))).toBe(false);
    expect(isHeld({}, Number.MAX_SAFE_INTEGER)).toBe(true);
  });

  test('is not added again while it holds, whatever is asked for', () => {
    given(created, added(end))
      .when(at(3 * DAY - 1, { ...addTo, expiresAt: iso(9 * DAY) }))
      .then();
  });

  test('is extended, shortened and made permanent; without a difference nothing happens', () => {
    const changed = (expiresAt: string | null): NewUserEvent => ({
      type: 'service_group.membership_changed',
      data: { ...membership, since, expiresAt, previousExpiresAt: end },
    });
    for (const expiresAt of [iso(9 * DAY), iso(1 * DAY), null])
      given(created, added(end))
        .when(at(10, { ...change, expiresAt }))
        .then(changed(expiresAt));
    given(created, added(end))
      .when(at(10, { ...change, expiresAt: end }))
      .then();
    given(created, added(end), changed(null))
      .when(at(9 * DAY, remove))
      .then({
        type: 'service_group.member_removed',
        data: { ...membership, since, reason: 'member_removed' },
      });
  });

  test('ends by itself, once, and not before', () => {
    const endDue = (after: number) => (state: UserState) =>
      endDueMembership(state, 'sgrp_1', { now: START + after });
    given(created, added(end))
      .when(endDue(3 * DAY - 1))
      .then();
    given(created, added(end))
      .when(endDue(3 * DAY))
      .then(expired(end));
    given(created, added(end), expired(end))
      .when(endDue(9 * DAY))
      .then();
    given(created, added())
      .when(endDue(9 * DAY))
      .then();
  });

  test('that is due is ended by what adds it again, and is absent to what changes or removes it', () => {
    given(created, added(end))
      .when(at(3 * DAY, addTo))
      .then(expired(end), added());
    given(created, added(end))
      .when(at(3 * DAY, { ...change, expiresAt: null }))
      .thenRefused('membership_not_found');
    given(created, added(end))
      .when(at(3 * DAY, remove))
      .thenRefused('membership_not_found');
  });

  test('is due by the time of the next event, even if the clock is behind', () => {
    const short = iso(2);
    const suspended: NewUserEvent = { type: 'user.suspended', data: { ...ada, role: 'member' } };
    given(created, added(short), suspended).when(at(-DAY, remove)).thenRefused('membership_not_found');
  });

  test('that ended before its service group did ended by itself', () => {
    given(created, added(end))
      .when((state) => endMembershipWithServiceGroup(state, 'sgrp_1', iso(4 * DAY)))
      .then(expired(end));
    given(created, added(end))
      .when((state) => endMembershipWithServiceGroup(state, 'sgrp_1', iso(2 * DAY)))
      .then({
        type: 'service_group.member_removed',
        data: { ...membership, since, reason: 'service_group_removed', until: iso(2 * DAY) },
      });
  });
});

describe('the end of a membership', () => {
  const announce = (after: number) => (state: UserState) =>
    announceEnd(state, 'sgrp_1', { now: START + after });
  const expiring: NewUserEvent = {
    type: 'service_group.membership_expiring',
    data: { ...membership, since, expiresAt: end },
  };

  test('is announced once, a day ahead', () => {
    given(created, added(end))
      .when(announce(2 * DAY - 1))
      .then();
    given(created, added(end))
      .when(announce(2 * DAY))
      .then(expiring);
    given(created, added(end), expiring)
      .when(announce(2 * DAY + 1))
      .then();
    given(created, added(end))
      .when(announce(3 * DAY))
      .then();
  });

  test('is not announced of a membership shorter than that, or without one', () => {
    for (const event of [added(iso(DAY)), added()])
      given(created, event)
        .when(announce(DAY - 1))
        .then();
  });

  test('is announced again after it was moved', () => {
    const later = iso(9 * DAY);
    const extended: NewUserEvent = {
      type: 'service_group.membership_changed',
      data: { ...membership, since, expiresAt: later, previousExpiresAt: end, reason: 'Still on call' },
    };
    const { state } = given(created, added(end), expiring, extended);
    expect(state).toMatchObject({
      memberships: { sgrp_1: { expiresAt: later, noticeAt: iso(8 * DAY), reason: 'Still on call' } },
    });
  });

  test('is announced as before when only the reason changes', () => {
    const explained: NewUserEvent = {
      type: 'service_group.membership_changed',
      data: { ...membership, since, expiresAt: end, previousExpiresAt: end, reason: 'On call' },
    };
    for (const [events, noticeAt] of [
      [[added(end), explained], iso(2 * DAY)],
      [[added(end), expiring, explained], undefined],
    ] as const) {
      const { state } = given(created, ...events);
      const held = state.status === 'none' ? undefined : state.memberships['sgrp_1'];
      expect([held?.expiresAt, held?.reason, held?.noticeAt]).toEqual([end, 'On call', noticeAt]);
    }
  });
});
