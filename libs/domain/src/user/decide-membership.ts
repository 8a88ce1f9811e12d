import type { AccessRoleReference } from '../access-roles/access-roles.js';
import { DomainError, orRefusal } from '../values/errors.js';
import type { ServiceGroupId, UserId } from '../values/ids.js';
import { eventTime, isHeld, isNoticeDue, parseGivenFor } from '../values/ends.js';
import {
  changedTerms,
  givenTerms,
  isLaterEnd,
  type MembershipRules,
} from '../service-group/membership-rules.js';
import { requireMayGiveRole, withLengthOfRole } from '../service-group/offered-roles.js';
import {
  existingServiceGroup,
  type ServiceGroup,
  type ServiceGroupState,
} from '../service-group/service-group.js';
import { changedRole, resolveRole, type MembershipTerms, type RoleContext } from '../service-group/terms.js';
import type { MembershipIdentity, NewUserEvent } from './events.js';
import type { Membership, User, UserState } from './user.js';

export type MembershipCommand =
  | ({ type: 'add_member'; serviceGroup: ServiceGroupState } & MembershipTerms & RoleContext)
  | ({ type: 'change_membership'; serviceGroup: ServiceGroupState } & MembershipTerms & RoleContext)
  | { type: 'remove_member'; serviceGroupId: ServiceGroupId };

interface Moment {
  /** Milliseconds since the epoch. */
  now: number;
}

/** Who is a member stays one, on their present terms. A membership that has ended by itself is ended first. */
export function addMember(
  user: User,
  { serviceGroup: state, ...given }: MembershipTerms & RoleContext & { serviceGroup: ServiceGroupState },
  { now }: Moment,
): NewUserEvent[] {
  const serviceGroup = existingServiceGroup(state);
  const { serviceGroupId, name: serviceGroupName, version: serviceGroupVersion } = serviceGroup;
  if (user.status === 'suspended')
    throw new DomainError('user_suspended', 'A suspended user cannot be added to a service group.');
  const membership = user.memberships[serviceGroupId];
  const at = eventTime(user, now);
  const terms = parseTerms(given, at);
  if (membership && isHeld(membership, at)) return [];
  const { expiresAt, reason, accessRole } = termsGiven(serviceGroup, { ...given, ...terms }, user.userId, at);
  const { userId, name: userName, email: userEmail } = user;
  const data = {
    ...{ userId, userName, userEmail, serviceGroupId, serviceGroupName, serviceGroupVersion },
    ...(expiresAt !== null && { expiresAt }),
    ...(reason !== undefined && { reason }),
    ...(accessRole && { accessRole }),
  };
  const ended = membership ? [expiryOf(user, membership)] : [];
  return [...ended, { type: 'service_group.member_added', data }];
}

/**
 * What a member with these terms gets, by the rules of the service group. Decided for all at once before a job gives them to many.
 * @throws DomainError `service_group_not_found`, `invalid_expires_at`, `invalid_name`, `membership_too_long`, `reason_required`,
 * `access_role_not_found`, `access_role_not_offered`
 */
export function termsOfNewMember(
  { serviceGroup, ...given }: MembershipTerms & RoleContext & { serviceGroup: ServiceGroupState },
  at: number,
) {
  const terms = { ...given, ...parseTerms(given, at) };
  return termsGiven(existingServiceGroup(serviceGroup), terms, undefined, at);
}

/** @param userId undefined: not known yet */
function termsGiven(
  { membershipRules: rules = {} }: ServiceGroup,
  terms: MembershipTerms & RoleContext,
  userId: UserId | undefined,
  at: number,
) {
  const accessRole = roleOfNewMember(rules, terms, userId);
  return { ...givenTerms(withLengthOfRole(rules, accessRole?.key), terms, at), accessRole };
}

/** @throws DomainError `access_role_not_found`, `access_role_not_offered`, `not_permitted` */
function roleOfNewMember(
  rules: MembershipRules,
  { accessRole, withDefaultRole, accessRoles, giver }: MembershipTerms & RoleContext,
  userId: UserId | undefined,
): AccessRoleReference | undefined {
  if (accessRole === null) return undefined;
  if (accessRole !== undefined) {
    const role = resolveRole(accessRole, accessRoles);
    requireMayGiveRole(rules, role.key, userId, giver);
    return role;
  }
  const { defaultAccessRole: key } = rules;
  if (!withDefaultRole || key === undefined) return undefined;
  const given = orRefusal(() => {
    const role = resolveRole(key, accessRoles);
    requireMayGiveRole(rules, key, userId, giver);
    return role;
  });
  // Nobody named it: a default that cannot be given gives no role, and keeps nobody out.
  return given instanceof DomainError ? undefined : given;
}

/**
 * Sets, moves or takes away the end of a membership, or changes its access role.
 * @throws DomainError `membership_not_found`, `invalid_expires_at`, `membership_too_long`, `reason_required`, `access_role_not_found`,
 * `access_role_not_offered`, `not_permitted`
 */
