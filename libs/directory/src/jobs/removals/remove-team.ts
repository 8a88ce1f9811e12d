import { endAccessWithTeam, endPlaceWithTeam, idOf, type ServiceGroupId, type TeamId } from '#libs/domain';
import type { WriteOperation } from '@rollbook/single-table';
import { changeServiceGroup } from '../../aggregates/service-group/changes.js';
import {
  serviceGroupState,
  teamAccessOf,
  type TeamAccessItem,
} from '../../aggregates/service-group/state.js';
import { teamState } from '../../aggregates/team/state.js';
import { changeUser } from '../../aggregates/user/changes.js';
import { placeOf, userState, type TeamPlaceItem } from '../../aggregates/user/state.js';
import type { Provenance } from '../../core/changes.js';
import type { ChunkResult, Directory } from '../../core/directory.js';
import { endedAt } from '../../core/ending-items.js';
import { mostItems } from '../../core/politeness.js';
import { openUserKey } from '../../core/user-keys.js';
import { findRemoval } from '../../reads/time-travel/removals.js';
import { dueOfTeamEntity, dueOfTeamOf } from '../../table/items/due-of-teams.js';
import type { Job } from '../../table/items/jobs.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import {
  pastTeamAccessEntity,
  pastTeamPlaceEntity,
  teamAccessEntity,
  teamEntity,
  teamPlaceEntity,
} from '../../table/items/teams.js';
import { userEntity } from '../../table/items/users.js';
import { commitChunk } from '../progress.js';

/** A user or a service group takes four of a transaction's operations: head, event, item and past form; one more with an end. */
const OF_EACH = 5;
/** The job, its fence and the tombstone take one each. */
const OF_THE_JOB = 4;

/** First the places of its users, then its access to service groups: each with an event, at the time of the removal. */
export async function endTeam(directory: Directory, job: Job): Promise<ChunkResult> {
  const { jobId, subjectId, fencedAt, accountId, actor, correlationId, causationId } = job;
  const { table, now } = directory;
  const teamId = idOf('team', subjectId);
  const provenance = { accountId, now: now(), actor, correlationId, causationId };
  const limit = Math.floor((mostItems(directory, accountId) - OF_THE_JOB) / OF_EACH);
  const team = teamState(await table.get(teamEntity, { accountId, teamId }, { consistent: true }));
  const named = { teamId, name: team.status === 'none' ? '' : team.name };
  const removal = { named, until: fencedAt, provenance };
  const { items } = await table.query(teamPlaceEntity.by('GSI1'), { teamId }, { limit });
  if (items.length > 0) {
    const ended = await endPlaces(directory, items, removal);
    // The index shows for a moment those that have ended.
    if (ended.length === 0) return 'waiting';
    return commitChunk(directory, job, ended.flat(), { processed: ended.length, isDone: false });
  }
  // New places are refused from the fence on, but the index may still lack the last ones before it.
  if (directory.indexLag.leftMs(directory, jobId, fencedAt) > 0) return 'waiting';
  const accesses = await table.query(teamAccessEntity, { teamId }, { limit, consistent: true });
  const ended = await endAccesses(directory, accesses.items, removal);
  const isDone = accesses.items.length < limit;
  return commitChunk(directory, job, ended.flat(), { processed: ended.length, isDone });
}

interface TeamRemoval {
  named: { teamId: TeamId; name: string };
  until: string;
  provenance: Provenance;
}

async function endPlaces(
  directory: Directory,
  listed: readonly TeamPlaceItem[],
  { named, until, provenance }: TeamRemoval,
): Promise<WriteOperation[][]> {
  const { accountId } = provenance;
  const { teamId } = named;
  const found = await directory.table.batchGet(
    [
      ...listed.map(({ userId }) => userEntity.at({ accountId, userId })),
      ...listed.map(({ userId }) => teamPlaceEntity.at({ userId, teamId })),
    ],
    { consistent: true },
  );
  const ends = listed.map(async ({ userId }, index): Promise<WriteOperation[]> => {
    const user = found[index] as Parameters<typeof userState>[0];
    const place = found[listed.length + index] as TeamPlaceItem | undefined;
    if (!user || !place) return [];
    if (user.status === 'removed') {
      const gone = await findRemoval(directory, accountId, userId);
      return gone ? placeToPast(place, gone.at, gone.actor) : [];
    }
    const before = userState(user, [], [place]);
    const key = await openUserKey(directory.keyRing, userId, user.userKey);
    const change = changeUser(userId, before, endPlaceWithTeam(before, named, until), provenance, key);
    return change.transactItems.map(({ operation }) => operation);
  });
  return (await Promise.all(ends)).filter((operations) => operations.length > 0);
}

