import { readCursor, writeCursor } from '@rollbook/single-table';
import {
  existingAccount,
  snapshotOfAccount,
  snapshotOfMembership,
  snapshotOfServiceGroup,
  snapshotOfUser,
  type ServiceGroupId,
  type SnapshotEvent,
  type UserId,
} from '#libs/domain';
import { accountState } from '../../aggregates/account/state.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { membershipOf, userState } from '../../aggregates/user/state.js';
import type { Tenant } from '../../core/tenant.js';
import { accountEntity } from '../../table/items/accounts.js';
import { feedPartEntity } from '../../table/items/feed.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { cursorAt, endOfFeed, type FeedPosition } from './read-feed.js';

/** Memberships are read from the index, which lags behind by less. */
const SETTLED_MS = 60_000;

/** Memberships whose users are looked up at once, if they are not known from before. */
const LOOKED_UP = 100;

/** How far a snapshot is: behind which service group, user, or member of a service group. */
interface Place {
  part: 'groups' | 'users' | 'memberships';
  id: string;
  serviceGroupId: string;
}

/** What one thing of the account would have made, and where to go on after it. */
export interface SnapshotPart {
  events: readonly SnapshotEvent[];
  /** What `readSnapshot` takes. @param lines that are sent by then */
  next: (lines: number) => string;
}

export interface Snapshot {
  /** Where to go on in the feed. What happened in the last minute is in it too, and may be in the snapshot already. */
  cursor: string;
  /**
   * Everything committed before this moment is in the snapshot. Milliseconds since the epoch; undefined if there is no statement to rely
   * on for what comes after the cursor.
   */
  completeTo: number | undefined;
  /** Lines that were sent before those of `parts`. */
  lines: number;
  parts: AsyncGenerator<SnapshotPart>;
}

/** What all pages of a snapshot have in common. */
interface Begun {
  feed: FeedPosition;
  completeTo: number | undefined;
  at: number;
}

/**
 * Access pattern 26: what there is in an account, as the events that would make it: the account, its service groups with their managers, its
 * users, their memberships. Everything that is read is newer than the cursor, so whoever goes on from there misses nothing.
 * @param after `next` of a part of an earlier page: the rest of that snapshot
 * @throws DomainError `account_not_found`
 * @throws FeedNotReadyError
 * @throws SingleTableError `InvalidCursor`
 */
export async function readSnapshot(tenant: Tenant, after?: string): Promise<Snapshot> {
  const { directory, accountId } = tenant;
  const head = await directory.table.get(accountEntity, { accountId }, { consistent: true });
  const account = existingAccount(accountState(head));
  const { begun, place, lines } =
    after === undefined
      ? { begun: await begin(tenant), place: undefined, lines: 0 }
      : readPlace(tenant, after);
  async function* parts(): AsyncGenerator<SnapshotPart> {
    if (!place) yield part(snapshotOfAccount(account), { part: 'groups', id: '', serviceGroupId: '' });
    for await (const [events, at] of everything(tenant, begun, place)) yield part(events, at);
  }
  const part = (events: readonly SnapshotEvent[], at: Place): SnapshotPart => ({
    events,
    next: (sent) => writePlace(tenant, begun, at, sent),
  });
  const { completeTo, feed } = begun;
  return { cursor: cursorAt(directory, accountId, feed), completeTo, lines, parts: parts() };
}

async function begin(tenant: Tenant): Promise<Begun> {
  const { directory } = tenant;
  const at = directory.now();
  const stated = await directory.feedClock.completeTo();
  const completeTo = stated && Math.min(stated, at - SETTLED_MS);
  return { feed: await settledPosition(tenant), completeTo, at };
}

function writePlace(
  { directory: { cursorSecret }, accountId }: Tenant,
  { feed, completeTo = 0, at }: Begun,
  { part, id, serviceGroupId }: Place,
  lines: number,
): string {
  const numbers = [feed.sequence, feed.offset, completeTo, at, lines].map(String);
  return writeCursor(cursorSecret, `snapshot ${accountId}`, [[...numbers, part, id, serviceGroupId]]);
}

function readPlace({ directory: { cursorSecret }, accountId }: Tenant, after: string) {
  const [position] = readCursor(cursorSecret, `snapshot ${accountId}`, after, 1);
  const [part, id, serviceGroupId] = (position as readonly string[]).slice(-3) as [
    Place['part'],
    string,
    string,
  ];
  const numbers = (position as readonly string[]).slice(0, -3).map(Number);
  const [sequence, offset, completeTo, at, lines] = numbers as [number, number, number, number, number];
  const begun: Begun = { feed: { sequence, offset }, completeTo: completeTo || undefined, at };
  return { begun, place: { part, id, serviceGroupId }, lines };
}

