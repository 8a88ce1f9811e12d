import {
  DomainError,
  evolveUser,
  isActiveOwner,
  sameIdentity,
  type LinkedIdentity,
  type ServiceGroupId,
  type User,
  type UserEvent,
  type NewUserEvent,
  type UserId,
  type UserState,
} from '#libs/domain';
import { deriveChange, replaceHead, replacing, type Change, type Provenance } from '../../core/changes.js';
import { externalIdItems } from '../../core/claims.js';
import type { TransactItem } from '../../core/transact-item.js';
import type { UserKey } from '../../core/user-keys.js';
import { invitationEntity } from '../../table/items/invitations.js';
import { membershipEntity, pastMembershipEntity } from '../../table/items/memberships.js';
import { identityEntity, ownerEntity, userEntity } from '../../table/items/users.js';
import { emailItems } from './email-claims.js';
import { userItem } from './state.js';

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
                  ...replacing(was, item, ['accountId', 'userId', 'memberships', 'userKey']),
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
  const { accountId, userId, updatedAt } = after;
  const user = {
    userId,
    userName: after.name,
    userEmail: after.email,
    userRole: after.role,
    userStatus: after.status,
    userVersion: after.version,
  };
  const transactItems: TransactItem[] = [];
  for (const membership of Object.values(after.memberships)) {
    if (held[membership.serviceGroupId]) continue;
    const times = { createdAt: membership.since, updatedAt: membership.since };
    transactItems.push({
      operation: membershipEntity.create({ accountId, ...user, ...membership, ...times }),
    });
  }
  for (const membership of Object.values(held)) {
    const { serviceGroupId, since } = membership;
    if (after.memberships[serviceGroupId]) continue;
    const { until, removedBy } = endOf(serviceGroupId, events);
    const ended = { until, removedBy, createdAt: since, updatedAt };
    transactItems.push(
      // The item and the head were read one after the other: it must still be one of this head's memberships.
      {
        operation: membershipEntity.delete(
          { userId, serviceGroupId },
          { condition: (c) => c.eq('since', since) },
        ),
      },
      { operation: pastMembershipEntity.put({ accountId, ...user, ...membership, ...ended }) },
    );
  }
  return transactItems;
}

/** When and by whom a membership was ended: by an event about it, or with its user. */
function endOf(serviceGroupId: ServiceGroupId, events: UserEvent[]): { until: string; removedBy: string } {
  for (const event of events) {
    if (event.type === 'user.removed') return { until: event.at, removedBy: event.actor };
    if (event.type !== 'service_group.member_removed' || event.data.serviceGroupId !== serviceGroupId)
      continue;
    return { until: event.data.until ?? event.at, removedBy: event.actor };
  }
  throw new Error(`No event ends the membership in ${serviceGroupId}.`);
}
