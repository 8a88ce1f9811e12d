import type { Membership, NewUserEvent, TeamPlace, User, UserState } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { lastActor } from '../../core/states.js';
import type { LastCommit } from '../../table/items/last-commit.js';
import type { membershipEntity } from '../../table/items/memberships.js';
import type { teamPlaceEntity } from '../../table/items/teams.js';
import type { userEntity } from '../../table/items/users.js';

export type UserItem = Item<typeof userEntity>;
export type MembershipItem = Item<typeof membershipEntity>;
export type TeamPlaceItem = Item<typeof teamPlaceEntity>;

/** @param memberships the user's membership items that the decision needs, like `places`; the head contains none */
export function userState(
  item: UserItem | undefined,
  memberships: readonly MembershipItem[] = [],
  places: readonly TeamPlaceItem[] = [],
): UserState {
  if (!item) return { status: 'none' };
  const { lastEvents, expiresAt: _expiry, userKey: _key, ...head } = item;
  const known = Object.fromEntries(memberships.map((each) => [each.serviceGroupId, membershipOf(each)]));
  const inTeams = places.length > 0 && {
    places: Object.fromEntries(places.map((each) => [each.teamId, placeOf(each)])),
  };
  return { ...head, memberships: known, ...inTeams, ...lastActor(lastEvents) };
}

type PlaceAttributes = Pick<TeamPlaceItem, 'teamId' | 'since' | 'addedBy' | 'endsAt' | 'reason'> &
  Partial<Pick<TeamPlaceItem, 'noticeAt'>>;

export function placeOf({ teamId, since, addedBy, endsAt, reason, noticeAt }: PlaceAttributes): TeamPlace {
  return {
    ...{ teamId, since, addedBy },
    ...(endsAt !== undefined && { expiresAt: endsAt }),
    ...(reason !== undefined && { reason }),
    ...(noticeAt !== undefined && { noticeAt }),
  };
}

export function membershipOf(item: MembershipItem): Membership {
  const { serviceGroupId, serviceGroupName, serviceGroupVersion, since, addedBy } = item;
  const { endsAt, reason, accessRole, noticeAt } = item;
  return {
    ...{ serviceGroupId, serviceGroupName, serviceGroupVersion, since, addedBy },
    ...(endsAt !== undefined && { expiresAt: endsAt }),
    ...(reason !== undefined && { reason }),
    ...(accessRole && { accessRole }),
    ...(noticeAt !== undefined && { noticeAt }),
  };
}

/** What an item stores of a membership, but for the notice of its end. */
export function membershipAttributes({ expiresAt, noticeAt: _notice, ...membership }: Membership) {
  return { ...membership, ...(expiresAt !== undefined && { endsAt: expiresAt }) };
}

/** What the item of a present membership stores of it. */
export function presentAttributes(membership: Membership) {
  const { noticeAt } = membership;
  return { ...membershipAttributes(membership), ...(noticeAt !== undefined && { noticeAt }) };
}

/** @param userKey as stored, unless it has been destroyed */
export function userItem(
  { memberships: _items, places: _places, updatedBy: _by, ...head }: User,
  lastEvents: LastCommit,
  userKey: string | undefined,
): UserItem {
  return { ...head, lastEvents, ...(userKey !== undefined && { userKey }) };
}

/** Each takes two of a transaction's 100 operations, the user at most eight, and their identities five. */
export const MAX_MEMBERSHIPS_AT_ONCE = 43;

/**
 * How many operations events about memberships take of a transaction at most: each event, the membership, its past form, and what
 * finds it at its end.
 */
export function operationsOf({ memberships }: User, events: readonly NewUserEvent[]): number {
  const each = events.map((event) => {
    if (event.type === 'service_group.membership_changed') return 4;
    if (event.type === 'service_group.member_added') return event.data.expiresAt === undefined ? 2 : 3;
    if (event.type !== 'service_group.member_removed') return 1;
    return memberships[event.data.serviceGroupId]?.expiresAt === undefined ? 3 : 4;
  });
  return each.reduce<number>((sum, operations) => sum + operations, 0);
}

/** A membership with an end takes one more. */
export function operationsToEnd({ endsAt }: Pick<MembershipItem, 'endsAt'>): number {
  return endsAt === undefined ? 2 : 3;
}

/** The first of some memberships, as many as this number of operations can end. */
export function fittingInto<M extends Pick<MembershipItem, 'endsAt'>>(
  operations: number,
  memberships: readonly M[],
): M[] {
  let left = operations;
  const first = memberships.findIndex((membership) => (left -= operationsToEnd(membership)) < 0);
  return first === -1 ? [...memberships] : memberships.slice(0, first);
}

/** True if all of a user's memberships can be ended in the transaction that removes the user. */
export function canEndAtOnce(
  memberships: readonly MembershipItem[],
  most = MAX_MEMBERSHIPS_AT_ONCE,
): boolean {
  return fittingInto(2 * most, memberships).length === memberships.length;
}

/** What a membership, or a place in a team, copies of its user. */
export function copiesOf({ userId, name, email, role, status, version }: User) {
  const side = { userName: name, userEmail: email, userRole: role, userStatus: status, userVersion: version };
  return { userId, ...side };
}
