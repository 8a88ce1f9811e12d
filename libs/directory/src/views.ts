import { existingAccount, existingServiceGroup, type OpenAccount, type ServiceGroup } from '#libs/domain';
import {
  accountState,
  serviceGroupState,
  type AccountCountsItem,
  type AccountItem,
  type ServiceGroupItem,
} from './kernel/states.js';

/** The counts at a time. */
export interface AccountCounts {
  users: number;
  serviceGroups: number;
  asOf: string;
}

export interface MemberCount {
  members: number;
  asOf: string;
}

/** An account as readers see it. Without counts if it is a past state. */
export type AccountView = OpenAccount & { counts?: AccountCounts };
export type ServiceGroupView = ServiceGroup & { memberCount?: MemberCount };

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

export function serviceGroupView(item: ServiceGroupItem | undefined): ServiceGroupView {
  return withMemberCount(existingServiceGroup(serviceGroupState(item)), item);
}

export function withMemberCount(serviceGroup: ServiceGroup, item?: ServiceGroupItem): ServiceGroupView {
  const { memberCount: members = 0, countedAt } = item ?? {};
  return { ...serviceGroup, memberCount: { members, asOf: countedAt ?? serviceGroup.createdAt } };
}
