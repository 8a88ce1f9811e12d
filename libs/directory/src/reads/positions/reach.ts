import { isDeepStrictEqual } from 'node:util';
import type { ItemReference } from '@rollbook/single-table';
import { inParallel } from '#libs/pacing';
import { kindOfAggregate, type ServiceGroupId, type UserId } from '#libs/domain';
import type { MembershipItem } from '../../aggregates/user/state.js';
import type { Directory } from '../../core/directory.js';
import { rowOf, type Row } from '../../search-index/entries.js';
import { entryOf, searchedItem, SEARCHED_KINDS } from '../../search-index/heads-to-entries.js';
import type { EventItem } from '../../core/sealed-events.js';
import { dueEntity } from '../../table/items/due.js';
import { eventEntity } from '../../table/items/events.js';
import { headOf, headReference } from '../../table/items/heads.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { userEntity } from '../../table/items/users.js';
import { upToDateIndex } from '../search/stored/up-to-date-index.js';

/** What a read is made of: the table itself, its index, or the search in memory. */
export type ReadFrom = 'table' | 'index' | 'search';

export interface Position {
  /** The account, user, service group or whatever else has a version. */
  subject: string;
  version: number;
}

export interface Reach {
  isReached: boolean;
  /** How far it is: a version of the subject. 0 if there is no such subject, or it is another account's. */
  version: number;
}

/** Most commits write fewer events of a subject; one transaction writes less than the second. */
const [FEW_EVENTS, MAX_EVENTS_OF_COMMIT] = [4, 100];
const POSITIONS_AT_ONCE = 5;

/**
 * Whether a read from there shows all that the commits with these positions have changed: the events of their subjects, and the memberships
 * that they are about. Names that others have copies of follow later.
 * @param accountId the only account whose subjects are known: what another's are like costs, and says, what it does of those that never
 * were; undefined for all
 */
export async function reachOf(
  directory: Directory,
  accountId: string | undefined,
  positions: readonly Position[],
  from: ReadFrom,
): Promise<Reach[]> {
  const versions = await versionsOf(directory, accountId, positions);
  const reaches: Reach[] = [];
  await inParallel(positions, POSITIONS_AT_ONCE, async (position, index) => {
    reaches[index] = await reachOfKnown(directory, position, versions[index] ?? 0, from);
  });
  return reaches;
}

/** By their heads, in one call: the keys of these name the account. Who may read of all accounts finds out by the events. */
async function versionsOf(
  { table }: Directory,
  accountId: string | undefined,
  positions: readonly Position[],
): Promise<number[]> {
  if (accountId !== undefined) {
    const heads = await table.batchGet(
      positions.map(({ subject }) => ownHead(accountId, subject)),
      { consistent: true },
    );
    return heads.map((head) => (head as { version?: number } | undefined)?.version ?? 0);
  }
  return Promise.all(
    positions.map(async ({ subject: aggregateId, version }) => {
      const newest = { limit: 1, order: 'descending', consistent: true, select: ['version'] } as const;
      const between = [{ version: 1 }, { version }] as const;
      const { items } = await table.query(eventEntity, { aggregateId }, { ...newest, between });
      return items[0]?.version ?? 0;
    }),
  );
}

/** The key of an account's head is its id alone: another's is looked for where nothing is. */
function ownHead(accountId: string, subject: string): ItemReference {
  if (kindOfAggregate(subject) === 'account' && subject !== accountId)
    return userEntity.at({ accountId, userId: subject as UserId });
  return headReference(accountId, subject);
}

async function reachOfKnown(
  directory: Directory,
  { subject, version }: Position,
  reached: number,
  from: ReadFrom,
): Promise<Reach> {
  if (reached < version || from === 'table') return { isReached: reached >= version, version: reached };
  const commit = await commitAt(directory, subject, version);
  const isReached =
    from === 'index' ? await isInIndex(directory, commit) : await isInSearch(directory, commit[0]!);
  return { isReached, version: isReached ? version : commit.at(-1)!.version - 1 };
}

