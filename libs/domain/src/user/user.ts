import { DomainError } from '../errors.js';
import { detailsOf, type Details } from '../values/metadata.js';
import { ERASED_EMAIL, ERASED_TEXT } from '../events/erased.js';
import type { Actor, Recorded } from '../events/recorded.js';
import type { Role, UserFact } from './events.js';
import { sameIdentity, type LinkedIdentity } from './identities.js';

/** A user that was never created. */
interface NoUser {
  status: 'none';
}

/** User U may enter service group G, since when, given by whom. */
export interface Membership {
  serviceGroupId: string;
  serviceGroupName: string;
  /** The version of the service group that the name is from. */
  serviceGroupVersion: number;
  since: string;
  addedBy: string;
}

/** A person in exactly one account. Its memberships belong to it. */
export interface User extends Details {
  /** An invited user is there, and may be given service groups, but may not sign in before it is activated. */
  status: 'active' | 'invited' | 'suspended' | 'removed';
  userId: string;
  accountId: string;
  name: string;
  /** Unique among the account's users that are not removed, compared folded (see `fold`). */
  email: string;
  role: Role;
  /** What they may sign in with, in the order of linking. Absent when nothing is linked. */
  identities?: readonly LinkedIdentity[];
  /** The personal data of the removed user is erased, for good. */
  erased?: true;
  /**
   * By service group id. Whoever decides a command about one service group needs no other entry here: a user may have
   * thousands.
   */
  memberships: Readonly<Record<string, Membership>>;
  /** How many memberships the user has in all. */
  membershipCount: number;
  version: number;
  createdAt: string;
  updatedAt: string;
  /** Who made the last change. */
  updatedBy?: Actor;
}

export type UserState = NoUser | User;

export const initialUser: UserState = { status: 'none' };

export function evolveUser(state: UserState, event: Recorded<UserFact>): UserState {
  const { version, at, actor: updatedBy } = event;
  if (event.type === 'user.created' || (event.type === 'user.invited' && state.status === 'none')) {
    const { accountId, data } = event;
    const empty = { memberships: {}, membershipCount: 0 };
    const status = event.type === 'user.invited' ? 'invited' : 'active';
    return { status, accountId, ...data, ...empty, version, createdAt: at, updatedAt: at, updatedBy };
  }
  if (event.type === 'user.erased') return { ...erased(state), version, updatedAt: at, updatedBy };
  const user = { ...existingUser(state), version, updatedAt: at, updatedBy };
  switch (event.type) {
    case 'user.profile_changed':
      return { ...user, name: event.data.name };
    case 'user.email_changed':
      return { ...user, email: event.data.email };
    case 'user.role_changed':
      return { ...user, role: event.data.role };
    case 'user.settings_changed': {
      const { externalId: _, metadata: __, ...rest } = user;
      return { ...rest, ...detailsOf(event.data) };
    }
    case 'user.invited':
      return user;
    case 'user.suspended':
      return { ...user, status: 'suspended' };
    case 'user.activated':
    case 'user.reactivated':
      return { ...user, status: 'active' };
    case 'user.removed': {
      const { identities: _, ...rest } = user;
      return { ...rest, status: 'removed', memberships: {}, membershipCount: 0 };
    }
    case 'user.identity_linked': {
      const { issuer, subject } = event.data;
      return { ...user, identities: [...(user.identities ?? []), { issuer, subject, linkedAt: at }] };
    }
    case 'user.identity_unlinked': {
      const { identities = [], ...rest } = user;
      const left = identities.filter((linked) => !sameIdentity(linked, event.data));
      return left.length === 0 ? rest : { ...rest, identities: left };
    }
    case 'service_group.member_added': {
      const { serviceGroupId, serviceGroupName, serviceGroupVersion } = event.data;
      const group = { serviceGroupId, serviceGroupName, serviceGroupVersion };
      const membership = { ...group, since: at, addedBy: event.actor };
      const memberships = { ...user.memberships, [serviceGroupId]: membership };
      return { ...user, memberships, membershipCount: user.membershipCount + 1 };
    }
    case 'service_group.member_removed': {
      const { [event.data.serviceGroupId]: _ended, ...memberships } = user.memberships;
      return { ...user, memberships, membershipCount: user.membershipCount - 1 };
    }
    default:
      return event satisfies never;
  }
}

/** True for a user who counts when an account must keep at least one owner. */
export function isActiveOwner(state: UserState): boolean {
  return state.status === 'active' && state.role === 'owner';
}

/** What is left of a removed user whose personal data is erased. */
function erased(state: UserState): User {
  if (state.status !== 'removed') throw new DomainError('user_not_removed', 'The user is not removed.');
  const { externalId: _externalId, metadata: _metadata, ...user } = state;
  return { ...user, name: ERASED_TEXT, email: ERASED_EMAIL, erased: true };
}

/**
 * A removed user is as absent as one that never was.
 *
 * @throws DomainError `user_not_found`
 */
export function existingUser(state: UserState): User {
  if (state.status === 'none' || state.status === 'removed')
    throw new DomainError('user_not_found', 'There is no such user in this account.');
  return state;
}
