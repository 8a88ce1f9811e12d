import { specification } from '../../../../test/support/given-when-then.js';
import {
  decideUser,
  evolveUser,
  initialUser,
  orRefusal,
  type AccessRoleReference,
  type AccessRoles,
  type Account,
  type Giver,
  type MembershipRules,
  type MembershipTerms,
  type NewUserEvent,
  type ServiceGroup,
  type UserState,
} from '../index.js';

const { given } = specification(initialUser, evolveUser);

const times = { version: 1, createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const account: Account = { status: 'active', accountId: 'acct_1', name: 'Acme', ...times };
const NOW = Date.parse('2026-03-01T00:00:00.000Z');
const HOUR = 3_600;
const inHours = (hours: number) => new Date(NOW + hours * HOUR * 1_000).toISOString();
const context = { account, anotherOwner: true, now: NOW };

const READER: AccessRoleReference = { id: 'role_1', key: 'reader' };
const DEPLOYER: AccessRoleReference = { id: 'role_2', key: 'deployer' };
const REMOVED: AccessRoleReference = { id: 'role_0', key: 'reader' };
const accessRoles: AccessRoles = {
  status: 'active',
  accessRolesId: 'arol_1',
  accountId: 'acct_1',
  roles: [READER, DEPLOYER].map(({ id: accessRoleId, key }) => ({
    ...{ accessRoleId, key, name: key, description: '' },
    permissions: [`${key}.use`],
  })),
  ...times,
};

const dev = (membershipRules: MembershipRules): ServiceGroup => ({
  ...{ status: 'active', accountId: 'acct_1', serviceGroupId: 'sgrp_1', name: 'dev' },
  ...{ membershipRules, ...times },
});
const created: NewUserEvent = {
  type: 'user.created',
  data: { userId: 'user_1', name: 'Ada', email: 'ada@acme.example', role: 'member' },
};
const added = (terms: { expiresAt?: string; accessRole?: AccessRoleReference } = {}): NewUserEvent => ({
  type: 'service_group.member_added',
  data: {
    ...{ userId: 'user_1', userName: 'Ada', userEmail: 'ada@acme.example' },
    ...{ serviceGroupId: 'sgrp_1', serviceGroupName: 'dev', serviceGroupVersion: 1 },
    ...terms,
  },
});

interface Given extends MembershipTerms {
  giver?: Giver;
  rules?: MembershipRules;
}

const act =
  (type: 'add_member' | 'change_membership') =>
  ({ rules = {}, ...terms }: Given) =>
  (state: UserState) =>
    decideUser(state, { ...terms, accessRoles, type, serviceGroup: dev(rules) }, context);
const [add, change] = [act('add_member'), act('change_membership')];

/** The code and the field of a refusal, or the role and the end that the last event gives. */
function outcome(decide: (state: UserState) => NewUserEvent[], ...before: NewUserEvent[]) {
  const decided = orRefusal(() => decide(given(created, ...before).state));
  if (decided instanceof Error) return `${decided.code} ${decided.field}`;
  const { accessRole, expiresAt = null } = (decided.at(-1)?.data ?? {}) as MembershipTerms;
  return decided.length === 0 ? 'nothing' : { accessRole, expiresAt };
}

const OFFERED: MembershipRules = { accessRoles: [{ key: 'reader' }] };
const SHORT: MembershipRules = { accessRoles: [{ key: 'deployer', maxLengthSeconds: HOUR }] };
const manager: Giver = { actor: 'user:user_9', isAdmin: false };
const self: Giver = { actor: 'user:user_1', isAdmin: false };
const admin: Giver = { actor: 'user:user_1', isAdmin: true };

test.each<[string, Given, unknown]>([
  ['none if none is named', {}, { expiresAt: null }],
  ['the role that a key names', { accessRole: 'reader' }, { accessRole: READER, expiresAt: null }],
  ['the role that a job was started with', { accessRole: READER }, { accessRole: READER, expiresAt: null }],
  ['no role that the account does not have', { accessRole: 'owner' }, 'access_role_not_found accessRole'],
  ['no role in place of a removed one', { accessRole: REMOVED }, 'access_role_not_found accessRole'],
  [
    'the longest time of the role',
    { accessRole: 'deployer', rules: SHORT },
    { accessRole: DEPLOYER, expiresAt: inHours(1) },
  ],
  [
    'the shorter of two longest times',
    {
      accessRole: 'deployer',
      rules: { ...SHORT, maxLengthSeconds: 8 * HOUR, defaultLengthSeconds: 2 * HOUR },
    },
    { accessRole: DEPLOYER, expiresAt: inHours(1) },
  ],
  [
    'no more than that',
    { accessRole: 'deployer', rules: SHORT, expiresAt: inHours(2) },
    'membership_too_long expiresAt',
  ],
  [
    'all other roles without that limit',
    { accessRole: 'reader', rules: SHORT },
    { accessRole: READER, expiresAt: null },
  ],
  [
    'no default, if the giver names what to give',
    { rules: { defaultAccessRole: 'reader' } },
    { expiresAt: null },
  ],
  [
    'the default from those who cannot name one',
    { withDefaultRole: true, rules: { defaultAccessRole: 'reader' } },
    { accessRole: READER, expiresAt: null },
  ],
  [
    'what is named instead of the default',
    { withDefaultRole: true, accessRole: null, rules: { defaultAccessRole: 'reader' } },
    { expiresAt: null },
  ],
  [
    'no default that the account does not have',
    { withDefaultRole: true, rules: { defaultAccessRole: 'gone' } },
    { expiresAt: null },
  ],
  [
    'from a manager what is offered',
    { accessRole: 'reader', rules: OFFERED, giver: manager },
    { accessRole: READER, expiresAt: null },
  ],
  [
    'from a manager nothing else',
    { accessRole: 'deployer', rules: OFFERED, giver: manager },
    'access_role_not_offered accessRole',
  ],
  [
    'nothing from a manager to themselves',
    { accessRole: 'reader', rules: OFFERED, giver: self },
    'not_permitted accessRole',
  ],
  [
    'from an admin anything',
    { accessRole: 'deployer', rules: OFFERED, giver: admin },
    { accessRole: DEPLOYER, expiresAt: null },
  ],
])('a new member gets %s', (_, terms, expected) => {
  expect(outcome(add(terms))).toEqual(expected);
});

test('who is a member keeps the access role they have', () => {
  expect(outcome(add({ accessRole: 'deployer' }), added({ accessRole: READER }))).toBe('nothing');
});

const asReader = added({ accessRole: READER });
const untilSoon = added({ accessRole: DEPLOYER, expiresAt: inHours(1) });

test.each<[string, NewUserEvent, Given, unknown]>([
  ['gets a role', added(), { accessRole: 'reader' }, { accessRole: READER, expiresAt: null }],
  ['gets another role', asReader, { accessRole: 'deployer' }, { accessRole: DEPLOYER, expiresAt: null }],
  ['loses its role', asReader, { accessRole: null }, { accessRole: undefined, expiresAt: null }],
  [
    'keeps its role with another end',
    asReader,
    { expiresAt: inHours(1) },
    { accessRole: READER, expiresAt: inHours(1) },
  ],
  ['is not changed by the role it has', asReader, { accessRole: 'reader' }, 'nothing'],
  [
    'needs an end that the new role allows',
    added(),
    { accessRole: 'deployer', rules: SHORT },
    'membership_too_long expiresAt',
  ],
  [
    'gets a role with an end that it allows',
    added(),
    { accessRole: 'deployer', rules: SHORT, expiresAt: inHours(1) },
    { accessRole: DEPLOYER, expiresAt: inHours(1) },
  ],
  [
    'gets no longer than its role allows',
    untilSoon,
    { expiresAt: inHours(2), rules: SHORT },
    'membership_too_long expiresAt',
  ],
  [
    'gets no longer from a manager where its role is not offered',
    untilSoon,
    { expiresAt: inHours(2), rules: OFFERED, giver: manager },
    'access_role_not_offered accessRole',
  ],
  [
    'gets shorter from a manager',
    asReader,
    { expiresAt: inHours(1), giver: manager },
    { accessRole: READER, expiresAt: inHours(1) },
  ],
  [
    'gets no longer from a manager who has it',
    added({ accessRole: READER, expiresAt: inHours(1) }),
    { expiresAt: inHours(2), rules: OFFERED, giver: self },
    'not_permitted accessRole',
  ],
  [
    'loses its role to a manager',
    asReader,
    { accessRole: null, giver: manager },
    { accessRole: undefined, expiresAt: null },
  ],
])('a membership %s', (_, before, terms, expected) => {
  expect(outcome(change(terms), before)).toEqual(expected);
});

test('a key made anew gives nothing back: a membership names the role by its id', () => {
  const state = given(created, added({ accessRole: REMOVED })).state;
  const again = decideUser(
    state,
    { type: 'change_membership', serviceGroup: dev({}), accessRole: 'reader', accessRoles },
    context,
  );
  expect(again).toMatchObject([{ data: { accessRole: READER, previousAccessRole: REMOVED } }]);
});

test('what ends a membership says which access role it had', () => {
  const { state } = given(created, asReader);
  expect(decideUser(state, { type: 'remove_member', serviceGroupId: 'sgrp_1' }, context)).toMatchObject([
    { type: 'service_group.member_removed', data: { accessRole: READER } },
  ]);
});
