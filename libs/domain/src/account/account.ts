import { DomainError } from '../values/errors.js';
import { limitsSince, type Limited } from './limits.js';
import type { Actor, Recorded } from '../schema/recorded.js';
import { sameJson } from '../values/json.js';
import { parseTitle, parseUnlessKept } from '../values/name.js';
import { parseAll } from '../values/parse-all.js';
import { changeSettings, newSettings, withSettings, type SettingsOf } from '../values/settings.js';
import type { NewAccountEvent } from './events.js';
import { accountSettings, type AccountSettingsInput } from './fields.js';
import { parseSignInRules, type SignInRule } from './sign-in-rules.js';

interface NoAccount {
  status: 'none';
}

export interface Account extends SettingsOf<typeof accountSettings> {
  /** A closed account is as absent as one that never existed; its history stays. */
  status: 'active' | 'suspended' | 'closed';
  accountId: string;
  name: string;
  /** Since when each limit has been set without interruption. */
  limitsSince?: Readonly<Partial<Record<Limited, string>>>;
  /** Absent if there are none. */
  signInRules?: readonly SignInRule[];
  signInRulesSince?: string;
  /** Sessions from before its last suspension have ended for good. Absent on heads of earlier versions. */
  reactivatedAt?: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  updatedBy?: Actor;
}

export type AccountState = NoAccount | Account;

export type OpenAccount = Account & { status: 'active' | 'suspended' };

export type AccountCommand =
  | ({ type: 'create_account'; name: string } & AccountSettingsInput)
  | ({
      type: 'change_account';
      name?: string;
      signInRules?: readonly SignInRule[] | null;
    } & AccountSettingsInput)
  | { type: 'suspend_account' }
  | { type: 'reactivate_account' }
  | { type: 'close_account' };

export const initialAccount: AccountState = { status: 'none' };

/**
 * Decides what a command does to an account. Returns nothing if there is nothing to change.
 * @throws DomainError
 */
export function decideAccount(state: AccountState, command: AccountCommand): NewAccountEvent[] {
  switch (command.type) {
    case 'create_account':
      if (state.status !== 'none') throw new DomainError('account_exists', 'This account already exists.');
      return [{ type: 'account.created', data: createdWith(command) }];
    case 'change_account':
      return changeAccount(activeAccount(state), command);
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

function createdWith({ name, ...input }: { name: string } & AccountSettingsInput) {
  const { settings, ...parsed } = parseAll({
    name: () => parseTitle(name),
    settings: () => newSettings(accountSettings, input),
  });
  return { ...parsed, ...settings };
}

function changeAccount(
  account: OpenAccount,
  change: Extract<AccountCommand, { type: 'change_account' }>,
): NewAccountEvent[] {
  const newEvents: NewAccountEvent[] = [];
  const { name: previousName, signInRules: previousSignInRules = [] } = account;
  const { name, settings, signInRules } = parseAll({
    name: () => parseUnlessKept(change.name, previousName, parseTitle),
    settings: () => changeSettings(accountSettings, account, change),
    signInRules: () =>
      change.signInRules === undefined ? previousSignInRules : parseSignInRules(change.signInRules ?? []),
  });
  if (name !== previousName) newEvents.push({ type: 'account.renamed', data: { name, previousName } });
  if (settings) newEvents.push({ type: 'account.settings_changed', data: { name, ...settings } });
  if (!sameJson(signInRules, previousSignInRules))
    newEvents.push({
      type: 'account.sign_in_rules_changed',
      data: { name, signInRules, previousSignInRules },
    });
  return newEvents;
}

export function evolveAccount(state: AccountState, event: Recorded<NewAccountEvent>): AccountState {
  const { version, at, actor: updatedBy } = event;
  if (event.type === 'account.created') {
    const { accountId, data } = event;
    const { name } = data;
    const times = { version, createdAt: at, updatedAt: at, updatedBy };
    return withAccountSettings({ status: 'active', accountId, name, ...times }, event);
  }
  const account = { ...existingAccount(state), version, updatedAt: at, updatedBy };
  switch (event.type) {
    case 'account.renamed':
      return { ...account, name: event.data.name };
    case 'account.settings_changed':
      return withAccountSettings(account, event);
    case 'account.sign_in_rules_changed': {
      const { signInRules: _, signInRulesSince: __, ...rest } = account;
      const { signInRules } = event.data;
      return signInRules.length === 0 ? rest : { ...rest, signInRules, signInRulesSince: at };
    }
    case 'account.suspended':
      return { ...account, status: 'suspended' };
    case 'account.reactivated':
      return { ...account, status: 'active', reactivatedAt: at };
    case 'account.closed':
      return { ...account, status: 'closed' };
    default:
      return event satisfies never;
  }
}

/** A limit remembers since when it has been set. */
function withAccountSettings(
  { limits, limitsSince: since, ...account }: Account,
  { data, at }: Pick<Recorded<NewAccountEvent>, 'data' | 'at'>,
): Account {
  const after = withSettings(accountSettings, { ...account, ...(limits && { limits }) }, data);
  if (!after.limits) return after;
  return { ...after, limitsSince: limitsSince({ limits, limitsSince: since }, after.limits, at) };
}

/** @throws DomainError `account_not_found` */
export function existingAccount(state: AccountState): OpenAccount {
  if (state.status === 'none' || state.status === 'closed')
    throw new DomainError('account_not_found', 'There is no such account.');
  return { ...state, status: state.status };
}

/**
 * The guard of every command except reactivation: nothing changes in a suspended account.
 * @throws DomainError `account_not_found`, `account_suspended`
 */
export function activeAccount(state: AccountState): OpenAccount {
  const account = existingAccount(state);
  if (account.status === 'suspended')
    throw new DomainError('account_suspended', 'The account is suspended and must be reactivated first.');
  return account;
}
