import type { AccountState } from '../account/account.js';
import { record } from '../events/events.js';
import type { ServiceGroupState } from '../service-group/service-group.js';
import type { User } from '../user/user.js';
import { orRefusal, type DomainError } from '../values/errors.js';
import {
  accessRequestAt,
  decideAccessRequest,
  evolveAccessRequest,
  initialAccessRequest,
  lapseAccessRequest,
  REQUEST_LAPSES_AFTER_MS,
  type AccessRequest,
  type AccessRequestCommand,
  type AccessRequestState,
} from './access-request.js';
import { approveAccessRequest, type Approval } from './approval.js';
import type { NewAccessRequestEvent } from './events.js';

const at = '2026-03-03T10:00:00.000Z';
const now = Date.parse(at);
const HOUR = 60 * 60 * 1_000;
const inHours = (hours: number) => new Date(now + hours * HOUR).toISOString();
const times = { version: 1, createdAt: at, updatedAt: at };
const account: AccountState = { status: 'active', accountId: 'acct_1', name: 'Acme', ...times };
const user: User = {
  status: 'active',
  userId: 'user_1',
  accountId: 'acct_1',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'member',
  memberships: {},
  membershipCount: 0,
  ...times,
};
const serviceGroup = {
  status: 'active',
  serviceGroupId: 'sgrp_1',
  accountId: 'acct_1',
  name: 'prod',
  membershipRules: { membersMayAsk: true },
  ...times,
} as const satisfies ServiceGroupState;
const sides = { user, serviceGroup };
const ask = { type: 'request_access', accessRequestId: 'areq_1', ...sides } as const;
const admin = { actor: 'user:user_2', isAdmin: true } as const;
const manager = { actor: 'user:user_3', isAdmin: false } as const;
const refuse = { type: 'refuse_access_request', decider: admin, ...sides } as const;
const approve = { type: 'approve', decider: admin, ...sides } as const;
const withdraw = { type: 'withdraw_access_request', actor: 'user:user_1', ...sides } as const;

const identity = {
  accessRequestId: 'areq_1',
  userId: 'user_1',
  userName: 'Ada',
  userEmail: 'ada@example.com',
  serviceGroupId: 'sgrp_1',
  serviceGroupName: 'prod',
};

function stateAfter(...newEvents: NewAccessRequestEvent[]): AccessRequestState {
  const recording = {
    accountId: 'acct_1',
    aggregateId: 'areq_1',
    currentVersion: 0,
    lastEventAt: undefined,
    now,
    actor: 'user:user_1',
    correlationId: 'req_1',
    causationId: 'cmd_1',
  } as const;
  return record(newEvents, recording).reduce(evolveAccessRequest, initialAccessRequest);
}
type Approve = Approval & { type: 'approve' };
const when = (
  state: AccessRequestState,
  command: AccessRequestCommand | Approve,
  time = now,
  of = account,
) => {
  const context = { account: of, now: time };
  return command.type === 'approve'
    ? approveAccessRequest(state, command, context).request
    : decideAccessRequest(state, command, context);
};
const given = (approval: Partial<Approval>, state = stateAfter(...requested)) =>
  approveAccessRequest(state, { ...approve, ...approval }, { account, now });
const requested = when(initialAccessRequest, ask);
const refusedWith = (code: string, field?: string) =>
  expect.objectContaining({ code, ...(field !== undefined && { field }) });

test('a request says who asks for what, why and for how long', () => {
  const wish = { ...ask, expiresAt: '2026-03-04T12:00:00+02:00', reason: ' To  deploy ' };
  const asked = when(initialAccessRequest, wish);
  expect(asked).toEqual([
    {
      type: 'access_request.requested',
      data: {
        ...identity,
        expiresAt: '2026-03-04T10:00:00.000Z',
        reason: 'To deploy',
        lapsesAt: '2026-03-04T10:00:00.000Z',
      },
    },
  ]);
  // What was said is in the event alone, where it is encrypted.
  expect(stateAfter(...asked)).toEqual({
    status: 'requested',
    accountId: 'acct_1',
    accessRequestId: 'areq_1',
    userId: 'user_1',
    serviceGroupId: 'sgrp_1',
    serviceGroupName: 'prod',
    askedUntil: '2026-03-04T10:00:00.000Z',
    lapsesAt: '2026-03-04T10:00:00.000Z',
    ...times,
  });
});

