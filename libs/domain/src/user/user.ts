import type { AccessRoleReference } from '../access-roles/access-roles.js';
import type { ServiceGroupId, UserId } from '../values/ids.js';
import { DomainError } from '../values/errors.js';
import { ERASED_EMAIL, ERASED_TEXT } from '../schema/erased.js';
import type { Actor, Recorded } from '../schema/recorded.js';
import { withoutPersonal, withSettings, type SettingsOf } from '../values/settings.js';
import type { NewUserEvent } from './events.js';
import { userSettings, type PRESENT_USER_STATUSES, type USER_STATUSES } from './fields.js';
import type { Role } from '../permissions/roles.js';
import { sameIdentity, type LinkedIdentity } from '../values/identities.js';
import { endingAfter, endingAt, type Ending } from '../values/ends.js';
import { evolveTeamPlaces, type TeamOfUser, type TeamPlace } from './team-places.js';

interface NoUser {
  status: 'none';
}

export type PresentUserStatus = (typeof PRESENT_USER_STATUSES)[number];
export type UserStatus = (typeof USER_STATUSES)[number];

/** A user may enter a service group: since when, and added by whom. */
export interface Membership extends Ending {
  serviceGroupId: ServiceGroupId;
  serviceGroupName: string;
  /** The version of the service group with this name. */
  serviceGroupVersion: number;
  since: string;
  addedBy: string;
  /** Why it was given. */
  reason?: string;
  /** What its user may do in the service group besides entering it, as long as the account has this role. */
  accessRole?: AccessRoleReference;
}

export interface User extends SettingsOf<typeof userSettings> {
  /** An invited user exists and can be given service groups, but cannot sign in before they are activated. */
  status: UserStatus;
  userId: UserId;
  accountId: string;
  name: string;
  /** Unique among the account's users that are not removed, compared folded (see `fold`). */
  email: string;
  role: Role;
  /** The identities they can sign in with, in the order of linking. Absent if there are none. */
  identities?: readonly LinkedIdentity[];
  /** Sessions from before their last suspension have ended for good. Absent on heads of earlier versions. */
  reactivatedAt?: string;
  /** The personal data of the removed user has been erased for good. */
  erased?: true;
  memberships: Readonly<Record<string, Membership>>;
  membershipCount: number;
  /** Their teams, in the order in which they joined them. Absent if they have none. */
  teams?: readonly TeamOfUser[];
  /** They are, or were, in teams: what ends with them, or is erased with them, is not only memberships. */
  everInTeams?: true;
  /** Their places in teams, as far as they are known. */
  places?: Readonly<Record<string, TeamPlace>>;
  version: number;
  createdAt: string;
  updatedAt: string;
  updatedBy?: Actor;
}

export type UserState = NoUser | User;

/** An event about a membership that there is, and that stays. */
export type MembershipEvent = Extract<
  Recorded<NewUserEvent>,
  { type: 'service_group.membership_changed' | 'service_group.membership_expiring' }
>;

export const initialUser: UserState = { status: 'none' };

export function evolveUser(state: UserState, event: Recorded<NewUserEvent>): UserState {
  const { version, at, actor: updatedBy } = event;
  if (event.type === 'user.created' || (event.type === 'user.invited' && state.status === 'none')) {
    const { accountId } = event;
    const { invitation: _, ...data } = { invitation: undefined, ...event.data };
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
    case 'user.settings_changed':
      return withSettings(userSettings, user, event.data);
    case 'user.invited':
    case 'user.seen_as':
      return user;
    case 'user.suspended':
      return { ...user, status: 'suspended' };
    case 'user.activated':
      return { ...user, status: 'active' };
    case 'user.reactivated':
      return { ...user, status: 'active', reactivatedAt: at };
    case 'user.removed': {
      const { identities: _, teams: _teams, places: _places, ...rest } = user;
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
      const { serviceGroupId, serviceGroupName, serviceGroupVersion, reason, accessRole } = event.data;
      const group = { serviceGroupId, serviceGroupName, serviceGroupVersion };
      const terms = {
        ...endingAt(event.data.expiresAt, at),
        ...(reason !== undefined && { reason }),
        ...(accessRole && { accessRole }),
      };
      const membership = { ...group, since: at, addedBy: event.actor, ...terms };
      const memberships = { ...user.memberships, [serviceGroupId]: membership };
      return { ...user, memberships, membershipCount: user.membershipCount + 1 };
    }
    case 'service_group.membership_changed':
    case 'service_group.membership_expiring': {
      const membership = user.memberships[event.data.serviceGroupId];
      if (!membership) return user;
      const memberships = {
        ...user.memberships,
        [membership.serviceGroupId]: evolveMembership(membership, event),
      };
      return { ...user, memberships };
    }
    case 'service_group.member_removed': {
      const { [event.data.serviceGroupId]: _ended, ...memberships } = user.memberships;
      return { ...user, memberships, membershipCount: user.membershipCount - 1 };
    }
    case 'team.member_added':
    case 'team.membership_changed':
    case 'team.membership_expiring':
    case 'team.member_removed':
      return evolveTeamPlaces(user, event);
    default:
      return event satisfies never;
  }
}

/** What happens to a membership between its beginning and its end. */
export function evolveMembership(
  { expiresAt: endBefore, noticeAt, accessRole: roleBefore, ...membership }: Membership,
  event: MembershipEvent,
): Membership {
  if (event.type === 'service_group.membership_expiring')
    return { ...membership, ...(roleBefore && { accessRole: roleBefore }), expiresAt: event.data.expiresAt };
  const { expiresAt, reason = membership.reason, accessRole } = event.data;
  const before = {
    ...(endBefore !== undefined && { expiresAt: endBefore }),
    ...(noticeAt !== undefined && { noticeAt }),
  };
  return {
    ...membership,
    ...endingAfter(before, expiresAt, event.at),
    ...(reason !== undefined && { reason }),
    ...(accessRole && { accessRole }),
  };
}

/** True for users who count towards the rule that an account must keep at least one owner. */
export function isActiveOwner(state: UserState): boolean {
  return state.status === 'active' && state.role === 'owner';
}

function erased(state: UserState): User {
  if (state.status !== 'removed') throw new DomainError('user_not_removed', 'The user has not been removed.');
  return { ...withoutPersonal(userSettings, state), name: ERASED_TEXT, email: ERASED_EMAIL, erased: true };
}

/**
 * A removed user is as absent as one that never existed.
 * @throws DomainError `user_not_found`
 */
export function existingUser(state: UserState): User {
  if (state.status === 'none' || state.status === 'removed') throw noSuchUser();
  return state;
}

function noSuchUser(): DomainError {
  return new DomainError('user_not_found', 'There is no such user in this account.');
}

/**
 * Invited users may be made managers, and are managers once they are active.
 * @throws DomainError `user_not_found`, `user_suspended`
 */
export function requireMayManage({ status }: Pick<UserState, 'status'>): void {
  if (status === 'none' || status === 'removed') throw noSuchUser();
  if (status === 'suspended')
    throw new DomainError('user_suspended', 'A suspended user cannot be made a manager of a service group.');
}
