import { DomainError } from '../errors.js';
import { changeLimits, limitsSince, type Limited, type Limits, type LimitsChange } from './limits.js';
import { changeDetails, detailsOf, parseDetails, sameJson } from '../values/metadata.js';
import type { ChangedDetails, Details, DetailsChange } from '../values/metadata.js';
import type { Actor, Recorded } from '../events/recorded.js';
import { parseName, parsePlan, parseUnlessKept } from '../values/name.js';
import { parseAll } from '../values/parse-all.js';
import type { AccountFact } from './events.js';
import { parseSignInRules, type SignInRule } from './sign-in-rules.js';

interface NoAccount {
  status: 'none';
}

/** A tenant: owns users and service groups. */
export interface Account extends Details {
  /** A closed account is as absent as one that never existed; its history stays. */
  status: 'active' | 'suspended' | 'closed';
  accountId: string;
  name: string;
  plan?: string;
  limits?: Limits;
  /** Since when each limit has been set without interruption. */
  limitsSince?: Readonly<Partial<Record<Limited, string>>>;
  /** Absent if there are none. */
  signInRules?: readonly SignInRule[];
  /** When they were last changed. */
  signInRulesSince?: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  updatedBy?: Actor;
}

export type AccountState = NoAccount | Account;

export type OpenAccount = Account & { status: 'active' | 'suspended' };

/** What an account has besides its name. Null removes a value. */
export interface SettingsInput extends DetailsChange {
  plan?: string | null;
  limits?: LimitsChange | null;
}

export type AccountCommand =
  | ({ type: 'create_account'; name: string } & SettingsInput)
  | ({ type: 'change_account'; name?: string; signInRules?: readonly SignInRule[] | null } & SettingsInput)
  | { type: 'suspend_account' }
  | { type: 'reactivate_account' }
  | { type: 'close_account' };

export const initialAccount: AccountState = { status: 'none' };

/**
 * Decides what a command does to an account. Returns nothing if there is nothing to change.
 * @throws DomainError
 */
export function decideAccount(state: AccountState, command: AccountCommand): AccountFact[] {
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

function createdWith({ name, plan, limits, ...details }: { name: string } & SettingsInput) {
  const limited = changeLimits({}, limits ?? null);
  const parsed = parseAll({
    name: () => parseName(name),
    details: () => parseDetails(details),
    plan: () => (typeof plan === 'string' ? parsePlan(plan) : undefined),
  });
  return {
    name: parsed.name,
    ...parsed.details,
    ...(parsed.plan !== undefined && { plan: parsed.plan }),
    ...(Object.keys(limited).length > 0 && { limits: limited }),
  };
}

function changeAccount(
  account: OpenAccount,
  change: Extract<AccountCommand, { type: 'change_account' }>,
): AccountFact[] {
  const facts: AccountFact[] = [];
  const { name: previousName, limits: previousLimits = {}, signInRules: previousSignInRules = [] } = account;
  const previousPlan = account.plan ?? null;
  const wantedPlan = change.plan === undefined ? previousPlan : change.plan;
  const { name, plan, details, signInRules } = parseAll({
    name: () => parseUnlessKept(change.name, previousName, parseName),
    plan: () => (wantedPlan === null ? null : parseUnlessKept(wantedPlan, previousPlan ?? '', parsePlan)),
    details: () => changeDetails(account, change),
    signInRules: () =>
      change.signInRules === undefined ? previousSignInRules : parseSignInRules(change.signInRules ?? []),
  });
  if (name !== previousName) facts.push({ type: 'account.renamed', data: { name, previousName } });
  const limits = change.limits === undefined ? previousLimits : changeLimits(previousLimits, change.limits);
  if (details || plan !== previousPlan || !sameJson(limits, previousLimits)) {
    const settings = { ...(details ?? unchanged(account)), plan, previousPlan, limits, previousLimits };
    facts.push({ type: 'account.settings_changed', data: { name, ...settings } });
  }
  if (!sameJson(signInRules, previousSignInRules))
    facts.push({
      type: 'account.sign_in_rules_changed',
      data: { name, signInRules, previousSignInRules },
    });
  return facts;
}

function unchanged(account: Details): ChangedDetails {
  const { metadata = {} } = account;
  const externalId = account.externalId ?? null;
  return { externalId, previousExternalId: externalId, metadata, previousMetadata: metadata };
}

export function evolveAccount(state: AccountState, event: Recorded<AccountFact>): AccountState {
  const { version, at, actor: updatedBy } = event;
  if (event.type === 'account.created') {
    const { accountId, data } = event;
    const { name, plan = null, limits = {}, ...details } = data;
    const created = {
      status: 'active' as const,
      accountId,
      name,
      ...details,
      version,
      createdAt: at,
      updatedAt: at,
      updatedBy,
    };
    return { ...created, ...subscribed({}, { plan, limits }, at) };
  }
  const account = { ...existingAccount(state), version, updatedAt: at, updatedBy };
  switch (event.type) {
    case 'account.renamed':
      return { ...account, name: event.data.name };
    case 'account.settings_changed': {
      const { externalId: _, metadata: __, plan: ___, limits, limitsSince: since, ...rest } = account;
      return {
        ...rest,
        ...detailsOf(event.data),
        ...subscribed({ limits, limitsSince: since }, event.data, at),
      };
    }
    case 'account.sign_in_rules_changed': {
      const { signInRules: _, signInRulesSince: __, ...rest } = account;
      const { signInRules } = event.data;
      return signInRules.length === 0 ? rest : { ...rest, signInRules, signInRulesSince: at };
    }
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

function subscribed(
  before: Pick<Account, 'limits' | 'limitsSince'>,
  { plan, limits }: { plan: string | null; limits: Limits },
  at: string,
): Pick<Account, 'plan' | 'limits' | 'limitsSince'> {
  return {
    ...(plan !== null && { plan }),
    ...(Object.keys(limits).length > 0 && { limits, limitsSince: limitsSince(before, limits, at) }),
  };
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