export function changeMembership(
  user: User,
  { serviceGroup: state, ...given }: MembershipTerms & RoleContext & { serviceGroup: ServiceGroupState },
  { now }: Moment,
): NewUserEvent[] {
  const { serviceGroupId, membershipRules: rules = {} } = existingServiceGroup(state);
  const at = eventTime(user, now);
  const membership = heldMembership(user, serviceGroupId, at);
  const previousExpiresAt = membership.expiresAt ?? null;
  const before = { expiresAt: previousExpiresAt, reason: membership.reason };
  const { accessRole: previousAccessRole } = membership;
  const accessRole = changedRole(previousAccessRole, given);
  const hasNewRole = accessRole?.id !== previousAccessRole?.id;
  if (accessRole && hasNewRole) requireMayGiveRole(rules, accessRole.key, user.userId, given.giver);
  const roleRules = withLengthOfRole(rules, accessRole?.key);
  const terms = changedTerms(roleRules, before, parseTerms(given, at), { at, hasNewRole });
  const { expiresAt, reason } = terms;
  if (accessRole && isLaterEnd(expiresAt, previousExpiresAt))
    requireMayGiveRole(rules, accessRole.key, user.userId, given.giver);
  if (!hasNewRole && expiresAt === previousExpiresAt && reason === membership.reason) return [];
  const data = {
    ...membershipIdentity(user, membership),
    ...{ expiresAt, previousExpiresAt },
    ...(reason !== undefined && reason !== membership.reason && { reason }),
    ...(accessRole && { accessRole }),
    ...(previousAccessRole && { previousAccessRole }),
  };
  return [{ type: 'service_group.membership_changed', data }];
}

/** @throws DomainError `membership_not_found` */
export function removeMember(user: User, serviceGroupId: ServiceGroupId, { now }: Moment): NewUserEvent[] {
  const membership = heldMembership(user, serviceGroupId, eventTime(user, now));
  const data = { ...ofEnded(user, membership), reason: 'member_removed' as const };
  return [{ type: 'service_group.member_removed', data }];
}

/**
 * Ends a membership whose end has come; nothing if there is none. The account is not checked: ends come in a suspended
 * account too.
 */
export function endDueMembership(
  state: UserState,
  serviceGroupId: ServiceGroupId,
  { now }: Moment,
): NewUserEvent[] {
  const membership = presentMembership(state, serviceGroupId);
  if (!membership || isHeld(membership, eventTime(state as User, now))) return [];
  return [expiryOf(state as User, membership)];
}

/** Announces the end of a membership that is about to end, once. The account is not checked, as for the end itself. */
export function announceEnd(
  state: UserState,
  serviceGroupId: ServiceGroupId,
  { now }: Moment,
): NewUserEvent[] {
  const membership = presentMembership(state, serviceGroupId);
  if (!membership || !isNoticeDue(membership, eventTime(state as User, now))) return [];
  const data = { ...membershipIdentity(state as User, membership), expiresAt: membership.expiresAt };
  return [{ type: 'service_group.membership_expiring', data }];
}

/**
 * What removing a service group does to a user who is its member. The account is not checked: the decision made with
 * the removal is executed even if the account has since been suspended.
 * @param until when the service group was removed
 */
export function endMembershipWithServiceGroup(
  state: UserState,
  serviceGroupId: ServiceGroupId,
  until: string,
): NewUserEvent[] {
  const membership = presentMembership(state, serviceGroupId);
  if (!membership) return [];
  if (!isHeld(membership, Date.parse(until))) return [expiryOf(state as User, membership)];
  const data = {
    ...ofEnded(state as User, membership),
    reason: 'service_group_removed' as const,
    until,
  };
  return [{ type: 'service_group.member_removed', data }];
}

function presentMembership(state: UserState, serviceGroupId: ServiceGroupId): Membership | undefined {
  return state.status === 'none' || state.status === 'removed'
    ? undefined
    : state.memberships[serviceGroupId];
}

/** @throws DomainError `membership_not_found` */
function heldMembership(user: User, serviceGroupId: ServiceGroupId, at: number): Membership {
  const membership = user.memberships[serviceGroupId];
  if (membership && isHeld(membership, at)) return membership;
  throw new DomainError('membership_not_found', 'The user is not a member of this service group.');
}

function expiryOf(user: User, membership: Membership): NewUserEvent {
  const expiresAt = membership.expiresAt!;
  const end = { reason: 'member_removed', cause: 'expired', expiresAt, until: expiresAt } as const;
  return {
    type: 'service_group.member_removed',
    data: { ...ofEnded(user, membership), ...end },
  };
}

function ofEnded(user: User, membership: Membership) {
  const { accessRole } = membership;
  return { ...membershipIdentity(user, membership), ...(accessRole && { accessRole }) };
}

function parseTerms(given: MembershipTerms, at: number): MembershipTerms {
  return { reasonIfRequired: given.reasonIfRequired, ...parseGivenFor(given, at) };
}

function membershipIdentity(user: User, membership: Membership): MembershipIdentity & { since: string } {
  const { serviceGroupId, serviceGroupName, serviceGroupVersion, since } = membership;
  const { userId, name: userName, email: userEmail } = user;
  return { userId, userName, userEmail, serviceGroupId, serviceGroupName, serviceGroupVersion, since };
}
