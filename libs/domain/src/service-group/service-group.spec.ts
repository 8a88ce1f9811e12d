import { specification } from '../../../../test/support/given-when-then.js';
import {
  decideServiceGroup,
  evolveServiceGroup,
  initialServiceGroup,
  type Account,
  type AccountState,
  type ServiceGroupCommand,
  type NewServiceGroupEvent,
  type ServiceGroupState,
} from '../index.js';

const { given } = specification(initialServiceGroup, evolveServiceGroup);

const active: Account = {
  status: 'active',
  accountId: 'acct_1',
  name: 'Acme',
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const command =
  (command: ServiceGroupCommand, account: AccountState = active) =>
  (state: ServiceGroupState) =>
    decideServiceGroup(state, command, { account });

const created: NewServiceGroupEvent = {
  type: 'service_group.created',
  data: { serviceGroupId: 'sgrp_1', name: 'dev' },
};
const removed: NewServiceGroupEvent = {
  type: 'service_group.removed',
  data: { serviceGroupId: 'sgrp_1', name: 'dev' },
};
const everyCommand: ServiceGroupCommand[] = [
  { type: 'create_service_group', serviceGroupId: 'sgrp_1', name: 'dev' },
  { type: 'change_service_group', name: 'prod' },
  { type: 'remove_service_group' },
];

describe('a service group', () => {
  test('is created, renamed and removed', () => {
    given()
      .when(command({ type: 'create_service_group', serviceGroupId: 'sgrp_1', name: ' dev ' }))
      .then(created);
    given(created)
      .when(command({ type: 'change_service_group', name: 'prod' }))
      .then({
        type: 'service_group.renamed',
        data: { serviceGroupId: 'sgrp_1', name: 'prod', previousName: 'dev' },
      });
    given(created)
      .when(command({ type: 'remove_service_group' }))
      .then(removed);
  });

  test('that is renamed to its own name does not change', () => {
    given(created)
      .when(command({ type: 'change_service_group', name: 'dev' }))
      .then();
  });

  test('has no name that looks like another, but keeps one that was given before', () => {
    const lookalike = { ...created, data: { ...created.data, name: 'prоd' } } as const;
    given()
      .when(command({ type: 'create_service_group', serviceGroupId: 'sgrp_1', name: 'prоd' }))
      .thenRefused('invalid_name');
    given(created)
      .when(command({ type: 'change_service_group', name: 'prоd' }))
      .thenRefused('invalid_name');
    given(lookalike)
      .when(command({ type: 'change_service_group', name: 'prоd' }))
      .then();
  });

  test('is created once', () => {
    given(created)
      .when(command({ type: 'create_service_group', serviceGroupId: 'sgrp_1', name: 'dev' }))
      .thenRefused('service_group_exists');
  });

  test.each(everyCommand)('refuses $type in a suspended account', (refused) => {
    given(created)
      .when(command(refused, { ...active, status: 'suspended' }))
      .thenRefused('account_suspended');
  });

  test.each(everyCommand)('refuses $type in an account that does not exist', (refused) => {
    given()
      .when(command(refused, { status: 'none' }))
      .thenRefused('account_not_found');
  });

  test('that was removed is as absent as one that never was', () => {
    for (const state of [given(), given(created, removed)]) {
      state.when(command({ type: 'change_service_group', name: 'x' })).thenRefused('service_group_not_found');
      state.when(command({ type: 'remove_service_group' })).thenRefused('service_group_not_found');
    }
  });
});
