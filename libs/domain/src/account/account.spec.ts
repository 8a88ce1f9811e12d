import { specification } from '../../../../test/support/given-when-then.js';
import {
  decideAccount,
  evolveAccount,
  initialAccount,
  type AccountCommand,
  type NewAccountEvent,
} from '../index.js';

const { given } = specification(initialAccount, evolveAccount);
const command = (command: AccountCommand) => (state: Parameters<typeof decideAccount>[0]) =>
  decideAccount(state, command);

const created: NewAccountEvent = { type: 'account.created', data: { name: 'Acme' } };
const suspended: NewAccountEvent = { type: 'account.suspended', data: { name: 'Acme' } };

describe('an account', () => {
  test('is created with a trimmed name', () => {
    given()
      .when(command({ type: 'create_account', name: '  Acme ' }))
      .then(created);
  });

  test('is created once', () => {
    given(created)
      .when(command({ type: 'create_account', name: 'Acme' }))
      .thenRefused('account_exists');
  });

  test.each([[''], ['   '], ['a'.repeat(101)], ['line\nbreak'], ['nul\0'], ['\uD800']])(
    'is refused the name %j',
    (name) => {
      given()
        .when(command({ type: 'create_account', name }))
        .thenRefused('invalid_name');
      given(created)
        .when(command({ type: 'change_account', name }))
        .thenRefused('invalid_name');
    },
  );

  test('keeps the previous name in the event of a rename', () => {
    given(created)
      .when(command({ type: 'change_account', name: 'Acme Ltd' }))
      .then({ type: 'account.renamed', data: { name: 'Acme Ltd', previousName: 'Acme' } });
  });

  test('that is renamed to its own name does not change', () => {
    given(created)
      .when(command({ type: 'change_account', name: 'Acme' }))
      .then();
  });

  test('is suspended and reactivated, each repeated without effect', () => {
    given(created)
      .when(command({ type: 'suspend_account' }))
      .then(suspended);
    given(created, suspended)
      .when(command({ type: 'suspend_account' }))
      .then();
    given(created, suspended)
      .when(command({ type: 'reactivate_account' }))
      .then({ type: 'account.reactivated', data: { name: 'Acme' } });
    given(created)
      .when(command({ type: 'reactivate_account' }))
      .then();
  });

  test('that is suspended is not renamed', () => {
    given(created, suspended)
      .when(command({ type: 'change_account', name: 'Other' }))
      .thenRefused('account_suspended');
  });

  test('is closed once, also while it is suspended, and is then as absent as one that never was', () => {
    const closed: NewAccountEvent = { type: 'account.closed', data: { name: 'Acme' } };
    given(created)
      .when(command({ type: 'close_account' }))
      .then(closed);
    given(created, suspended)
      .when(command({ type: 'close_account' }))
      .then(closed);
    for (const type of ['close_account', 'suspend_account', 'reactivate_account'] as const)
      given(created, closed).when(command({ type })).thenRefused('account_not_found');
  });

  test.each<AccountCommand>([
    { type: 'change_account', name: 'x' },
    { type: 'suspend_account' },
    { type: 'reactivate_account' },
  ])('that does not exist refuses $type', (refused) => {
    given().when(command(refused)).thenRefused('account_not_found');
  });

  test('folds its events into its state', () => {
    const { state } = given(
      created,
      { type: 'account.renamed', data: { name: 'B', previousName: 'Acme' } },
      suspended,
    );
    expect(state).toEqual({
      status: 'suspended',
      accountId: 'acct_1',
      name: 'B',
      version: 3,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.002Z',
      updatedBy: 'operator:spec',
    });
  });
});
