import type {
  AccountState,
  Actor,
  DomainEvent,
  Membership,
  ServiceGroupState,
  StateOf,
  User,
  UserState,
} from '#libs/domain';
import type { Item } from '#libs/single-table';
import type { accountCountsEntity, accountEntity } from '../accounts/items.js';
import type { apiKeyEntity } from '../api-keys/items.js';
import type { HEADS, PlainKind } from '../heads.js';
import type { membershipEntity } from '../memberships/items.js';
import type { serviceGroupEntity } from '../service-groups/items.js';
import type { userEntity } from '../users/items.js';

/** Converts head items and membership items to the states the domain decides on, and back. */

export type AccountItem = Item<typeof accountEntity>;
export type AccountCountsItem = Item<typeof accountCountsEntity>;
export type UserItem = Item<typeof userEntity>;
export type ServiceGroupItem = Item<typeof serviceGroupEntity>;
export type ApiKeyItem = Item<typeof apiKeyEntity>;
export type MembershipItem = Item<typeof membershipEntity>;

/** The author of the last change is in its events: a head does not repeat it. */
function lastActor(lastEvents: readonly DomainEvent[]): { updatedBy?: Actor } {
  const updatedBy = lastEvents.at(-1)?.actor;
  return updatedBy === undefined ? {} : { updatedBy };
}

export function accountState(item: AccountItem | undefined): AccountState {
  if (!item) return { status: 'none' };
  const { lastEvents, userCount: _users, serviceGroupCount: _groups, countedAt: _at, ...state } = item;
  return { ...state, ...lastActor(lastEvents) };
}

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

export function serviceGroupState(item: ServiceGroupItem | undefined): ServiceGroupState {
  if (!item) return { status: 'none' };
  const {
    lastEvents,
    expiresAt: _expiry,
    memberCount: _members,
    countedAt: _at,
    countedUpTo: _upTo,
    recountedAt: _anew,
    ...state
  } = item;
  return { ...state, ...lastActor(lastEvents) };
}

/** Of an aggregate on which no other item depends. */
export function plainState<Kind extends PlainKind>(
  item: Item<(typeof HEADS)[Kind]> | undefined,
): StateOf<Kind> {
  if (!item) return { status: 'none' } as StateOf<Kind>;
  const { lastEvents: _, expiresAt: __, lastUsedAt: ___, ...state } = item as Record<string, unknown>;
  return state as unknown as StateOf<Kind>;
}

export function membershipOf(item: MembershipItem): Membership {
  const { serviceGroupId, serviceGroupName, serviceGroupVersion, since, addedBy } = item;
  return { serviceGroupId, serviceGroupName, serviceGroupVersion, since, addedBy };
}

/** @param userKey as stored, unless it has been destroyed */
export function userItem(
  { memberships: _items, updatedBy: _by, ...head }: User,
  lastEvents: DomainEvent[],
  userKey: string | undefined,
): UserItem {
  return { ...head, lastEvents, ...(userKey !== undefined && { userKey }) };
}

/** Each takes two of a transaction's 100 operations, the user at most eight, and their identities five. */
export const MOST_MEMBERSHIPS_AT_ONCE = 43;