test('a request lapses after 14 days, or at the time until which access is asked for', () => {
  for (const [wish, lapsesAt] of [
    [{}, '2026-03-17T10:00:00.000Z'],
    [{ lengthSeconds: 60 }, '2026-03-17T10:00:00.000Z'],
    [{ expiresAt: '2026-03-17T10:00:00.001Z' }, '2026-03-17T10:00:00.000Z'],
    [{ expiresAt: '2026-03-17T09:59:59.999Z' }, '2026-03-17T09:59:59.999Z'],
    [{ expiresAt: '2026-03-03T10:00:00.001Z' }, '2026-03-03T10:00:00.001Z'],
  ] as const) {
    const open = stateAfter(...when(initialAccessRequest, { ...ask, ...wish })) as AccessRequest;
    expect(open.lapsesAt).toBe(lapsesAt);
    const end = Date.parse(lapsesAt);
    expect(accessRequestAt(open, end - 1).status).toBe('requested');
    expect(accessRequestAt(open, end)).toMatchObject({ status: 'lapsed', decidedAt: lapsesAt });
    for (const command of [approve, refuse, withdraw])
      expect(() => when(open, command, end)).toThrow(refusedWith('access_request_decided'));
  }
});

test('an end and a length are not sent together, neither to ask nor to decide', () => {
  const both = { expiresAt: inHours(1), lengthSeconds: 60 };
  for (const act of [() => when(initialAccessRequest, { ...ask, ...both }), () => given(both)]) {
    const refusal = orRefusal<unknown>(act) as DomainError;
    expect(refusal.code).toBe('invalid_expires_at');
    expect(refusal.parts.map(({ field }) => field)).toEqual(['expiresAt', 'lengthSeconds']);
  }
});

test('what is asked for keeps to the rules of the service group', () => {
  const rules = { membersMayAsk: true, reasonRequired: true, maxLengthSeconds: 3_600 } as const;
  const strict = { ...ask, serviceGroup: { ...serviceGroup, membershipRules: rules } };
  const refused: readonly [object, string, string?][] = [
    [{ serviceGroup: { ...serviceGroup, membershipRules: {} } }, 'access_requests_closed'],
    [{ serviceGroup: { ...serviceGroup, status: 'removed' } }, 'service_group_not_found'],
    [{ user: { ...user, status: 'removed' } }, 'user_not_found'],
    [{ user: { ...user, status: 'suspended' } }, 'user_suspended'],
    [{ expiresAt: at }, 'invalid_expires_at', 'expiresAt'],
    [{ reason: ' ' }, 'invalid_name', 'reason'],
    [{ reason: 'x'.repeat(501) }, 'invalid_name', 'reason'],
  ];
  for (const [change, code, field] of refused)
    expect(() => when(initialAccessRequest, { ...ask, ...change })).toThrow(refusedWith(code, field));
  expect(() => when(initialAccessRequest, strict)).toThrow(refusedWith('reason_required', 'reason'));
  expect(() => when(initialAccessRequest, { ...strict, reason: 'x', lengthSeconds: 3_601 })).toThrow(
    refusedWith('membership_too_long', 'lengthSeconds'),
  );
  expect(when(initialAccessRequest, { ...strict, reason: 'x', lengthSeconds: 3_600 })).toHaveLength(1);
});

