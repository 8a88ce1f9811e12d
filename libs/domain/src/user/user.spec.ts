import { specification } from '../../../../test/support/given-when-then.js';
import {
  decideUser,
  endMembershipWithServiceGroup,
  evolveUser,
  initialUser,
  type Account,
  type Role,
  type ServiceGroup,
  type UserCommand,
  type NewUserEvent,
  type UserState,
  type UserContext,
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
const dev: ServiceGroup = { ...account, status: 'active', serviceGroupId: 'sgrp_1', name: 'dev' };
const normally: UserContext = { account, anotherOwner: true, now: Date.parse('2026-03-01T00:00:00.000Z') };
const command =
  (command: UserCommand, context: Partial<UserContext> = {}) =>
  (state: UserState) =>
    decideUser(state, command, { ...normally, ...context });

const ada = { userId: 'user_1', name: 'Ada', email: 'ada@acme.example' } as const;
const created = (role: Role = 'member'): NewUserEvent => ({ type: 'user.created', data: { ...ada, role } });
const suspended: NewUserEvent = { type: 'user.suspended', data: { ...ada, role: 'member' } };
const removed: NewUserEvent = { type: 'user.removed', data: { ...ada, role: 'member' } };
const membership = {
  userId: 'user_1',
  userName: 'Ada',
  userEmail: 'ada@acme.example',
  serviceGroupId: 'sgrp_1',
  serviceGroupName: 'dev',
  serviceGroupVersion: 1,
} as const;
const added: NewUserEvent = { type: 'service_group.member_added', data: membership };
const everyCommand: UserCommand[] = [
  { type: 'create_user', ...ada, role: 'member' },
  { type: 'change_user', name: 'x' },
  { type: 'suspend_user' },
  { type: 'reactivate_user' },
  { type: 'remove_user' },
  { type: 'add_member', serviceGroup: dev },
  { type: 'remove_member', serviceGroupId: 'sgrp_1' },
];

describe('a user', () => {
  test('is created, with name and email trimmed', () => {
    given()
      .when(
        command({
          type: 'create_user',
          userId: 'user_1',
          name: ' Ada',
          email: 'ada@acme.example ',
          role: 'admin',
        }),
      )
      .then(created('admin'));
  });

  test.each([
    ['ada'],
    ['@acme.example'],
    ['ada@'],
    ['a da@acme.example'],
    ['a@b@c'],
    ['a@' + 'x'.repeat(253)],
    ['a＠b@c'],
  ])('is refused the email %j', (email) => {
    given()
      .when(command({ type: 'create_user', ...ada, email, role: 'member' }))
      .thenRefused('invalid_email');
  });

  test('states one event for each thing a change changes, each with what holds after it', () => {
    given(created())
      .when(command({ type: 'change_user', name: 'Ada L', email: 'ada@l.example', role: 'admin' }))
      .then(
        { type: 'user.profile_changed', data: { ...ada, name: 'Ada L', previousName: 'Ada' } },
        {
          type: 'user.email_changed',
          data: {
            userId: 'user_1',
            name: 'Ada L',
            email: 'ada@l.example',
            previousEmail: 'ada@acme.example',
          },
        },
        {
          type: 'user.role_changed',
          data: {
            userId: 'user_1',
            name: 'Ada L',
            email: 'ada@l.example',
            role: 'admin',
            previousRole: 'member',
          },
        },
      );
  });

  test('that is changed to what it is does not change', () => {
    given(created())
      .when(command({ type: 'change_user', name: 'Ada', email: 'ada@acme.example', role: 'member' }))
      .then();
  });

  test('is suspended and reactivated, each repeated without effect', () => {
    given(created())
      .when(command({ type: 'suspend_user' }))
      .then(suspended);
    given(created(), suspended)
      .when(command({ type: 'suspend_user' }))
      .then();
    given(created(), suspended)
      .when(command({ type: 'reactivate_user' }))
      .then({ type: 'user.reactivated', data: { ...ada, role: 'member' } });
    given(created())
      .when(command({ type: 'reactivate_user' }))
      .then();
  });

  test.each(everyCommand)('refuses $type in a suspended account', (refused) => {
    given(created(), added)
      .when(command(refused, { account: { ...account, status: 'suspended' } }))
      .thenRefused('account_suspended');
  });

  test.each(everyCommand.slice(1))('that was removed refuses $type as if it never was', (refused) => {
    given(created(), removed).when(command(refused)).thenRefused('user_not_found');
    given().when(command(refused)).thenRefused('user_not_found');
  });

  test('that was removed has no membership left', () => {
    expect(given(created(), added, removed).state).toMatchObject({ memberships: {}, membershipCount: 0 });
  });
});

describe('the last active owner of an account', () => {
  const alone = { anotherOwner: false };

  test.each<UserCommand>([
    { type: 'suspend_user' },
    { type: 'remove_user' },
    { type: 'change_user', role: 'admin' },
    { type: 'change_user', name: 'New', role: 'member' },
  ])('refuses $type', (refused) => {
    given(created('owner')).when(command(refused, alone)).thenRefused('last_owner');
  });

  test('may be renamed, and may go when there is another', () => {
    given(created('owner'))
      .when(command({ type: 'change_user', name: 'New', role: 'owner' }, alone))
      .then({ type: 'user.profile_changed', data: { ...ada, name: 'New', previousName: 'Ada' } });
    given(created('owner'))
      .when(command({ type: 'remove_user' }))
      .then({ type: 'user.removed', data: { ...ada, role: 'owner' } });
  });

  test('is not the suspended one: a suspended owner may be removed', () => {
    given(created('owner'), { type: 'user.suspended', data: { ...ada, role: 'owner' } })
      .when(command({ type: 'remove_user' }, alone))
      .then({ type: 'user.removed', data: { ...ada, role: 'owner' } });
  });
});

describe('a membership', () => {
  test('is added once, with the names of both sides', () => {
    given(created())
      .when(command({ type: 'add_member', serviceGroup: dev }))
      .then(added);
    given(created(), added)
      .when(command({ type: 'add_member', serviceGroup: dev }))
      .then();
  });

  test('knows since when it is there and who gave it', () => {
    const { state } = given(created(), added);
    expect(state).toMatchObject({
      membershipCount: 1,
      memberships: {
        sgrp_1: { serviceGroupName: 'dev', since: '2026-01-01T00:00:00.001Z', addedBy: 'operator:spec' },
      },
    });
  });

  test('is removed once', () => {
    const ended = { ...membership, since: '2026-01-01T00:00:00.001Z', reason: 'member_removed' as const };
    const remove = command({ type: 'remove_member', serviceGroupId: 'sgrp_1' });
    given(created(), added).when(remove).then({ type: 'service_group.member_removed', data: ended });
    given(created(), added, { type: 'service_group.member_removed', data: ended })
      .when(remove)
      .thenRefused('membership_not_found');
  });

  test('of a suspended user is not added, but may be removed', () => {
    given(created(), suspended)
      .when(command({ type: 'add_member', serviceGroup: dev }))
      .thenRefused('user_suspended');
    given(created(), added, suspended)
      .when(command({ type: 'remove_member', serviceGroupId: 'sgrp_1' }))
      .then({
        type: 'service_group.member_removed',
        data: { ...membership, since: '2026-01-01T00:00:00.001Z', reason: 'member_removed' },
      });
  });

  test('ends with its service group, at the time that was removed', () => {
    const until = '2026-02-01T00:00:00.000Z';
    const end = (state: UserState) => endMembershipWithServiceGroup(state, 'sgrp_1', until);
    given(created(), added)
      .when(end)
      .then({
        type: 'service_group.member_removed',
        data: { ...membership, since: '2026-01-01T00:00:00.001Z', reason: 'service_group_removed', until },
      });
    given(created()).when(end).then();
    given(created(), added, removed).when(end).then();
  });

  test.each<[string, ServiceGroup | { status: 'none' }]>([
    ['a removed service group', { ...dev, status: 'removed' }],
    ['a service group that never was', { status: 'none' }],
  ])('of %s is refused', (_title, serviceGroup) => {
    given(created())
      .when(command({ type: 'add_member', serviceGroup }))
      .thenRefused('service_group_not_found');
  });
});
