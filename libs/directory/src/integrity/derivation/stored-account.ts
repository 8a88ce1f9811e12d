import {
  UnreadableEventError,
  upcast,
  type DomainEvent,
  type ServiceGroupId,
  type TeamId,
  type UserId,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import { eventEntity } from '../../table/items/events.js';
import { jobEntity, type Job } from '../../table/items/jobs.js';
import { isOfRows } from '../../jobs/rights.js';
import { membershipEntity, pastMembershipEntity } from '../../table/items/memberships.js';
import { managedServiceGroupEntity } from '../../table/items/service-groups.js';
import type { LastCommit } from '../../table/items/last-commit.js';
import { openEvent } from '../../core/sealed-events.js';
import type { UserKey } from '../../core/user-keys.js';
import { eachWithKey } from '../../core/event-opener.js';
import { membershipOf, type MembershipItem } from '../../aggregates/user/state.js';
import { dueEntity, type DueItem } from '../../table/items/due.js';
import { teamAccessOf } from '../../aggregates/service-group/state.js';
import { dueOfTeamEntity, type DueOfTeam } from '../../table/items/due-of-teams.js';
import {
  pastTeamAccessEntity,
  pastTeamPlaceEntity,
  teamAccessEntity,
  teamPlaceEntity,
} from '../../table/items/teams.js';
import { derivedItem, type DerivedItem } from './derived-item.js';
import { dueOf } from './derived-items.js';
import { dueInTeams } from './items-of-teams.js';
import { LostEventsError } from './folded-history.js';

/** The stored items of an account, read strongly consistently wherever the table allows it. */

export type EventItem = Item<typeof eventEntity>;

/** Events as stored, and those that are missing although the head carries them. */
export interface StoredEvents {
  events: AsyncIterable<DomainEvent>;
  /** Known when the events have been read. */
  missing: DomainEvent[];
  /** The user's key as on their first event. Known when the events have been read. */
  userKey: () => string | undefined;
  /** How many are stored that are not younger than the given time. */
  count: () => number;
}

/**
 * The events of an aggregate in order. An event that was not stored, but is carried by the head, is inserted.
 * @param lastCommit as the head says
 * @param upTo counts only events up to this time
 */
export function readEvents(
  directory: Directory,
  aggregateId: string,
  lastCommit: LastCommit | undefined,
  upTo: string,
): StoredEvents {
  const missing: DomainEvent[] = [];
  const carried = (lastCommit?.events ?? []).map(upcast);
  let counted = 0;
  let userKey: string | undefined;
  async function* events(): AsyncGenerator<DomainEvent> {
    let [next, last] = [0, 0];
    const carriedBefore = function* (version: number) {
      for (; (carried[next]?.version ?? Infinity) < version; next += 1) {
        missing.push(carried[next] as DomainEvent);
        yield carried[next] as DomainEvent;
      }
    };
    const stored = directory.table.each(eventEntity, { aggregateId }, { consistent: true });
    for await (const [item, key] of eachWithKey(directory, stored)) {
      yield* carriedBefore(item.version);
      if (carried[next]?.version === item.version) next += 1;
      if (item.at <= upTo) counted += 1;
      if (item.version === 1) ({ userKey } = item);
      last = item.version;
      yield openOrErased(item, key);
    }
    yield* carriedBefore(Infinity);
    if (lastCommit && !lastCommit.events && last < lastCommit.version)
      throw new LostEventsError(
        `Versions ${last + 1} to ${lastCommit.version} are missing: the head names them.`,
      );
  }
  return { events: events(), missing, userKey: () => userKey, count: () => counted };
}

/** Data that cannot be decrypted is marked as erased, so that the rest of the history is checked as well. */
function openOrErased(item: EventItem, key: UserKey | undefined): DomainEvent {
  try {
    return openEvent(item, key);
  } catch (error) {
    if (!key || item.personal === undefined || !(error instanceof UnreadableEventError)) throw error;
    return openEvent(item, undefined);
  }
}

/** The present and past memberships stored with a user, and their places in teams. */
export async function readMemberships({ table }: Directory, userId: UserId): Promise<DerivedItem[]> {
  const consistent = { consistent: true };
  const items: DerivedItem[] = [];
  for await (const item of table.each(membershipEntity, { userId }, consistent))
    items.push(derivedItem('membership', item));
  for await (const item of table.each(pastMembershipEntity, { userId }, consistent))
    items.push(derivedItem('past-membership', item));
  for await (const item of table.each(teamPlaceEntity, { userId }, consistent))
    items.push(derivedItem('team-place', item));
  for await (const item of table.each(pastTeamPlaceEntity, { userId }, consistent))
    items.push(derivedItem('past-team-place', item));
  return items;
}

/** The items of the service groups that a user manages. */
export async function readManaged({ table }: Directory, userId: UserId): Promise<DerivedItem[]> {
  const items: DerivedItem[] = [];
  for await (const item of table.each(managedServiceGroupEntity, { userId }, { consistent: true }))
    items.push(derivedItem('managed-service-group', item));
  return items;
}

/**
 * What is stored where the ends of memberships are looked for: of those that there should be and of those that are stored. Another
 * one finds no work, and the worker deletes it when its time comes.
 */
export async function readDue(
  { table }: Directory,
  user: { accountId: string; userId: UserId },
  expected: readonly DerivedItem[],
  stored: readonly DerivedItem[],
): Promise<DerivedItem[]> {
  const present = stored.filter(({ entity }) => entity === 'membership');
  const ofStored = dueOf(
    user,
    present.map(({ item }) => membershipOf(item as MembershipItem)),
  );
  const wanted = [...expected.filter(({ entity }) => entity === 'due'), ...ofStored];
  const keys = new Map(wanted.map(({ key, item }) => [JSON.stringify(key), item as DueItem]));
  const found = await table.batchGet(
    [...keys.values()].map((item) => dueEntity.at(item)),
    { consistent: true },
  );
  return found.flatMap((item) => (item ? [derivedItem('due', item)] : []));
}

/** The same of the ends in teams: of those that there should be, and of those that are stored. */
export async function readDueOfTeams(
  { table }: Pick<Directory, 'table'>,
  expected: readonly DerivedItem[],
  ofStored: readonly DerivedItem[],
): Promise<DerivedItem[]> {
  const wanted = [...expected.filter(({ entity }) => entity === 'due-of-team'), ...ofStored];
  const keys = new Map(wanted.map(({ key, item }) => [JSON.stringify(key), item as DueOfTeam]));
  const found = await table.batchGet(
    [...keys.values()].map((item) => dueOfTeamEntity.at(item)),
    { consistent: true },
  );
  return found.flatMap((item) => (item ? [derivedItem('due-of-team', item)] : []));
}

/** What is stored of the access of the teams of a service group: where it is expected, and where its head names a team. */
export async function readTeamAccess(
  { table }: Directory,
  { accountId, serviceGroupId }: { accountId: string; serviceGroupId: ServiceGroupId },
  expected: readonly DerivedItem[],
  named: readonly TeamId[],
): Promise<DerivedItem[]> {
  const past = expected.filter(({ entity }) => entity === 'past-team-access');
  const teamIds = new Set([
    ...named,
    ...expected
      .filter(({ entity }) => entity === 'team-access' || entity === 'past-team-access')
      .map(({ item }) => item['teamId'] as TeamId),
  ]);
  const present = await table.batchGet(
    [...teamIds].map((teamId) => teamAccessEntity.at({ teamId, serviceGroupId })),
    { consistent: true },
  );
  const ended = await table.batchGet(
    past.map(({ item }) => pastTeamAccessEntity.at(item as Item<typeof pastTeamAccessEntity>)),
    { consistent: true },
  );
  const stored = present.filter((item) => item?.accountId === accountId).filter((item) => item !== undefined);
  const due = dueInTeams(accountId, ['team-access', serviceGroupId], stored.map(teamAccessOf));
  return [
    ...stored.map((item) => derivedItem('team-access', item)),
    ...ended.flatMap((item) => (item ? [derivedItem('past-team-access', item)] : [])),
    ...(await readDueOfTeams({ table }, expected, due)),
  ];
}

/** The account's unfinished removal jobs. Read from an index, so one that has just started may be missing. */
export async function readUnfinishedJobs({ table }: Directory, accountId: string): Promise<Job[]> {
  const jobs: Job[] = [];
  const unfinished = table.each(jobEntity.by('GSI1'), { queue: 'unfinished', accountId });
  for await (const job of unfinished) if (!isOfRows(job)) jobs.push(job);
  return jobs;
}