test('whoever has access without an end asks for nothing; whoever has it until some time may ask for more', () => {
  expect(() => when(initialAccessRequest, { ...ask, user: member({}) })).toThrow(
    refusedWith('already_member'),
  );
  const ending = member({ expiresAt: '2026-03-03T11:00:00.000Z' });
  expect(when(initialAccessRequest, { ...ask, user: ending })).toHaveLength(1);
});

test('a request is refused with a word', () => {
  const refused = when(stateAfter(...requested), { ...refuse, note: ' Ask  Grace ' });
  expect(refused).toEqual([{ type: 'access_request.refused', data: { ...identity, note: 'Ask Grace' } }]);
  expect(stateAfter(...requested, ...refused)).toMatchObject({ status: 'refused', decidedBy: 'user:user_1' });
});

test('nobody decides on their own request, and managers only where admins do not keep it for themselves', () => {
  const open = stateAfter(...requested);
  const own = { actor: 'user:user_1', isAdmin: true } as const;
  for (const command of [approve, refuse])
    expect(() => when(open, { ...command, decider: own })).toThrow(refusedWith('own_access_request'));
  expect(when(open, { ...approve, decider: manager })).toHaveLength(1);
  const membershipRules = { membersMayAsk: true, approvers: 'admins' } as const;
  const adminsDecide = { serviceGroup: { ...serviceGroup, membershipRules } };
  for (const command of [approve, refuse]) {
    expect(() => when(open, { ...command, ...adminsDecide, decider: manager })).toThrow(
      refusedWith('not_permitted'),
    );
    expect(when(open, { ...command, ...adminsDecide })).toHaveLength(1);
  }
});

test('only whoever asked withdraws', () => {
  const open = stateAfter(...requested);
  expect(() => when(open, { ...withdraw, actor: 'user:user_2' })).toThrow(refusedWith('not_permitted'));
  expect(when(open, withdraw)).toEqual([{ type: 'access_request.withdrawn', data: identity }]);
});

test('nothing is decided twice, and nothing of a removed user, for a removed service group or in a suspended account', () => {
  const decisions = [approve, refuse, withdraw] as const;
  for (const first of decisions) {
    const decided = stateAfter(...requested, ...when(stateAfter(...requested), first));
    for (const second of decisions)
      expect(() => when(decided, second)).toThrow(refusedWith('access_request_decided'));
  }
  const open = stateAfter(...requested);
  for (const command of decisions) {
    const removedUser = { ...user, status: 'removed' } as const;
    expect(() => when(open, { ...command, user: removedUser })).toThrow(refusedWith('user_not_found'));
    const removed = { ...serviceGroup, status: 'removed' } as const;
    expect(() => when(open, { ...command, serviceGroup: removed })).toThrow(
      refusedWith('service_group_not_found'),
    );
    const suspended = { ...account, status: 'suspended' } as const;
    expect(() => when(open, command, now, suspended)).toThrow(refusedWith('account_suspended'));
    expect(() => when(initialAccessRequest, command)).toThrow(refusedWith('access_request_not_found'));
  }
});

test('an open request has lapsed from its time on, for everybody, and the event says when', () => {
  const open = stateAfter(...requested) as AccessRequest;
  const end = now + REQUEST_LAPSES_AFTER_MS;
  expect(accessRequestAt(open, end - 1)).toBe(open);
  expect(accessRequestAt(open, end)).toMatchObject({ status: 'lapsed', decidedAt: open.lapsesAt });
  expect(() => when(open, approve, end)).toThrow(refusedWith('access_request_decided'));
  expect(lapseAccessRequest(open, user, end - 1)).toEqual([]);
  const lapsed = lapseAccessRequest(open, user, end + 5);
  expect(lapsed).toEqual([
    { type: 'access_request.lapsed', data: { ...identity, lapsedAt: '2026-03-17T10:00:00.000Z' } },
  ]);
  const after = stateAfter(...requested, ...lapsed);
  expect(after).toMatchObject({ status: 'lapsed', decidedAt: '2026-03-17T10:00:00.000Z', version: 2 });
  expect(after).not.toHaveProperty('decidedBy');
  expect(lapseAccessRequest(after, user, end + HOUR)).toEqual([]);
  const gone = lapseAccessRequest(open, { status: 'none' }, end);
  expect(gone[0]?.data.userName).toBe('[erased]');
});

