import type { AccessRoleReference, AccessRoles } from '../access-roles/access-roles.js';
import type { AccountState } from '../account/account.js';
import { record } from '../events/events.js';
import type { MembershipRules } from '../service-group/membership-rules.js';
import type { ServiceGroup } from '../service-group/service-group.js';
import type { Membership, User } from '../user/user.js';
import { orRefusal } from '../values/errors.js';
import {
  decideAccessRequest,
  evolveAccessRequest,
  initialAccessRequest,
  type Wish,
} from './access-request.js';
import { approveAccessRequest, type Approval } from './approval.js';

const at = '2026-03-03T10:00:00.000Z';
const now = Date.parse(at);
const HOUR = 3_600;
const inHours = (hours: number) => new Date(now + hours * HOUR * 1_000).toISOString();
const times = { version: 1, createdAt: at, updatedAt: at };
const account: AccountState = { status: 'active', accountId: 'acct_1', name: 'Acme', ...times };
const READER: AccessRoleReference = { id: 'role_1', key: 'reader' };
const DEPLOYER: AccessRoleReference = { id: 'role_2', key: 'deployer' };

const rolesAre = (...roles: AccessRoleReference[]): AccessRoles => ({
  ...{ status: 'active', accessRolesId: 'arol_1', accountId: 'acct_1', ...times },
  roles: roles.map(({ id, key }) => ({
    ...{ accessRoleId: id, key, name: key, description: '', permissions: [] },
  })),
});
const accessRoles = rolesAre(READER, DEPLOYER);
const OFFERED: MembershipRules = {
  membersMayAsk: true,
  accessRoles: [{ key: 'reader', membersMayAsk: true, maxLengthSeconds: HOUR }, { key: 'deployer' }],
};
const groupWith = (membershipRules: MembershipRules): ServiceGroup => ({
  ...{ status: 'active', serviceGroupId: 'sgrp_1', accountId: 'acct_1', name: 'prod' },
  ...{ membershipRules, ...times },
});
const userWith = (membership?: Partial<Membership>): User => ({
  ...{ status: 'active', userId: 'user_1', accountId: 'acct_1', name: 'Ada', email: 'ada@acme.example' },
  ...{ role: 'member', membershipCount: membership ? 1 : 0, ...times },
  memberships: membership
    ? {
        sgrp_1: {
          ...{ serviceGroupId: 'sgrp_1', serviceGroupName: 'prod', serviceGroupVersion: 1 },
          ...{ since: at, addedBy: 'user:user_2', ...membership },
        },
      }
    : {},
});

function request(wish: Wish, user = userWith(), rules = OFFERED) {
  const sides = { user, serviceGroup: groupWith(rules), accessRoles };
  const command = { type: 'request_access', accessRequestId: 'areq_1', ...sides, ...wish } as const;
  return orRefusal(() => decideAccessRequest(initialAccessRequest, command, { account, now }));
}

test.each<[string, Wish, Partial<Membership> | undefined, unknown]>([
  ['what may be asked for', { accessRole: 'reader' }, undefined, READER],
  ['no role', {}, undefined, undefined],
  [
    'what is not to be asked for',
    { accessRole: 'deployer' },
    undefined,
    'access_role_not_offered accessRole',
  ],
  ['what the account does not have', { accessRole: 'owner' }, undefined, 'access_role_not_found accessRole'],
  [
    'longer than the role is given',
    { accessRole: 'reader', lengthSeconds: 2 * HOUR },
    undefined,
    'membership_too_long lengthSeconds',
  ],
  ['another role as a member for good', { accessRole: 'reader' }, { accessRole: DEPLOYER }, READER],
  [
    'the role they have for good',
    { accessRole: 'reader' },
    { accessRole: READER },
    'already_member undefined',
  ],
  ['nothing more as a member for good', {}, { accessRole: READER }, 'already_member undefined'],
])('a member of the account asks for %s', (_, wish, membership, expected) => {
  const decided = request(wish, userWith(membership));
  if (decided instanceof Error) expect(`${decided.code} ${decided.field}`).toBe(expected);
  else expect((decided[0]?.data as { accessRole?: unknown }).accessRole).toEqual(expected);
});

const admin = { actor: 'user:user_2', isAdmin: true } as const;
const manager = { actor: 'user:user_3', isAdmin: false } as const;

function approval(wish: Wish, given: Partial<Approval> = {}, rules = OFFERED) {
  const decided = request(wish);
  if (decided instanceof Error) throw decided;
  const recording = {
    ...{ accountId: 'acct_1', aggregateId: 'areq_1', currentVersion: 0, lastEventAt: undefined, now },
    ...{ actor: 'user:user_1' as const, correlationId: 'req_1', causationId: 'cmd_1' },
  };
  const state = record(decided, recording).reduce(evolveAccessRequest, initialAccessRequest);
  const sides = { user: userWith(), serviceGroup: groupWith(rules), accessRoles };
  return orRefusal(() =>
    approveAccessRequest(state, { decider: manager, ...sides, ...given }, { account, now }),
  );
}

test('an approval gives the role, for no longer than it is given', () => {
  expect(approval({ accessRole: 'reader' })).toMatchObject({
    request: [{ data: { accessRole: READER, expiresAt: inHours(1) } }],
    user: [{ type: 'service_group.member_added', data: { accessRole: READER, expiresAt: inHours(1) } }],
  });
});

test('an approval gives a member the role, and keeps an end that is later', () => {
  const user = userWith({ expiresAt: inHours(8) });
  const rules: MembershipRules = {
    membersMayAsk: true,
    accessRoles: [{ key: 'reader', membersMayAsk: true }],
  };
  const wish = { accessRole: 'reader', lengthSeconds: HOUR };
  expect(approval(wish, { user, serviceGroup: groupWith(rules) })).toMatchObject({
    request: [{ data: { expiresAt: inHours(8) } }],
    user: [{ type: 'service_group.membership_changed', data: { accessRole: READER, expiresAt: inHours(8) } }],
  });
});

test.each<[string, Partial<Approval>, string]>([
  [
    'a role that is no longer offered',
    { decider: admin, serviceGroup: groupWith({ membersMayAsk: true }) },
    'access_role_not_offered',
  ],
  ['a role that was removed', { accessRoles: rolesAre(DEPLOYER) }, 'access_role_not_found'],
  [
    'a role that was made anew with its key',
    { accessRoles: rolesAre({ id: 'role_3', key: 'reader' }, DEPLOYER) },
    'access_role_not_found',
  ],
])('nobody approves %s', (_, given, code) => {
  expect(approval({ accessRole: 'reader' }, given)).toMatchObject({ code });
});
