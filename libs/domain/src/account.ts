import { DomainError } from './errors.js';
import type { Recorded } from './recorded.js';
import { parseName } from './text.js';

/** An account that was never created. */
interface NoAccount {
  status: 'none';
}

/** A tenant: owns users and service groups. */
export interface Account {
  /** A closed account is as absent as one that never was; its history stays. */
  status: 'active' | 'suspended' | 'closed';
  accountId: string;
  name: string;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export type AccountState = NoAccount | Account;

/** An account that is there. */
export type OpenAccount = Account & { status: 'active' | 'suspended' };

export type AccountFact =
  | { type: 'account.created'; data: { name: string } }
  | { type: 'account.renamed'; data: { name: string; previousName: string } }
  | { type: 'account.suspended'; data: { name: string } }
  | { type: 'account.reactivated'; data: { name: string } }
  | { type: 'account.closed'; data: { name: string } };

export type AccountCommand =
  | { type: 'create_account'; name: string }
  | { type: 'rename_account'; name: string }
  | { type: 'suspend_account' }
  | { type: 'reactivate_account' }
  | { type: 'close_account' };

export const initialAccount: AccountState = { status: 'none' };

/**
 * Decides what a command does to an account. No facts: it is already as asked.
 *
 * @throws DomainError
 */
export function decideAccount(state: AccountState, command: AccountCommand): AccountFact[] {
  switch (command.type) {
    case 'create_account':
      if (state.status !== 'none') throw new DomainError('account_exists', 'This account exists already.');
      return [{ type: 'account.created', data: { name: parseName(command.name) } }];
    case 'rename_account': {
      const { name: previousName } = activeAccount(state);
      const name = parseName(command.name);
      return name === previousName ? [] : [{ type: 'account.renamed', data: { name, previousName } }];
    }
    case 'suspend_account': {
      const { status, name } = existingAccount(state);
      return status === 'suspended' ? [] : [{ type: 'account.suspended', data: { name } }];
    }
    case 'reactivate_account': {
      const { status, name } = existingAccount(state);
      return status === 'active' ? [] : [{ type: 'account.reactivated', data: { name } }];
    }
    case 'close_account': {
      const { name } = existingAccount(state);
      return [{ type: 'account.closed', data: { name } }];
    }
    default:
      return command satisfies never;
  }
}

export function evolveAccount(state: AccountState, event: Recorded<AccountFact>): AccountState {
  const { version, at } = event;
  if (event.type === 'account.created') {
    const { accountId, data } = event;
    return { status: 'active', accountId, name: data.name, version, createdAt: at, updatedAt: at };
  }
  const account = { ...existingAccount(state), version, updatedAt: at };
  switch (event.type) {
    case 'account.renamed':
      return { ...account, name: event.data.name };
    case 'account.suspended':
      return { ...account, status: 'suspended' };
    case 'account.reactivated':
      return { ...account, status: 'active' };
    case 'account.closed':
      return { ...account, status: 'closed' };
    default:
      return event satisfies never;
  }
}

/** @throws DomainError `account_not_found` */
export function existingAccount(state: AccountState): OpenAccount {
  if (state.status === 'none' || state.status === 'closed')
    throw new DomainError('account_not_found', 'There is no such account.');
  return { ...state, status: state.status };
}

/**
 * The guard of every command but reactivation: nothing changes in a suspended account.
 *
 * @throws DomainError `account_not_found`, `account_suspended`
 */
export function activeAccount(state: AccountState): OpenAccount {
  const account = existingAccount(state);
  if (account.status === 'suspended')
    throw new DomainError('account_suspended', 'The account is suspended: it must be reactivated first.');
  return account;
}
