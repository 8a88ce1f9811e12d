import { getAccount, getAccountAsOf, grantTenant } from '#libs/directory';
import { DomainError } from '#libs/domain';
import { hasPermission, ownAccountOf, type Caller, type RequestTenant } from '../auth/caller/caller.js';
import type { RequestDirectory } from '../directory/request-directory.js';
import { ACCOUNT_ID } from '../http/input/ids.js';
import { momentIn } from '../http/query/past.js';
import { fieldProblem, Problem } from '../problems/problem.js';
import { isExternal, requireIds, resolveNames, type Named, type Names } from './names.js';

/** What an access check or search is about. */
export interface Question extends Named {
  /** Undefined if the account is not the caller's: nobody may do anything there. */
  tenant: RequestTenant | undefined;
  /** ISO 8601; undefined: now. */
  asOf: string | undefined;
}

export type Context = Record<string, unknown>;

/** The reason why somebody may not enter is not revealed: whatever is missing, the decision is no. */
const NOT_THERE: ReadonlySet<string> = new Set([
  'membership_not_found',
  'user_not_found',
  'service_group_not_found',
  'account_not_found',
]);

export function isNotThere(error: unknown): boolean {
  return error instanceof DomainError && NOT_THERE.has(error.code);
}

/** @throws Problem if the caller may not ask that, or if it cannot be understood */
export async function questionAbout(
  names: Names,
  directory: RequestDirectory,
  caller: Caller,
  context: Context | undefined,
): Promise<Question> {
  const { subject } = names;
  if (subject !== undefined && !isExternal(subject)) requireSelf(caller, subject);
  const asOf = momentIn({ directory }, context);
  if (asOf !== undefined) requireIds(names);
  const tenant = tenantFor(directory, caller, context);
  const named = await resolveNames(tenant, names);
  // Whose it is, if not the caller's, is not revealed, nor whether it is anybody's.
  if (isExternal(subject)) requireSelf(caller, named.userId);
  return { tenant, asOf, ...named };
}

/** Undefined if the account is not the caller's. @throws Problem if an operator names none */
export function tenantFor(
  directory: RequestDirectory,
  caller: Caller,
  context: Context = {},
): RequestTenant | undefined {
  const named = accountIn(context);
  const own = ownAccountOf(caller);
  if (own !== undefined && (named ?? own) !== own) return undefined;
  const accountId = own ?? named;
  if (accountId !== undefined) return grantTenant(directory, accountId);
  throw fieldProblem([
    { code: 'required', detail: 'An operator must name an account.', pointer: ACCOUNT_POINTER },
  ]);
}

/** Whether the account is, or was, active. The guard reads that of a user with each request; a key is believed for some seconds. */
export async function isOpen(
  tenant: RequestTenant,
  caller: Caller,
  asOf: string | undefined,
): Promise<boolean> {
  if (asOf === undefined && caller.kind === 'user') return true;
  try {
    const { status } = await (asOf === undefined ? getAccount(tenant) : getAccountAsOf(tenant, asOf));
    return status === 'active';
  } catch (error) {
    if (isNotThere(error)) return false;
    throw error;
  }
}

/** An API key that may check checks anyone. */
export function mayCheckOthers(caller: Caller): boolean {
  return caller.kind === 'api-key' || hasPermission(caller, 'access:check-others');
}

/** @throws Problem `not_permitted` */
export function requireMayCheckOthers(caller: Caller): void {
  if (!mayCheckOthers(caller)) throw new Problem('not_permitted', 'Members may only ask about themselves.');
}

function requireSelf(caller: Caller, userId: string): void {
  if (caller.id !== userId) requireMayCheckOthers(caller);
}

const ACCOUNT_POINTER = '/context/account_id';

function accountIn({ account_id: named }: Context): string | undefined {
  if (named === undefined || (typeof named === 'string' && ACCOUNT_ID.test(named))) return named;
  const detail = 'account_id must be the id of an account.';
  throw fieldProblem([{ code: 'invalid_format', detail, pointer: ACCOUNT_POINTER }]);
}
