import {
  DomainError,
  evolveUser,
  isActiveOwner,
  sameIdentity,
  type LinkedIdentity,
  type Membership,
  type User,
  type UserEvent,
  type NewUserEvent,
  type UserId,
  type UserState,
} from '#libs/domain';
import type { ConditionOf } from '@rollbook/single-table';
import { deriveChange, replaceHead, replacing, type Change, type Provenance } from '../../core/changes.js';
import { externalIdItems } from '../../core/claims.js';
import type { TransactItem } from '../../core/transact-item.js';
import type { UserKey } from '../../core/user-keys.js';
import { dueItemOf } from '../../table/items/due.js';
import { invitationEntity } from '../../table/items/invitations.js';
import { membershipEntity, pastMembershipEntity } from '../../table/items/memberships.js';
import { identityEntity, ownerEntity, userEntity } from '../../table/items/users.js';
import { emailItems } from './email-claims.js';
import { dueItems } from './memberships/due-membership.js';
import { placeItems } from './places/place-items.js';
import { endedAt } from '../../core/ending-items.js';
import { copiesOf, membershipAttributes, presentAttributes, userItem } from './state.js';

/** @param key undefined if the user has none @param expiresAt of a tombstone with nothing left below it */
export function changeUser(
  userId: UserId,
  before: UserState,
  newEvents: NewUserEvent[],
  provenance: Provenance,
  key: UserKey | undefined,
  expiresAt?: number,
): Change & { state: UserState } {
  return deriveChange(userId, before, newEvents, provenance, {
    evolve: evolveUser,
    key,
    head: (was, state, lastEvents) => {
      const item = {
        ...userItem(state, lastEvents, key?.stored),
        ...(expiresAt !== undefined && { expiresAt }),
      };
      return replaceHead(
        was,
        () => userEntity.create(item),
        (version) =>
          // A tombstone may have expired since it was loaded, or before: then it had events.
          was.status === 'removed'
            ? userEntity.put(item, {
                condition: (c) => c.or(c.notExists('version'), c.eq('version', version)),
              })
            : userEntity.update(
                { accountId: state.accountId, userId },
                {
                  // Its key was read from the head, and stays.
                  ...replacing(was, item, ['accountId', 'userId', 'memberships', 'places', 'userKey']),
                  condition: (c) => c.eq('version', version),
                },
              ),
      );
    },
    companions: (was, state, events) => [
      ...emailItems(was, state),
      ...externalIdItems('user', userId, was, state),
      ...identityItems(was, state),
      ...ownerItems(was, state),
      ...endedInvitationItems(was, state),
      ...membershipItems(was, state, events),
      ...placeItems(was, state, events),
    ],
    usage: (was, state) => ({
      users: Number(exists(state)) - Number(exists(was)),
      members: state.membershipCount - (was.status === 'none' ? 0 : was.membershipCount),
    }),
  });
}

function exists({ status }: UserState): boolean {
  return status !== 'none' && status !== 'removed';
}

function identityItems(before: UserState, after: User): TransactItem[] {
  const { accountId, userId, updatedAt } = after;
  const [held, wanted] = [identitiesOf(before), identitiesOf(after)];
  const missingFrom = (list: readonly LinkedIdentity[]) => (one: LinkedIdentity) =>
    !list.some((other) => sameIdentity(one, other));
  const released = held.filter(missingFrom(wanted)).map(({ issuer, subject }) => ({
    operation: identityEntity.delete(
      { issuer, subject, accountId },
      { condition: (c) => c.eq('userId', userId) },
    ),
  }));
  const taken = wanted.filter(missingFrom(held)).map(({ issuer, subject }) => {
    const key = { issuer, subject, accountId };
    return {
      operation: identityEntity.create({ ...key, userId, createdAt: updatedAt, updatedAt }),
      claim: identityEntity.at(key),
      refusal: () => new DomainError('identity_taken', 'Another user of the account has this identity.'),
    };
  });
  return [...released, ...taken];
}

function identitiesOf(state: UserState): readonly LinkedIdentity[] {
  return (state.status !== 'none' && state.identities) || [];
}