async function endAccesses(
  directory: Directory,
  listed: readonly TeamAccessItem[],
  { named, until, provenance }: TeamRemoval,
): Promise<WriteOperation[][]> {
  const { accountId } = provenance;
  const heads = await directory.table.batchGet(
    listed.map(({ serviceGroupId }) => serviceGroupEntity.at({ accountId, serviceGroupId })),
    { consistent: true },
  );
  const ends = listed.map(async (access, index): Promise<WriteOperation[]> => {
    const { serviceGroupId } = access;
    const before = serviceGroupState(heads[index], [access]);
    if (before.status !== 'active') {
      const gone = await findRemoval(directory, accountId, serviceGroupId);
      return gone ? accessToPast(access, gone.at, gone.actor) : [];
    }
    const newEvents = endAccessWithTeam(before, named, until);
    const change = changeServiceGroup(serviceGroupId, before, newEvents, provenance);
    return change.transactItems.map(({ operation }) => operation);
  });
  return (await Promise.all(ends)).filter((operations) => operations.length > 0);
}

/** The past form of a place that ended with its user. The same however often, and by whichever job, it is done. */
export function placeToPast(place: TeamPlaceItem, until: string, removedBy: string): WriteOperation[] {
  const { userId, teamId, updatedAt, noticeAt: _notice, ...copied } = place;
  const due = dueOfTeamOf(place.accountId, ['team-place', userId], placeOf(place));
  return [
    // An erasure may have changed it since it was read: erased data must not come back.
    teamPlaceEntity.delete({ userId, teamId }, { condition: (c) => c.eq('updatedAt', updatedAt) }),
    pastTeamPlaceEntity.put({
      ...{ ...copied, userId, teamId },
      ...{ until: endedAt(placeOf(place), until), removedBy, updatedAt: until },
    }),
    ...(due ? [dueOfTeamEntity.delete(due)] : []),
  ];
}

/** The past form of a team's access that ended with its service group. */
export function accessToPast(access: TeamAccessItem, until: string, removedBy: string): WriteOperation[] {
  const { serviceGroupId, teamId, updatedAt, noticeAt: _notice, ...copied } = access;
  const due = dueOfTeamOf(access.accountId, ['team-access', serviceGroupId], teamAccessOf(access));
  return [
    teamAccessEntity.delete({ teamId, serviceGroupId }, { condition: (c) => c.eq('updatedAt', updatedAt) }),
    pastTeamAccessEntity.put({
      ...{ ...copied, serviceGroupId, teamId },
      ...{ until: endedAt(teamAccessOf(access), until), removedBy, updatedAt: until },
    }),
    ...(due ? [dueOfTeamEntity.delete(due)] : []),
  ];
}

/** How many of a group's teams a chunk moves: two operations each, or three with an end. */
const ACCESS_AT_ONCE = 25;

/** The next of the teams that a removed service group had, which its event has ended: only their items have to be moved to the past. */
export async function accessOfRemovedGroup(
  { table }: Directory,
  accountId: string,
  serviceGroupId: ServiceGroupId,
  removal: { at: string; actor: string },
): Promise<{ operations: WriteOperation[]; isLast: boolean }> {
  const head = await table.get(serviceGroupEntity, { accountId, serviceGroupId }, { consistent: true });
  const { teams = [] } = head ?? {};
  if (teams.length === 0) return { operations: [], isLast: true };
  const items = await table.batchGet(
    teams.map(({ teamId }) => teamAccessEntity.at({ teamId, serviceGroupId })),
    { consistent: true },
  );
  const left = items.filter((item) => item !== undefined).filter((item) => item.accountId === accountId);
  const moved = left.slice(0, ACCESS_AT_ONCE);
  const operations = moved.flatMap((access) => accessToPast(access, removal.at, removal.actor));
  return { operations, isLast: left.length === moved.length };
}
