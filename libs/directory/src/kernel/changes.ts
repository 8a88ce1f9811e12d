import { isDeepStrictEqual } from 'node:util';
import {
  AGGREGATES,
  DomainError,
  evolveAccount,
  evolveServiceGroup,
  evolveUser,
  isActiveOwner,
  record,
  sameIdentity,
  type AccountFact,
  type AccountState,
  type AggregateKind,
  type DomainEvent,
  type Fact,
  type LinkedIdentity,
  type Recorded,
  type Recording,
  type ServiceGroupFact,
  type ServiceGroupId,
  type ServiceGroupState,
  type StateOf,
  type User,
  type UserEvent,
  type UserFact,
  type UserId,
  type UserState,
} from '#libs/domain';
import type { WriteOperation } from '#libs/single-table';
import { accountEntity } from '../accounts/items.js';
import { eventEntity } from '../audit-log/items.js';
import { headEntity, type PlainKind } from '../heads.js';
import { invitationEntity } from '../invitations/items.js';
import { membershipEntity, pastMembershipEntity } from '../memberships/items.js';
import { serviceGroupEntity } from '../service-groups/items.js';
import { identityEntity, ownerEntity, userEntity } from '../users/items.js';
import { accountExternalIdSteps, externalIdSteps } from './claims/claims.js';
import { emailSteps } from './claims/email-claims.js';
import { nameSteps } from './claims/name-claims.js';
import { signInRuleSteps } from './claims/sign-in-rules.js';
import { sealEvent } from '../personal-data/sealed-events.js';
import type { UserKey } from '../personal-data/user-keys.js';
import { userItem } from './states.js';
import type { TransactItem } from './transact-item.js';
import type { UsageChange } from './usage/usage-limits.js';

/** Everything that follows from the state before and after is derived here, so that no command can forget a claim. */
export interface Change {
  events: DomainEvent[];
  transactItems: TransactItem[];
  usage?: UsageChange;
}

type State = StateOf<AggregateKind>;
type Versioned = Exclude<State, { status: 'none' }>;

/** Who made the change, when, and why: what recording adds to events, apart from the aggregate's own numbers. */
export type Provenance = Pick<
  Recording,
  'accountId' | 'now' | 'actor' | 'correlationId' | 'causationId' | 'traceparent'
>;

export function changeAccount(
  accountId: string,
  before: AccountState,
  facts: AccountFact[],
  provenance: Provenance,
): Change & { state: AccountState } {
  const { events, state } = evolve(accountId, before, facts, provenance, evolveAccount);
  if (state.status === 'none' || events.length === 0) return { events, state, transactItems: [] };
  const { updatedBy: _by, ...kept } = state;
  const item = { ...kept, lastEvents: events };
  const head = headStep(
    before,
    () => accountEntity.create(item),
    (version) =>
      accountEntity.update(
        { accountId },
        { ...replacing(before, item, ['accountId']), condition: (c) => c.eq('version', version) },
      ),
  );
  const claims = [...accountExternalIdSteps(before, state), ...signInRuleSteps(before, state)];
  return { events, state, transactItems: [head, ...eventSteps(events), ...claims] };
}

/** @param expiresAt of a tombstone with nothing left below it */
export function changeServiceGroup(
  serviceGroupId: ServiceGroupId,
  before: ServiceGroupState,
  facts: ServiceGroupFact[],
  provenance: Provenance,
  expiresAt?: number,
): Change & { state: ServiceGroupState } {
  const { events, state } = evolve(serviceGroupId, before, facts, provenance, evolveServiceGroup);
  if (state.status === 'none' || events.length === 0) return { events, state, transactItems: [] };
  const { updatedBy: _by, ...kept } = state;
  const item = { ...kept, lastEvents: events, ...(expiresAt !== undefined && { expiresAt }) };
  const head = headStep(
    before,
    () => serviceGroupEntity.create(item),
    (version) =>
      serviceGroupEntity.update(
        { accountId: state.accountId, serviceGroupId },
        {
          ...replacing(before, item, ['accountId', 'serviceGroupId']),
          condition: (c) => c.eq('version', version),
        },
      ),
  );
  const claims = nameSteps(before, state);
  const externalIds = externalIdSteps('service-group', serviceGroupId, before, state);
  const usage = { serviceGroups: Number(isThere(state)) - Number(isThere(before)) };
  return { events, state, usage, transactItems: [head, ...eventSteps(events), ...claims, ...externalIds] };
}

/**
 * Of an aggregate on which nothing else depends: its head, which is put whole, and its events. What a head has besides the
 * state, such as the last use of a key, is reset.
 * @param expiresAt of the tombstone
 */
