import { grantTenant, type Directory } from '#libs/directory';
import {
  evolveAccount,
  evolveServiceGroup,
  evolveUser,
  initialAccount,
  initialServiceGroup,
  initialUser,
  isHeld,
  type DomainEvent,
  type UserState,
} from '#libs/domain';
import { BEGINS_AT } from '../scheduler/process.js';
import type { Acknowledged, Entered, Record, SeenUser } from '../workload/record.js';
import { historyOf } from './read-all.js';

/** The events of all aggregates of an account in the order of their versions, and when each was committed, by the world's clock. */
export interface AccountHistory {
  accountId: string;
  events: Map<string, DomainEvent[]>;
  committedAt: (event: DomainEvent) => number;
  /** By how much the clock of a process may be behind. */
  clocksDifferMs: number;
}

/** What is wrong with what clients saw; nothing, if everything is right. */
export function complaintsOf(record: Record, histories: readonly AccountHistory[]): string[] {
  return histories.flatMap((history) => {
    const own = <T extends { accountId: string }>(all: readonly T[]) =>
      all.filter(({ accountId }) => accountId === history.accountId);
    return [
      ...versionsComplaints(history),
      ...ownerComplaints(history),
      ...own(record.acknowledged).flatMap((each) => lostComplaints(history, each)),
      ...orderComplaints(own(record.acknowledged)),
      ...own(record.users).flatMap((each) => readComplaints(history, each, own(record.acknowledged))),
      ...own(record.entered).flatMap((each) => enteredComplaints(history, each)),
    ];
  });
}

/** Versions 1, 2, 3 …, each once. */
function versionsComplaints({ events }: AccountHistory): string[] {
  return [...events].flatMap(([id, own]) =>
    own.every(({ version }, index) => version === index + 1)
      ? []
      : [`${id} has the versions ${own.map(({ version }) => version).join(', ')}`],
  );
}

/** An account that has had an active owner always has one. */
function ownerComplaints({ accountId, events, committedAt }: AccountHistory): string[] {
  const states = new Map<string, UserState>();
  const isOwner = (state: UserState) => state.status === 'active' && state.role === 'owner';
  const changes = [...events].flatMap(([id, own]) => (id.startsWith('user_') ? own : []));
  changes.sort((a, b) => committedAt(a) - committedAt(b) || a.version - b.version);
  let had = false;
  for (const [index, event] of changes.entries()) {
    const { aggregateId: id } = event;
    states.set(id, evolveUser(states.get(id) ?? initialUser, event as never));
    const next = changes[index + 1];
    // What is committed in one transaction has one time.
    if (next && committedAt(next) === committedAt(event)) continue;
    const has = [...states.values()].some(isOwner);
    if (had && !has) return [`OWNER: ${accountId} has no owner after ${event.eventId}`];
    had ||= has;
  }
  return [];
}

function lostComplaints({ events }: AccountHistory, { name, events: acknowledged }: Acknowledged): string[] {
  return acknowledged.flatMap(({ aggregateId, version, type, eventId }) => {
    const stored = events.get(aggregateId)?.[version - 1];
    return stored?.eventId === eventId && stored.type === type
      ? []
      : [`LOST: ${name} was acknowledged, but there is no ${type} ${eventId}`];
  });
}

/** A command that began after another had been answered has the later version. */
function orderComplaints(all: readonly Acknowledged[]): string[] {
  const highest = new Map<string, { version: number; answeredAt: number }[]>();
  const complaints: string[] = [];
  for (const { name, invokedAt, events } of [...all].sort((a, b) => a.answeredAt - b.answeredAt))
    for (const { aggregateId, version } of events)
      for (const before of highest.get(aggregateId) ?? [])
        if (before.answeredAt < invokedAt && before.version >= version)
          complaints.push(
            `ORDER: ${name} made version ${version} of ${aggregateId} after ${before.version} had been answered`,
          );
  for (const { answeredAt, events } of all)
    for (const { aggregateId, version } of events)
      highest.set(aggregateId, [...(highest.get(aggregateId) ?? []), { version, answeredAt }]);
  return complaints;
}