const forTwoHours = stateAfter(...when(initialAccessRequest, { ...ask, lengthSeconds: 7_200 }));
const member = (more: object): User => {
  const group = { serviceGroupId: 'sgrp_1', serviceGroupName: 'prod', serviceGroupVersion: 1 } as const;
  const membership = { ...group, since: at, addedBy: 'operator:ops', ...more };
  return { ...user, memberships: { sgrp_1: membership }, membershipCount: 1 };
};

test('an approval gives a membership with the reason that was given, for what was asked for or less', () => {
  const { request, user: newEvents } = given({ reason: 'To deploy', note: 'Take care' }, forTwoHours);
  expect(request).toEqual([
    { type: 'access_request.approved', data: { ...identity, expiresAt: inHours(2), note: 'Take care' } },
  ]);
  expect(newEvents).toMatchObject([
    { type: 'service_group.member_added', data: { reason: 'To deploy', expiresAt: inHours(2) } },
  ]);
  expect(stateAfter(...requested, ...request)).toMatchObject({ status: 'approved', givenUntil: inHours(2) });
  for (const shorter of [{ lengthSeconds: 3_600 }, { expiresAt: inHours(1) }])
    expect(given(shorter, forTwoHours).request[0]?.data).toMatchObject({ expiresAt: inHours(1) });
  expect(() => given({ expiresAt: inHours(3) }, forTwoHours)).toThrow(
    refusedWith('membership_too_long', 'expiresAt'),
  );
  expect(given({}).request[0]?.data).not.toHaveProperty('expiresAt');
  expect(given({ lengthSeconds: 3_600 }).request[0]?.data).toMatchObject({ expiresAt: inHours(1) });
});

test('an approval keeps to the rules that the service group has by then', () => {
  const ruled = (membershipRules: object) => ({ serviceGroup: { ...serviceGroup, membershipRules } });
  // Nothing was asked for: as the service group has it.
  expect(given(ruled({ defaultLengthSeconds: 3_600 })).request[0]?.data).toMatchObject({
    expiresAt: inHours(1),
  });
  expect(given(ruled({ maxLengthSeconds: 7_200 })).request[0]?.data).toMatchObject({ expiresAt: inHours(2) });
  expect(() => given({ expiresAt: at })).toThrow(refusedWith('invalid_expires_at', 'expiresAt'));
  expect(() => given({ user: { ...user, status: 'suspended' } })).toThrow(refusedWith('user_suspended'));
});

test('approving somebody who is a member already gives more time, and never less', () => {
  const extended = given({ user: member({ expiresAt: inHours(1) }), reason: 'More' }, forTwoHours);
  expect(extended.user).toMatchObject([
    {
      type: 'service_group.membership_changed',
      data: { expiresAt: inHours(2), previousExpiresAt: inHours(1), reason: 'More' },
    },
  ]);
  for (const present of [{ expiresAt: inHours(5) }, {}]) {
    const { request, user: newEvents } = given({ user: member(present) }, forTwoHours);
    expect(newEvents).toEqual([]);
    expect((request[0]?.data as { expiresAt?: string }).expiresAt).toBe(present.expiresAt);
  }
  const forGood = given({ user: member({ expiresAt: inHours(1) }) });
  expect(forGood.user).toMatchObject([{ data: { expiresAt: null } }]);
  const again = given({ user: member({ expiresAt: at }) }, forTwoHours);
  expect(again.user.map(({ type }) => type)).toEqual([
    'service_group.member_removed',
    'service_group.member_added',
  ]);
});
