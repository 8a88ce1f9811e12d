import type { Directory } from './directory.js';

declare const granted: unique symbol;

/**
 * The right to read and write one account, and the directory to do it in: no function that touches an account's data can be
 * called without saying whose it is.
 */
export interface Tenant<In extends Directory = Directory> {
  readonly directory: In;
  readonly accountId: string;
  readonly [granted]: true;
}

/** Only authentication may call this, and the code that implements an operator's explicit choice of an account. */
export function grantTenant<In extends Directory>(directory: In, accountId: string): Tenant<In> {
  return { directory, accountId } as Tenant<In>;
}
