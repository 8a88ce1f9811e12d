import { specification } from '../../../../test/support/given-when-then.js';
import {
  decideServiceGroup,
  endManagerWithUser,
  evolveServiceGroup,
  initialServiceGroup,
  isManager,
  MAX_MANAGERS,
  type Account,
  type NewServiceGroupEvent,
  type ServiceGroupCommand,
  type ServiceGroupState,
  type UserId,
} from '../index.js';

const { given } = specification(initialServiceGroup, evolveServiceGroup);

const account: Account = {
  status: 'active',
  accountId: 'acct_1',
  name: 'Acme',
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const command = (asked: ServiceGroupCommand) => (state: ServiceGroupState) =>
  decideServiceGroup(state, asked, { account });
const group = { serviceGroupId: 'sgrp_1', name: 'dev' } as const;
const created: NewServiceGroupEvent = { type: 'service_group.created', data: group };
const added = (userId: UserId): NewServiceGroupEvent => ({
  type: 'service_group.manager_added',
  data: { ...group, userId },
});
const removed = (userId: UserId, reason: 'manager_removed' | 'user_removed'): NewServiceGroupEvent => ({
  type: 'service_group.manager_removed',
  data: { ...group, userId, reason },
});
const add = (userId: UserId) => command({ type: 'add_manager', userId });
const remove = (userId: UserId) => command({ type: 'remove_manager', userId });

describe('a manager of a service group', () => {
  test('is added once, and removed', () => {
    given(created).when(add('user_1')).then(added('user_1'));
    given(created, added('user_1')).when(add('user_1')).then();
    given(created, added('user_1')).when(remove('user_1')).then(removed('user_1', 'manager_removed'));
    given(created).when(remove('user_1')).thenRefused('manager_not_found');
  });

  test(`is one of at most ${MAX_MANAGERS}`, () => {
    const all = Array.from({ length: MAX_MANAGERS }, (_, index) => added(`user_${index}`));
    given(created, ...all)
      .when(add('user_99'))
      .thenRefused('too_many_managers');
    given(created, ...all)
      .when(add('user_0'))
      .then();
    given(created, ...all, removed('user_0', 'manager_removed'))
      .when(add('user_99'))
      .then(added('user_99'));
  });

  test('ends with the user, once', () => {
    given(created, added('user_1'))
      .when((state) => endManagerWithUser(state, 'user_1'))
      .then(removed('user_1', 'user_removed'));
    given(created)
      .when((state) => endManagerWithUser(state, 'user_1'))
      .then();
  });

  test('ends with the service group, which names nobody any more', () => {
    const gone: NewServiceGroupEvent = { type: 'service_group.removed', data: group };
    const states = [
      given(created),
      given(created, added('user_1')),
      given(created, added('user_1'), gone),
    ].map(({ state }) => state);
    expect(states.map((state) => isManager(state, 'user_1'))).toEqual([false, true, false]);
    expect(states.at(-1)).not.toHaveProperty('managers');
    expect(states[0]).not.toHaveProperty('managers');
  });
});
