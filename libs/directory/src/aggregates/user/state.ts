import type { Membership, User, UserState } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { lastActor } from '../../core/states.js';
import type { LastCommit } from '../../table/items/last-commit.js';
import type { membershipEntity } from '../../table/items/memberships.js';
import type { userEntity } from '../../table/items/users.js';

export type UserItem = Item<typeof userEntity>;
export type MembershipItem = Item<typeof membershipEntity>;

/** @param memberships the user's membership items that the decision needs; the head contains none */
export function userState(
  item: UserItem | undefined,
  memberships: readonly MembershipItem[] = [],
): UserState {
  if (!item) return { status: 'none' };
  const { lastEvents, expiresAt: _expiry, userKey: _key, ...head } = item;
  const known = Object.fromEntries(memberships.map((each) => [each.serviceGroupId, membershipOf(each)]));
  return { ...head, memberships: known, ...lastActor(lastEvents) };
}

export function membershipOf(item: MembershipItem): Membership {
  const { serviceGroupId, serviceGroupName, serviceGroupVersion, since, addedBy } = item;
  return { serviceGroupId, serviceGroupName, serviceGroupVersion, since, addedBy };
}

/** @param userKey as stored, unless it has been destroyed */
export function userItem(
  { memberships: _items, updatedBy: _by, ...head }: User,
  lastEvents: LastCommit,
  userKey: string | undefined,
): UserItem {
  return { ...head, lastEvents, ...(userKey !== undefined && { userKey }) };
}

/** Each takes two of a transaction's 100 operations, the user at most eight, and their identities five. */
export const MAX_MEMBERSHIPS_AT_ONCE = 43;
