import { existingAccount, type OpenAccount } from '#libs/domain';
import { accountState, type AccountCountsItem, type AccountItem } from './state.js';

/** The counts at a time. */
export interface AccountCounts {
  users: number;
  serviceGroups: number;
  asOf: string;
}

/** An account as readers see it. Without counts if it is a past state. */
export type AccountView = OpenAccount & { counts?: AccountCounts };

export function accountView(
  item: AccountItem | undefined,
  counts: AccountCountsItem | undefined,
): AccountView {
  return withCounts(existingAccount(accountState(item)), item, counts);
}

export function withCounts(
  account: OpenAccount,
  item?: AccountItem,
  counts?: AccountCountsItem,
): AccountView {
  return { ...account, counts: shownCounts(item ?? account, counts) };
}

/** Before the first count there was nothing, as when the account was created. */
export function shownCounts(
  head: Pick<AccountItem, 'createdAt' | 'userCount' | 'serviceGroupCount' | 'countedAt'>,
  counts: AccountCountsItem | undefined,
): AccountCounts {
  const { userCount = 0, serviceGroupCount = 0, createdAt } = head;
  const { users, serviceGroups } = counts ?? { users: userCount, serviceGroups: serviceGroupCount };
  return { users, serviceGroups, asOf: (counts ?? head).countedAt ?? createdAt };
}
