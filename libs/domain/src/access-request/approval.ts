import type { AccessRolesState } from '../access-roles/access-roles.js';
import { activeAccount } from '../account/account.js';
import { requireOffered, withLengthOfRole, type Giver } from '../service-group/offered-roles.js';
import { existingServiceGroup } from '../service-group/service-group.js';
import { decideUser } from '../user/decide.js';
import type { NewUserEvent } from '../user/events.js';
import { existingUser } from '../user/user.js';
import { isHeld } from '../values/ends.js';
import { DomainError } from '../values/errors.js';
import {
  endOf,
  endOfWish,
  identity,
  noted,
  openAccessRequest,
  requireMayDecide,
  type AccessRequest,
  type AccessRequestContext,
  type AccessRequestState,
  type Sides,
} from './access-request.js';
import type { NewAccessRequestEvent } from './events.js';

export interface Approval extends Sides {
  decider: Giver;
  accessRoles?: AccessRolesState | undefined;
  /** Instead of the requested end; not later. */
  expiresAt?: string | undefined;
  lengthSeconds?: number | undefined;
  note?: string | undefined;
  /** That of the request, which becomes that of the membership. */
  reason?: string | undefined;
}

/** What is to be committed together. */
export interface ApprovalEvents {
  request: NewAccessRequestEvent[];
  /** None if the user has access for so long already. */
  user: NewUserEvent[];
}

/**
 * Decides on an approval, by the rules that the service group has now: the request and the membership that it gives.
 * @throws DomainError
 */
export function approveAccessRequest(
  state: AccessRequestState,
  approval: Approval,
  { account, now }: AccessRequestContext,
): ApprovalEvents {
  activeAccount(account);
  const request = openAccessRequest(state, now);
  requireMayDecide(request, approval);
  const { reason, serviceGroup, note } = approval;
  const user = existingUser(approval.user);
  const { accessRole } = request;
  const { membershipRules: rules = {} } = existingServiceGroup(serviceGroup);
  if (accessRole) requireOffered(rules, accessRole.key);
  const end = endOfApproval(request, approval, now);
  const membership = user.memberships[request.serviceGroupId];
  const present = membership && isHeld(membership, now) ? membership : undefined;
  const context = { account, anotherOwner: true, now };
  const { accessRoles, decider: giver } = approval;
  const newEvents = (type: 'add_member' | 'change_membership', expiresAt?: string | null) => {
    const terms = { expiresAt, reason, ...(accessRole && { accessRole }) };
    return decideUser(user, { type, serviceGroup, ...terms, accessRoles, giver }, context);
  };
  const isLonger = present && isAfter(end, present.expiresAt);
  // A membership that lasts longer already keeps its end.
  const given = !present
    ? newEvents('add_member', end ?? null)
    : isLonger || accessRole
      ? newEvents('change_membership', isLonger ? (end ?? null) : undefined)
      : [];
  const expiresAt = present && !isLonger ? present.expiresAt : endGiven(given);
  const data = {
    ...identity(request, approval),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(accessRole && { accessRole }),
    ...noted(note),
  };
  return { request: [{ type: 'access_request.approved', data }], user: given };
}

/** @param end undefined: none */
function isAfter(end: string | undefined, present: string | undefined): boolean {
  return present !== undefined && (end === undefined || end > present);
}

function endGiven(newEvents: readonly NewUserEvent[]): string | undefined {
  const last = newEvents.at(-1);
  return (last && 'expiresAt' in last.data && last.data.expiresAt) || undefined;
}

/** The requested end or an earlier one; if none was requested, the default of the service group. Undefined: no end. */
function endOfApproval(request: AccessRequest, approval: Approval, now: number): string | undefined {
  const { askedUntil, lengthSeconds } = request;
  const { membershipRules = {} } = existingServiceGroup(approval.serviceGroup);
  const rules = withLengthOfRole(membershipRules, request.accessRole?.key);
  const requested = endOf({ expiresAt: askedUntil, lengthSeconds }, now);
  const wanted = endOfWish(approval, now);
  if (wanted !== undefined && requested !== undefined && wanted > requested)
    throw new DomainError(
      'membership_too_long',
      'An approval cannot give access for longer than requested.',
      approval.expiresAt === undefined ? 'lengthSeconds' : 'expiresAt',
    );
  const usual = rules.defaultLengthSeconds ?? rules.maxLengthSeconds;
  const end = wanted ?? requested ?? endOf({ lengthSeconds: usual }, now);
  return end === undefined ? undefined : new Date(end).toISOString();
}