/** A read shows the fold of a version, and none from before an answer that came before it. */
function readComplaints(
  history: AccountHistory,
  { user, invokedAt, answeredAt }: SeenUser,
  acknowledged: readonly Acknowledged[],
): string[] {
  const { userId, version } = user;
  const events = (history.events.get(userId) ?? []).slice(0, version);
  const complaints: string[] = [];
  const last = events.at(-1);
  if (events.length < version || !last)
    return [`READ: ${userId} was read with version ${version}, which it never had`];
  if (history.committedAt(last) > answeredAt)
    complaints.push(`READ: ${userId} was read with version ${version} before it was committed`);
  const known = acknowledged
    .filter(({ answeredAt: at }) => at < invokedAt)
    .flatMap((each) => each.events.filter(({ aggregateId }) => aggregateId === userId));
  const least = Math.max(0, ...known.map((each) => each.version));
  if (version < least)
    complaints.push(`READ: ${userId} was read with version ${version} after ${least} had been answered`);
  const folded = stateOf(events);
  if (folded.status === 'none' || folded.status === 'removed') return complaints;
  for (const field of ['status', 'name', 'email', 'role'] as const)
    // The personal data of an erased user is gone from the events, too.
    if (folded[field] !== user[field] && !isErased(history, userId))
      complaints.push(
        `READ: ${field} of ${userId} was ${user[field]} at version ${version}, not ${folded[field]}`,
      );
  return complaints;
}

function isErased({ events }: AccountHistory, userId: string): boolean {
  return events.get(userId)?.some(({ type }) => type === 'user.erased') ?? false;
}

function stateOf(events: readonly DomainEvent[]): UserState {
  return events.reduce((state, event) => evolveUser(state, event as never), initialUser);
}

/** Each side has allowed it at some moment while it was asked for, by a clock that may be wrong. */
function enteredComplaints(
  history: AccountHistory,
  { userId, serviceGroupId, invokedAt, answeredAt, accountId, by, heldAt }: Entered,
): string[] {
  const during = (id: string) => {
    const events = history.events.get(id) ?? [];
    const before = events.filter((event) => history.committedAt(event) <= invokedAt).length;
    const until = events.filter((event) => history.committedAt(event) <= answeredAt).length;
    return Array.from({ length: until - before + 1 }, (_, more) => events.slice(0, before + more));
  };
  const fold =
    <S>(evolve: (state: S, event: never) => S, initial: S) =>
    (events: readonly DomainEvent[]) =>
      events.reduce((state, event) => evolve(state, event as never), initial);
  const users = during(userId).map(stateOf);
  const wrong = (why: string) => [`ENTERED (${by}): ${userId} entered ${serviceGroupId} ${why}`];
  if (!users.some(({ status }) => status === 'active')) return wrong('while not active');
  const memberships = users.flatMap((state) =>
    'memberships' in state ? (state.memberships[serviceGroupId] ?? []) : [],
  );
  if (memberships.length === 0) return wrong('without a membership');
  if (!memberships.some((each) => isHeld(each, BEGINS_AT + heldAt - history.clocksDifferMs)))
    return wrong('after the end of the membership');
  const groups = during(serviceGroupId).map(
    fold(evolveServiceGroup as never, initialServiceGroup as { status: string }),
  );
  if (!groups.some(({ status }) => status === 'active')) return wrong('which was removed');
  const accounts = during(accountId).map(fold(evolveAccount as never, initialAccount as { status: string }));
  return accounts.some(({ status }) => status === 'active') ? [] : wrong('of a suspended account');
}

export async function readHistories(
  directory: Directory,
  accountIds: readonly string[],
  about: Pick<AccountHistory, 'committedAt' | 'clocksDifferMs'>,
): Promise<AccountHistory[]> {
  const histories: AccountHistory[] = [];
  for (const accountId of accountIds) {
    const events = await historyOf(grantTenant(directory, accountId));
    histories.push({ accountId, events, ...about });
  }
  return histories;
}
