declare const granted: unique symbol;

/** The right to read and write one account: no function that touches its data can be called without saying whose it is. */
export interface Tenant {
  readonly accountId: string;
  readonly [granted]: true;
}

/** Only authentication may call this, and the code that implements an operator's explicit choice of an account. */
export function grantTenant(accountId: string): Tenant {
  return { accountId } as Tenant;
}