/** Behind the last part that was appended a minute ago: the index shows what it is about. */
async function settledPosition({ directory, accountId: scope }: Tenant): Promise<FeedPosition> {
  const end = await endOfFeed(directory, scope);
  const settled = new Date(directory.now() - SETTLED_MS).toISOString();
  const newestFirst = { order: 'descending', consistent: true, select: ['sequence', 'at'] } as const;
  let first = end.sequence;
  for await (const { sequence, at } of directory.table.each(feedPartEntity, { scope }, newestFirst)) {
    if (at < settled) return { sequence: sequence + 1, offset: 0 };
    first = sequence;
  }
  return { sequence: first, offset: 0 };
}

async function* everything(
  tenant: Tenant,
  begun: Begun,
  place: Place = { part: 'groups', id: '', serviceGroupId: '' },
): AsyncGenerator<[SnapshotEvent[], Place]> {
  const { directory, accountId } = tenant;
  const { table } = directory;
  const groups: ServiceGroupId[] = [];
  const after = (part: Place['part']) => (place.part === part && place.id !== '' ? place.id : undefined);
  const isIn = (part: Place['part']) => place.part === part || (place.part === 'groups' && part !== 'groups');
  const groupsFrom =
    place.part === 'memberships'
      ? { atLeast: { serviceGroupId: place.serviceGroupId as ServiceGroupId } }
      : {};
  for await (const item of table.each(
    serviceGroupEntity,
    { accountId },
    { ...groupsFrom, consistent: true },
  )) {
    const group = serviceGroupState(item);
    if (group.status !== 'active') continue;
    groups.push(group.serviceGroupId);
    const { serviceGroupId: id } = group;
    if (isIn('groups') && id > (after('groups') ?? ''))
      yield [snapshotOfServiceGroup(group), { part: 'groups', id, serviceGroupId: '' }];
  }
  const known = new Map<string, boolean>();
  const userId = after('users') as UserId | undefined;
  const usersFrom = userId === undefined ? {} : { greaterThan: { userId } };
  if (isIn('users'))
    for await (const item of table.each(userEntity, { accountId }, { ...usersFrom, consistent: true })) {
      const user = userState(item);
      const isPresent = user.status !== 'none' && user.status !== 'removed';
      known.set(item.userId, isPresent);
      if (isPresent) yield [snapshotOfUser(user), { part: 'users', id: item.userId, serviceGroupId: '' }];
    }
  for (const serviceGroupId of groups) {
    const member = serviceGroupId === place.serviceGroupId ? (place.id as UserId) : undefined;
    const from = member === undefined ? {} : { greaterThan: { userId: member } };
    const items = table.each(membershipEntity.by('GSI1'), { serviceGroupId }, from);
    for await (const some of chunksOf(items)) {
      await lookUp(tenant, begun, known, some);
      // What is about to be removed with its user is left out; what has ended is, too.
      for (const item of some)
        if (item.accountId === accountId && known.get(item.userId) && isHeldNow(directory, item)) {
          const at: Place = { part: 'memberships', id: item.userId, serviceGroupId };
          yield [[snapshotOfMembership(item, membershipOf(item))], at];
        }
    }
  }
}

async function* chunksOf<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let some: T[] = [];
  for await (const item of items) {
    some.push(item);
    if (some.length < LOOKED_UP) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** Users whom an earlier page has, or who came since: those are in the feed after the cursor, with their memberships. */
async function lookUp(
  { directory, accountId }: Tenant,
  begun: Begun,
  known: Map<string, boolean>,
  members: readonly { userId: UserId }[],
): Promise<void> {
  const unknown = [...new Set(members.map(({ userId }) => userId))].filter((userId) => !known.has(userId));
  if (unknown.length === 0) return;
  const found = await directory.table.batchGet(
    unknown.map((userId) => userEntity.at({ accountId, userId })),
    { consistent: true },
  );
  for (const [index, userId] of unknown.entries()) {
    const user = found[index] && userState(found[index]);
    const exists = user !== undefined && user.status !== 'none' && user.status !== 'removed';
    known.set(userId, exists && Date.parse(user.createdAt) < begun.at);
  }
}