/** The events of a commit up to a version, the newest first. */
async function commitAt(
  directory: Directory,
  aggregateId: string,
  version: number,
  limit = FEW_EVENTS,
): Promise<EventItem[]> {
  const before = {
    between: [{ version: 1 }, { version }] as const,
    order: 'descending',
    consistent: true,
  } as const;
  const { items } = await directory.table.query(eventEntity, { aggregateId }, { ...before, limit });
  const other = items.findIndex(({ causationId }) => causationId !== items[0]?.causationId);
  if (other !== -1) return items.slice(0, other);
  const isWhole = items.length < limit || limit === MAX_EVENTS_OF_COMMIT;
  return isWhole ? items : commitAt(directory, aggregateId, version, MAX_EVENTS_OF_COMMIT);
}

async function isInIndex({ table }: Directory, commit: readonly EventItem[]): Promise<boolean> {
  const { accountId, at, eventId } = commit[0]!;
  const logged = {
    between: [
      { at, eventId },
      { at, eventId },
    ] as const,
    limit: 1,
    select: ['version'] as const,
  };
  const { items } = await table.query(eventEntity.by('GSI1'), { accountId }, logged);
  if (items.length === 0) return false;
  for (const { userId, serviceGroupId } of membershipsOf(commit)) {
    const stored = await table.get(membershipEntity, { userId, serviceGroupId }, { consistent: true });
    const one = { between: [{ userId }, { userId }] as const, limit: 1 };
    const { items: indexed } = await table.query(membershipEntity.by('GSI1'), { serviceGroupId }, one);
    if (!isDeepStrictEqual(stored, indexed[0])) return false;
    if (stored && !(await isAmongEnds(table, stored))) return false;
  }
  return true;
}

/** An end that was before does not matter: lists of ends read the memberships. */
async function isAmongEnds(
  table: Directory['table'],
  { accountId, userId: aggregateId, serviceGroupId, endsAt }: MembershipItem,
): Promise<boolean> {
  if (endsAt === undefined) return true;
  const one = { endsAt, aggregateId, serviceGroupId };
  const { items } = await table.query(dueEntity.by('GSI1'), { accountId, ...one }, { limit: 1 });
  return items.length > 0;
}

/** Each membership that some event of the commit is about, once. */
function membershipsOf(commit: readonly EventItem[]): { userId: UserId; serviceGroupId: ServiceGroupId }[] {
  const found = new Map<string, { userId: UserId; serviceGroupId: ServiceGroupId }>();
  for (const { data } of commit) {
    const { userId, serviceGroupId } = data as { userId?: UserId; serviceGroupId?: ServiceGroupId };
    if (userId && serviceGroupId) found.set(`${userId} ${serviceGroupId}`, { userId, serviceGroupId });
  }
  return [...found.values()];
}

/** The search has of the subject what its head says now. */
async function isInSearch(
  directory: Directory,
  { accountId, aggregateId, version }: EventItem,
): Promise<boolean> {
  const kind = kindOfAggregate(aggregateId);
  // Accounts are searched by operators, and change their names seldom.
  if (!kind || kind === 'account' || !SEARCHED_KINDS.includes(kind)) return true;
  const { entity, key } = headOf(accountId, aggregateId);
  const row = (await upToDateIndex(directory, accountId)).shelf(kind).get(aggregateId);
  if (row && row.version >= version) return true;
  const head = await directory.table.get(entity, key, { consistent: true });
  const entry = head && entryOf(searchedItem(kind, head));
  const wanted = entry && !('removedAt' in entry) ? rowOf(entry) : undefined;
  return isDeepStrictEqual(withoutVersion(wanted), withoutVersion(row));
}

/** A membership moves it, and nothing that is searched. */
function withoutVersion(row: Row | undefined): Omit<Row, 'version'> | undefined {
  if (!row) return undefined;
  const { version: _, ...rest } = row;
  return rest;
}