export function changePlain<Kind extends PlainKind>(
  [kind, id]: readonly [Kind, string],
  before: StateOf<Kind>,
  facts: Fact[],
  provenance: Provenance,
  expiresAt?: number,
): Change & { state: StateOf<Kind> } {
  const evolveOne = AGGREGATES[kind].evolve as never;
  const { events, state } = evolve<StateOf<Kind>, Fact>(id, before as never, facts, provenance, evolveOne);
  if (state.status === 'none' || events.length === 0) return { events, state, transactItems: [] };
  const entity = headEntity(kind);
  const isTombstone = state.status === 'removed' && expiresAt !== undefined;
  const item = { ...state, lastEvents: events, ...(isTombstone && { expiresAt }) } as never;
  const head = headStep(
    before,
    () => entity.create(item),
    (version) => entity.put(item, { condition: (c) => c.eq('version', version) }),
  );
  return { events, state, transactItems: [head, ...eventSteps(events)] };
}

/** @param key undefined if the user has none @param expiresAt of a tombstone with nothing left below it */
export function changeUser(
  userId: UserId,
  before: UserState,
  facts: UserFact[],
  provenance: Provenance,
  key: UserKey | undefined,
  expiresAt?: number,
): Change & { state: UserState } {
  const { events, state } = evolve(userId, before, facts, provenance, evolveUser);
  if (state.status === 'none' || events.length === 0) return { events, state, transactItems: [] };
  const item = { ...userItem(state, events, key?.stored), ...(expiresAt !== undefined && { expiresAt }) };
  const head = headStep(
    before,
    () => userEntity.create(item),
    (version) =>
      // A tombstone may have expired since it was loaded, or before: then it had events.
      before.status === 'removed'
        ? userEntity.put(item, { condition: (c) => c.or(c.notExists('version'), c.eq('version', version)) })
        : userEntity.update(
            { accountId: state.accountId, userId },
            {
              // Its key was read from the head, and stays.
              ...replacing(before, item, ['accountId', 'userId', 'memberships', 'userKey']),
              condition: (c) => c.eq('version', version),
            },
          ),
  );
  const transactItems = [
    head,
    ...eventSteps(events, key),
    ...emailSteps(before, state),
    ...externalIdSteps('user', userId, before, state),
    ...identitySteps(before, state),
    ...ownerSteps(before, state),
    ...invitationSteps(before, state),
  ];
  const usage = {
    users: Number(isThere(state)) - Number(isThere(before)),
    members: state.membershipCount - (before.status === 'none' ? 0 : before.membershipCount),
  };
  return {
    events,
    state,
    usage,
    transactItems: [...transactItems, ...membershipSteps(before, state, events)],
  };
}

function evolve<S extends State, F extends Fact>(
  aggregateId: string,
  before: S & State,
  facts: F[],
  provenance: Provenance,
  evolveOne: (state: S, event: Recorded<F>) => S,
): { events: Recorded<F>[]; state: S } {
  const last: Versioned | undefined = before.status === 'none' ? undefined : before;
  const events = record(facts, {
    ...provenance,
    aggregateId,
    currentVersion: last?.version ?? 0,
    lastEventAt: last?.updatedAt,
  });
  return { events, state: events.reduce(evolveOne, before) };
}

function headStep(
  before: State,
  create: () => WriteOperation,
  replace: (expectedVersion: number) => WriteOperation,
): TransactItem {
  return { operation: before.status === 'none' ? create() : replace(before.version) };
}

/** Sets what differs from what was read. @param other names that are not attributes to change */
function replacing(before: object, item: object, other: readonly string[]): { set: object; remove: never[] } {
  const was = before as Record<string, unknown>;
  const isKept = (name: string, value: unknown) =>
    value === was[name] || isDeepStrictEqual(value, was[name]) || other.includes(name);
  const set = Object.entries(item).filter(([name, value]) => !isKept(name, value));
  const gone = Object.keys(before).filter(
    (name) => !(name in item) && !other.includes(name) && name !== 'updatedBy',
  );
  return { set: Object.fromEntries(set), remove: gone as never[] };
}

function eventSteps(events: DomainEvent[], key?: UserKey): TransactItem[] {
  return events.map((event) => ({ operation: eventEntity.create(sealEvent(event, key)) }));
}

function isThere({ status }: UserState | ServiceGroupState): boolean {
  return status !== 'none' && status !== 'removed';
}

function identitySteps(before: UserState, after: User): TransactItem[] {
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

function ownerSteps(before: UserState, after: User): TransactItem[] {
  const { accountId, userId, updatedAt } = after;
  if (isActiveOwner(before) === isActiveOwner(after)) return [];
  const operation = isActiveOwner(after)
    ? ownerEntity.put({ accountId, userId, createdAt: updatedAt, updatedAt })
    : ownerEntity.delete({ accountId, userId });
  return [{ operation }];
}

/** An invitation ends when it is accepted, or when its user is activated or removed in another way. */
function invitationSteps(before: UserState, { status, accountId, userId }: User): TransactItem[] {
  if (before.status !== 'invited' || status === 'invited') return [];
  return [{ operation: invitationEntity.delete({ accountId, userId }) }];
}

function membershipSteps(before: UserState, after: User, events: UserEvent[]): TransactItem[] {
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
