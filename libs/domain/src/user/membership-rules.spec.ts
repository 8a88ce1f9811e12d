import { specification } from '../../../../test/support/given-when-then.js';
import {
  decideUser,
  evolveUser,
  initialUser,
  orRefusal,
  type Account,
  type MembershipRules,
  type MembershipTerms,
  type NewUserEvent,
  type ServiceGroup,
  type UserState,
} from '../index.js';

const { given } = specification(initialUser, evolveUser);

const account: Account = {
  status: 'active',
  accountId: 'acct_1',
  name: 'Acme',
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const NOW = Date.parse('2026-03-01T00:00:00.000Z');
const HOUR = 3_600;
const inHours = (hours: number) => new Date(NOW + hours * HOUR * 1_000).toISOString();
const context = { account, anotherOwner: true, now: NOW };
const dev = (membershipRules: MembershipRules): ServiceGroup => ({
  ...account,
  status: 'active',
  serviceGroupId: 'sgrp_1',
  name: 'dev',
  membershipRules,
});

const ada = { userId: 'user_1', name: 'Ada', email: 'ada@acme.example', role: 'member' } as const;
const created: NewUserEvent = { type: 'user.created', data: ada };
const added = (terms: { expiresAt?: string; reason?: string } = {}): NewUserEvent => ({
  type: 'service_group.member_added',
  data: {
    userId: 'user_1',
    userName: 'Ada',
    userEmail: 'ada@acme.example',
    serviceGroupId: 'sgrp_1',
    serviceGroupName: 'dev',
    serviceGroupVersion: 1,
    ...terms,
  },
});

const add = (rules: MembershipRules, terms: MembershipTerms) => (state: UserState) =>
  decideUser(state, { ...terms, type: 'add_member', serviceGroup: dev(rules) }, context);
const change = (rules: MembershipRules, terms: MembershipTerms) => (state: UserState) =>
  decideUser(state, { ...terms, type: 'change_membership', serviceGroup: dev(rules) }, context);

/** The code and the field of a refusal, or the terms of the event. */
function outcome(decide: (state: UserState) => NewUserEvent[], ...before: NewUserEvent[]) {
  const { state } = given(created, ...before);
  const decided = orRefusal(() => decide(state));
  if (decided instanceof Error) return `${decided.code} ${decided.field}`;
  const { expiresAt = null, reason } = (decided.at(-1)?.data ?? {}) as MembershipTerms;
  return { expiresAt, ...(reason !== undefined && { reason }) };
}

const RULES = { maxLengthSeconds: 8 * HOUR };
const USUAL = { ...RULES, defaultLengthSeconds: HOUR };

test.each<[string, MembershipRules, MembershipTerms, unknown]>([
  ['no rule', {}, {}, { expiresAt: null }],
  ['the default length where no end is named', { defaultLengthSeconds: HOUR }, {}, { expiresAt: inHours(1) }],
  ['no end, if that is named', { defaultLengthSeconds: HOUR }, { expiresAt: null }, { expiresAt: null }],
  ['the longest length, without a default one', RULES, {}, { expiresAt: inHours(8) }],
  ['the default length rather than the longest', USUAL, {}, { expiresAt: inHours(1) }],
  ['the longest length, to the millisecond', RULES, { expiresAt: inHours(8) }, { expiresAt: inHours(8) }],
  [
    'more',
    RULES,
    { expiresAt: new Date(NOW + 8 * HOUR * 1_000 + 1).toISOString() },
    'membership_too_long expiresAt',
  ],
  ['no end where there must be one', RULES, { expiresAt: null }, 'membership_too_long expiresAt'],
  ['no reason', { reasonRequired: true }, {}, 'reason_required reason'],
  ['a reason', { reasonRequired: true }, { reason: 'On call' }, { expiresAt: null, reason: 'On call' }],
  [
    'what stands in for a reason',
    { reasonRequired: true },
    { reasonIfRequired: 'SCIM' },
    { expiresAt: null, reason: 'SCIM' },
  ],
  [
    'nothing that would stand in, where none is required',
    {},
    { reasonIfRequired: 'SCIM' },
    { expiresAt: null },
  ],
])('a membership is given with %s', (_, rules, terms, expected) => {
  expect(outcome(add(rules, terms))).toEqual(expected);
});

test('all that is against the rules is said at once', () => {
  const { state } = given(created);
  const refusal = orRefusal(() => add({ ...RULES, reasonRequired: true }, { expiresAt: null })(state));
  expect(refusal).toMatchObject({ parts: [{ field: 'expiresAt' }, { field: 'reason' }] });
});

test.each<[string, MembershipRules, MembershipTerms, unknown]>([
  ['an end that is too late', RULES, { expiresAt: inHours(9) }, 'membership_too_long expiresAt'],
  ['no end where there must be one', RULES, { expiresAt: null }, 'membership_too_long expiresAt'],
  ['a later end', RULES, { expiresAt: inHours(7) }, { expiresAt: inHours(7) }],
  [
    'a later end without a reason',
    { reasonRequired: true },
    { expiresAt: inHours(7) },
    'reason_required reason',
  ],
  [
    'an earlier end without a reason',
    { reasonRequired: true },
    { expiresAt: inHours(1) },
    { expiresAt: inHours(1) },
  ],
  ['another reason', RULES, { reason: 'Night shift' }, { expiresAt: inHours(2), reason: 'Night shift' }],
])('a membership is changed to %s', (_, rules, terms, expected) => {
  expect(outcome(change(rules, terms), added({ expiresAt: inHours(2) }))).toEqual(expected);
});

test('a new rule asks nothing of a membership that exists', () => {
  expect(outcome(change(RULES, { reason: 'For good' }), added())).toEqual({
    expiresAt: null,
    reason: 'For good',
  });
  given(created, added())
    .when(add({ ...RULES, reasonRequired: true }, {}))
    .then();
});