function ownerItems(before: UserState, after: User): TransactItem[] {
  const { accountId, userId, updatedAt } = after;
  if (isActiveOwner(before) === isActiveOwner(after)) return [];
  const operation = isActiveOwner(after)
    ? ownerEntity.put({ accountId, userId, createdAt: updatedAt, updatedAt })
    : ownerEntity.delete({ accountId, userId });
  return [{ operation }];
}

/** An invitation ends when it is accepted, or when its user is activated or removed in another way. */
function endedInvitationItems(before: UserState, { status, accountId, userId }: User): TransactItem[] {
  if (before.status !== 'invited' || status === 'invited') return [];
  return [{ operation: invitationEntity.delete({ accountId, userId }) }];
}

function membershipItems(before: UserState, after: User, events: UserEvent[]): TransactItem[] {
  const held = before.status === 'none' ? {} : before.memberships;
  const { accountId, userId } = after;
  const ids = new Set([...Object.keys(after.memberships), ...Object.keys(held)]);
  return [...ids].flatMap((serviceGroupId) => {
    const [was, is] = [held[serviceGroupId], after.memberships[serviceGroupId]];
    if (was === is) return [];
    const due = (one: Membership | undefined) => one && dueItemOf(accountId, userId, one);
    if (was && is && was.since === is.since)
      return [changedMembership(after, was, is), ...dueItems(due(was), due(is))];
    return [
      ...(is ? [newMembership(after, is, was)] : []),
      ...(was ? endedMembership(after, was, events, is !== undefined) : []),
      ...dueItems(due(was), due(is)),
    ];
  });
}

/** @param ended by itself, and still there: the new one takes its place */
function newMembership(after: User, membership: Membership, ended: Membership | undefined): TransactItem {
  const { accountId } = after;
  const times = { createdAt: membership.since, updatedAt: membership.since };
  const item = { accountId, ...copiesOf(after), ...presentAttributes(membership), ...times };
  const operation = ended
    ? membershipEntity.put(item, { condition: isAsRead(ended) })
    : membershipEntity.create(item);
  return { operation };
}

/** The item and the head were read one after the other: it must still be the membership that was decided on. */
function isAsRead({
  since,
  expiresAt,
  noticeAt,
  accessRole,
}: Membership): ConditionOf<typeof membershipEntity> {
  return (c) =>
    c.and(
      c.eq('since', since),
      expiresAt === undefined ? c.notExists('endsAt') : c.eq('endsAt', expiresAt),
      noticeAt === undefined ? c.notExists('noticeAt') : c.eq('noticeAt', noticeAt),
      accessRole ? c.eq('accessRole', accessRole) : c.notExists('accessRole'),
    );
}

function changedMembership({ userId, updatedAt }: User, was: Membership, is: Membership): TransactItem {
  const { serviceGroupId } = is;
  const { set, remove } = replacing(presentAttributes(was), { ...presentAttributes(is), updatedAt }, [
    'addedBy',
  ]);
  const operation = membershipEntity.update(
    { userId, serviceGroupId },
    { set, remove, condition: isAsRead(was) },
  );
  return { operation };
}

function endedMembership(
  after: User,
  membership: Membership,
  events: UserEvent[],
  isReplaced: boolean,
): TransactItem[] {
  const { accountId, userId, updatedAt } = after;
  const { serviceGroupId, since } = membership;
  const { until, removedBy } = endOf(membership, events);
  const ended = { until, removedBy, createdAt: since, updatedAt };
  const past = pastMembershipEntity.put({
    ...{ accountId, ...copiesOf(after) },
    ...membershipAttributes(membership),
    ...ended,
  });
  const present = membershipEntity.delete({ userId, serviceGroupId }, { condition: isAsRead(membership) });
  return [...(isReplaced ? [] : [{ operation: present }]), { operation: past }];
}

/** When and by whom a membership was ended: by an event about it, or with its user. */
function endOf(membership: Membership, events: UserEvent[]): { until: string; removedBy: string } {
  const { serviceGroupId } = membership;
  for (const event of events) {
    if (event.type === 'user.removed')
      return { until: endedAt(membership, event.at), removedBy: event.actor };
    if (event.type !== 'service_group.member_removed' || event.data.serviceGroupId !== serviceGroupId)
      continue;
    return { until: event.data.until ?? event.at, removedBy: event.actor };
  }
  throw new Error(`No event ends the membership in ${serviceGroupId}.`);
}
