import {
  existingAccessRole,
  initialAccessRoles,
  type AccessRoleReference,
  type AccessRolesState,
} from '../access-roles/access-roles.js';
import { activeAccount, type AccountState } from '../account/account.js';
import { ERASED_EMAIL, ERASED_TEXT } from '../schema/erased.js';
import type { Actor, Recorded } from '../schema/recorded.js';
import {
  existingServiceGroup,
  type ServiceGroup,
  type ServiceGroupState,
} from '../service-group/service-group.js';
import { managersGive, type MembershipRules } from '../service-group/membership-rules.js';
import { requireOffered, withLengthOfRole, type Giver } from '../service-group/offered-roles.js';
import { existingUser, type User, type UserState } from '../user/user.js';
import { DomainError } from '../values/errors.js';
import type { AccessRequestId, ServiceGroupId, UserId } from '../values/ids.js';
import { parseAll } from '../values/parse-all.js';
import type { AccessRequestIdentity, NewAccessRequestEvent } from './events.js';
import { membershipReasonRule } from '../values/name.js';
import { decisionNoteRule } from './fields.js';
import { DAY_MS } from '../values/until.js';

/** An open request lapses so long after it was made: 14 days. One for access until an earlier time lapses then. */
export const REQUEST_LAPSES_AFTER_MS = 14 * DAY_MS;

interface NoAccessRequest {
  status: 'none';
}

export const ACCESS_REQUEST_STATUSES = ['requested', 'approved', 'refused', 'withdrawn', 'lapsed'] as const;
export type AccessRequestStatus = (typeof ACCESS_REQUEST_STATUSES)[number];

/**
 * A user requests a membership. The reason of the requester and the note of the decider are personal, and only in the events: there
 * it is encrypted with the requester's key, and erased with them.
 */
