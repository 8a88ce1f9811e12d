import { specification } from '../../../../test/support/given-when-then.js';
import {
  decideServiceGroup,
  evolveServiceGroup,
  initialServiceGroup,
  orRefusal,
  type Account,
  type AccountState,
  type MembershipRules,
  type MembershipRulesChange,
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

  test('keeps rules for memberships, of which those that ask for nothing are none', () => {
    const membershipRules = { maxLengthSeconds: 86_400, reasonRequired: true, membersMayAsk: false } as const;
    const kept = { maxLengthSeconds: 86_400, reasonRequired: true } as const;
    const ruled = { ...created, data: { ...created.data, membershipRules: kept } } as const;
    given()
      .when(command({ type: 'create_service_group', serviceGroupId: 'sgrp_1', name: 'dev', membershipRules }))
      .then(ruled);
    const change = (rules: MembershipRulesChange | null) =>
      command({ type: 'change_service_group', membershipRules: rules });
    const changed = (after: MembershipRules) =>
      ({
        type: 'service_group.settings_changed',
        data: {
          serviceGroupId: 'sgrp_1',
          name: 'dev',
          externalId: null,
          previousExternalId: null,
          metadata: {},
          previousMetadata: {},
          membershipRules: after,
          previousMembershipRules: kept,
        },
      }) as const;
    const merged = { ...kept, defaultLengthSeconds: 3_600 };
    given(ruled)
      .when(change({ defaultLengthSeconds: 3_600 }))
      .then(changed(merged));
    given(ruled)
      .when(change({ reasonRequired: null }))
      .then(changed({ maxLengthSeconds: 86_400 }));
    given(ruled).when(change(null)).then(changed({}));
    given(ruled)
      .when(change({ membersMayAsk: false }))
      .then();
  });

  test.each([
    ['membershipRules/maxLengthSeconds', { maxLengthSeconds: 59 }],
    ['membershipRules/maxLengthSeconds', { maxLengthSeconds: 60.5 }],
    ['membershipRules/defaultLengthSeconds', { defaultLengthSeconds: 1e12 }],
    ['membershipRules/defaultLengthSeconds', { maxLengthSeconds: 60, defaultLengthSeconds: 61 }],
  ])('says that %s is wrong in %j', (field, membershipRules) => {
    const refusal = orRefusal(() =>
      command({ type: 'change_service_group', membershipRules })(given(created).state),
    );
    expect(refusal).toMatchObject({ code: 'invalid_membership_rules', field });
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
