declare const granted: unique symbol;

/**
 * The right to read and write one account. Every function of this library that touches an account's data takes one, so that
 * none can be called without saying whose data is meant.
 */
export interface Tenant {
  readonly accountId: string;
  readonly [granted]: true;
}

/**
 * Grants access to one account. Only authentication may call this, for the caller's own account, and the code that
 * implements an operator's explicit choice of an account.
 */
export function grantTenant(accountId: string): Tenant {
  return { accountId } as Tenant;
}