export interface AccessRequest {
  status: AccessRequestStatus;
  accessRequestId: AccessRequestId;
  accountId: string;
  userId: UserId;
  serviceGroupId: ServiceGroupId;
  /** At the time of the last event. */
  serviceGroupName: string;
  /** The requested end, or the requested length in seconds from the approval. Neither: the default of the service group. */
  askedUntil?: string;
  lengthSeconds?: number;
  /** The requested access role: of an approved request, the one that it gave. */
  accessRole?: AccessRoleReference;
  lapsesAt: string;
  decidedAt?: string;
  /** Also the requester who withdrew it. */
  decidedBy?: Actor;
  /** Of an approved one: when its membership ends, if it does. */
  givenUntil?: string;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export type AccessRequestState = NoAccessRequest | AccessRequest;

export interface Sides {
  user: UserState;
  serviceGroup: ServiceGroupState;
}

export interface Wish {
  expiresAt?: string | undefined;
  lengthSeconds?: number | undefined;
  reason?: string | undefined;
  /** The key of an access role. */
  accessRole?: string | undefined;
}

interface AmongRoles {
  /** Those of the account: needed if one is wished for. */
  accessRoles?: AccessRolesState | undefined;
}

export type AccessRequestCommand =
  | ({ type: 'request_access'; accessRequestId: AccessRequestId } & Sides & Wish & AmongRoles)
  | ({ type: 'refuse_access_request'; decider: Giver; note?: string | undefined } & Sides)
  | ({ type: 'withdraw_access_request'; actor: Actor } & Sides);

export interface AccessRequestContext {
  account: AccountState;
  /** Milliseconds since the epoch. */
  now: number;
}

export const initialAccessRequest: AccessRequestState = { status: 'none' };

/**
 * Decides what a command does to a request for access: an approval, which also gives a membership, is decided by
 * `approveAccessRequest`. The caller must ensure in the same transaction that the user has no other open request for the
 * service group.
 * @throws DomainError
 */
export function decideAccessRequest(
  state: AccessRequestState,
  command: AccessRequestCommand,
  { account, now }: AccessRequestContext,
): NewAccessRequestEvent[] {
  activeAccount(account);
  if (command.type === 'request_access') return requestAccess(state, command, now);
  const request = openAccessRequest(state, now);
  switch (command.type) {
    case 'refuse_access_request':
      requireMayDecide(request, command);
      return [
        { type: 'access_request.refused', data: { ...identity(request, command), ...noted(command.note) } },
      ];
    case 'withdraw_access_request':
      if (command.actor !== `user:${request.userId}`)
        throw new DomainError('not_permitted', 'Only the requester can withdraw a request.');
      return [{ type: 'access_request.withdrawn', data: identity(request, command) }];
    default:
      return command satisfies never;
  }
}

function requestAccess(
  state: AccessRequestState,
  command: Extract<AccessRequestCommand, { type: 'request_access' }>,
  now: number,
): NewAccessRequestEvent[] {
  if (state.status !== 'none') throw new DomainError('access_request_open', 'This request already exists.');
  const { accessRequestId, lengthSeconds } = command;
  const [user, serviceGroup] = [existingUser(command.user), existingServiceGroup(command.serviceGroup)];
  const { membershipRules: rules = {} } = serviceGroup;
  if (!rules.membersMayAsk)
    throw new DomainError('access_requests_closed', 'Members cannot ask for access to this service group.');
  if (user.status !== 'active')
    throw new DomainError('user_suspended', 'Only active users can ask for access.');
  const accessRole = requestedRole(rules, command);
  requireMoreThanHeld(user, serviceGroup, accessRole);
  const { maxLengthSeconds } = withLengthOfRole(rules, accessRole?.key);
  const { reason, expiresAt } = parseAll({
    reason: () => parseReasonOf(command.reason, rules.reasonRequired ?? false),
    expiresAt: () => parseEnd(command, maxLengthSeconds, now),
  });
  const who = { userId: user.userId, userName: user.name, userEmail: user.email };
  const what = { serviceGroupId: serviceGroup.serviceGroupId, serviceGroupName: serviceGroup.name };
  const data = {
    accessRequestId,
    ...who,
    ...what,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(expiresAt === undefined && lengthSeconds !== undefined && { lengthSeconds }),
    ...(reason !== undefined && { reason }),
    ...(accessRole && { accessRole }),
    lapsesAt: lapsesAt(expiresAt, now),
  };
  return [{ type: 'access_request.requested', data }];
}

/** At the requested end at the latest: after it, there is nothing left to decide. */
function lapsesAt(askedUntil: string | undefined, now: number): string {
  const latest = new Date(now + REQUEST_LAPSES_AFTER_MS).toISOString();
  return askedUntil !== undefined && askedUntil < latest ? askedUntil : latest;
}

/** @throws DomainError `access_role_not_found`, `access_role_not_offered` */
function requestedRole(
  rules: MembershipRules,
  { accessRole: key, accessRoles = initialAccessRoles }: Wish & AmongRoles,
): AccessRoleReference | undefined {
  if (key === undefined) return undefined;
  const role = existingAccessRole(accessRoles, key);
  if (requireOffered(rules, key).membersMayAsk) return role;
  throw new DomainError(
    'access_role_not_offered',
    `Members cannot ask for the access role ${key} in this service group.`,
    'accessRole',
  );
}

/** Users whose access has an end may request more, and so may those who lack the access role. */
function requireMoreThanHeld(
  user: User,
  { serviceGroupId }: ServiceGroup,
  accessRole: AccessRoleReference | undefined,
): void {
  const membership = user.memberships[serviceGroupId];
  const hasRole = accessRole === undefined || membership?.accessRole?.id === accessRole.id;
  if (membership && membership.expiresAt === undefined && hasRole)
    throw new DomainError(
      'already_member',
      'The user already has access to this service group, without an end.',
    );
}

function parseReasonOf(reason: string | undefined, isRequired: boolean): string | undefined {
  if (reason !== undefined) return membershipReasonRule.parse(reason);
  if (isRequired) throw new DomainError('reason_required', 'This service group asks for a reason.', 'reason');
  return undefined;
}

function parseEnd(
  { expiresAt, lengthSeconds }: Wish,
  maxLengthSeconds: number | undefined,
  now: number,
): string | undefined {
  const end = endOfWish({ expiresAt, lengthSeconds }, now);
  if (end === undefined) return undefined;
  const field = expiresAt === undefined ? 'lengthSeconds' : 'expiresAt';
  if (maxLengthSeconds !== undefined && end > now + maxLengthSeconds * 1_000)
    throw new DomainError(
      'membership_too_long',
      `Access to this service group is given for at most ${maxLengthSeconds} seconds.`,
      field,
    );
  return expiresAt === undefined ? undefined : new Date(end).toISOString();
}

/** Milliseconds since the epoch. */
export function endOf({ expiresAt, lengthSeconds }: Wish, from: number): number | undefined {
  if (expiresAt !== undefined) return Date.parse(expiresAt);
  return lengthSeconds === undefined ? undefined : from + lengthSeconds * 1_000;
}

/**
 * The terms that a requester or an approver wants.
 * @returns milliseconds since the epoch
 * @throws DomainError `invalid_expires_at`
 */
export function endOfWish(wish: Wish, now: number): number | undefined {
  const refuse = (why: string, field?: string, parts?: readonly DomainError[]) =>
    new DomainError('invalid_expires_at', why, field, parts);
  if (wish.expiresAt !== undefined && wish.lengthSeconds !== undefined) {
    const why = 'Send expiresAt or lengthSeconds, not both.';
    throw refuse(why, undefined, [refuse(why, 'expiresAt'), refuse(why, 'lengthSeconds')]);
  }
  const end = endOf(wish, now);
  if (end === undefined || end > now) return end;
  throw refuse('expiresAt must be in the future.', 'expiresAt');
}

/** @throws DomainError `own_access_request`, `not_permitted` */
export function requireMayDecide(
  { userId }: AccessRequest,
  { decider, serviceGroup }: { decider: Giver } & Pick<Sides, 'serviceGroup'>,
): void {
  if (decider.actor === `user:${userId}`)
    throw new DomainError('own_access_request', 'Nobody decides on their own request.');
  if (!decider.isAdmin && !managersGive(existingServiceGroup(serviceGroup).membershipRules))
    throw new DomainError('not_permitted', 'Only admins decide on requests for this service group.');
}

export function noted(note: string | undefined): { note?: string } {
  return note === undefined ? {} : { note: decisionNoteRule.parse(note) };
}

export function identity({ accessRequestId }: AccessRequest, sides: Sides): AccessRequestIdentity {
  const { userId, name: userName, email: userEmail } = existingUser(sides.user);
  const { serviceGroupId, name: serviceGroupName } = existingServiceGroup(sides.serviceGroup);
  return { accessRequestId, userId, userName, userEmail, serviceGroupId, serviceGroupName };
}

/**
 * What the passing of time does to a request. The account, the user and the service group may be gone by then.
 * @param user named in the event; a user who was removed has no name
 */
export function lapseAccessRequest(
  state: AccessRequestState,
  user: UserState,
  now: number,
): NewAccessRequestEvent[] {
  if (state.status !== 'requested' || !isLapsed(state, now)) return [];
  const { accessRequestId, userId, serviceGroupId, serviceGroupName, lapsesAt: lapsedAt } = state;
  const { name: userName, email: userEmail } =
    user.status === 'none' ? { name: ERASED_TEXT, email: ERASED_EMAIL } : user;
  const who = { userId, userName, userEmail };
  return [
    {
      type: 'access_request.lapsed',
      data: { accessRequestId, ...who, serviceGroupId, serviceGroupName, lapsedAt },
    },
  ];
}

/** From then on it has lapsed for everybody, whether or not somebody has committed that. */
export function isLapsed({ status, lapsesAt }: AccessRequest, now: number): boolean {
  return status === 'requested' && Date.parse(lapsesAt) <= now;
}

/** A request as it is at this time: one that has lapsed says so before the event is there. */
export function accessRequestAt(request: AccessRequest, now: number): AccessRequest {
  return isLapsed(request, now) ? { ...request, status: 'lapsed', decidedAt: request.lapsesAt } : request;
}

export function evolveAccessRequest(
  state: AccessRequestState,
  event: Recorded<NewAccessRequestEvent>,
): AccessRequestState {
  const { version, at, accountId, actor } = event;
  if (event.type === 'access_request.requested') {
    const { accessRequestId, userId, serviceGroupId, serviceGroupName, lapsesAt } = event.data;
    const { expiresAt, lengthSeconds, accessRole } = event.data;
    return {
      status: 'requested',
      ...{ accountId, accessRequestId, userId, serviceGroupId, serviceGroupName, lapsesAt },
      ...(expiresAt !== undefined && { askedUntil: expiresAt }),
      ...(lengthSeconds !== undefined && { lengthSeconds }),
      ...(accessRole && { accessRole }),
      ...{ version, createdAt: at, updatedAt: at },
    };
  }
  const { serviceGroupName } = event.data;
  const request = { ...existingAccessRequest(state), serviceGroupName, version, updatedAt: at };
  const decision = { decidedAt: at, decidedBy: actor };
  switch (event.type) {
    case 'access_request.approved': {
      const { expiresAt } = event.data;
      const end = expiresAt === undefined ? {} : { givenUntil: expiresAt };
      return { ...request, status: 'approved', ...decision, ...end };
    }
    case 'access_request.refused':
      return { ...request, status: 'refused', ...decision };
    case 'access_request.withdrawn':
      return { ...request, status: 'withdrawn', ...decision };
    case 'access_request.lapsed':
      return { ...request, status: 'lapsed', decidedAt: event.data.lapsedAt };
    default:
      return event satisfies never;
  }
}

/** @throws DomainError `access_request_not_found` */
export function existingAccessRequest(state: AccessRequestState): AccessRequest {
  if (state.status === 'none')
    throw new DomainError('access_request_not_found', 'There is no such request in this account.');
  return state;
}

/** @throws DomainError `access_request_not_found`, `access_request_decided` */
export function openAccessRequest(state: AccessRequestState, now: number): AccessRequest {
  const request = accessRequestAt(existingAccessRequest(state), now);
  if (request.status === 'requested') return request;
  throw new DomainError(
    'access_request_decided',
    `The request is no longer open: it was ${WORDS[request.status]}.`,
  );
}

const WORDS = {
  approved: 'approved',
  refused: 'refused',
  withdrawn: 'withdrawn',
  lapsed: 'not decided on in time',
};
