import {
  endMembershipWithServiceGroup,
  idOf,
  type Actor,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import type { Item, WriteOperation } from '@rollbook/single-table';
import { changeUser } from '../../aggregates/user/changes.js';
import type { Directory, ChunkResult } from '../../core/directory.js';
import { readAccount } from '../../aggregates/account/read-account.js';
import { mostItems } from '../../core/politeness.js';
import { membershipEntity, pastMembershipEntity } from '../../table/items/memberships.js';
import { teamPlaceEntity } from '../../table/items/teams.js';
import { userEntity } from '../../table/items/users.js';
import { commitChunk } from '../progress.js';
import { accessOfRemovedGroup, placeToPast } from './remove-team.js';
import type { Job } from '../../table/items/jobs.js';
import { openUserKey } from '../../core/user-keys.js';
import { findRemoval } from '../../reads/time-travel/removals.js';
import { usageItems } from '../../core/usage.js';
import {
  fittingInto,
  membershipOf,
  userState,
  type MembershipItem,
  type TeamPlaceItem,
} from '../../aggregates/user/state.js';
import { endedAt } from '../../core/ending-items.js';
import type { UsageChange } from '../../core/usage-limits.js';
import { dueEntity, dueItemOf } from '../../table/items/due.js';

/** A user takes four of a transaction's operations, a membership that ends with its user two, or three if it has an end. */
const [OF_A_USER, OF_A_MEMBERSHIP] = [4, 2];
/** With an end. */
const OF_A_PLACE = 3;
/** The job, its fence and a limit take one each. */
const OF_THE_JOB = 4;

function operationsPerChunk(directory: Directory, { accountId }: Job): number {
  return mostItems(directory, accountId) - OF_THE_JOB;
}

/** The removed user's event has ended its memberships and places in teams; only their items have to be moved to the past. */
export async function endMembershipsOfUser(directory: Directory, job: Job): Promise<ChunkResult> {
  const { subjectId, fencedAt, actor } = job;
  const userId = idOf('user', subjectId);
  const most = operationsPerChunk(directory, job);
  const limit = most / OF_A_MEMBERSHIP;
  const leaving = job.hasTeams ? await placesOf(directory, userId, Math.floor(most / OF_A_PLACE)) : [];
  if (leaving.length > 0) {
    const operations = leaving.flatMap((place) => placeToPast(place, fencedAt, actor));
    return commitChunk(directory, job, operations, { processed: leaving.length, isDone: false });
  }
  const { items } = await directory.table.query(membershipEntity, { userId }, { limit, consistent: true });
  const moved = fittingInto(most, items);
  const operations = moved.flatMap((membership) => moveToPast(membership, fencedAt, actor));
  const isDone = items.length < limit && moved.length === items.length;
  return commitChunk(directory, job, operations, { processed: moved.length, isDone });
}

async function placesOf({ table }: Directory, userId: UserId, limit: number): Promise<TeamPlaceItem[]> {
  return (await table.query(teamPlaceEntity, { userId }, { limit, consistent: true })).items;
}

/** Each member's own aggregate records that its membership ended. The event of the group has ended the access of its teams. */
export async function endMembershipsOfServiceGroup(directory: Directory, job: Job): Promise<ChunkResult> {
  const { jobId, subjectId, fencedAt, accountId, actor, correlationId, causationId } = job;
  // New members are refused from the fence on, but the index may still lack the last ones before it.
  const isIndexed = directory.indexLag.leftMs(directory, jobId, fencedAt) === 0;
  const serviceGroupId = idOf('service-group', subjectId);
  const { table, now } = directory;
  const most = operationsPerChunk(directory, job);
  const { items } = await table.query(
    membershipEntity.by('GSI1'),
    { serviceGroupId },
    { limit: most / OF_A_USER },
  );
  if (items.length === 0 && !isIndexed) return 'waiting';
  if (items.length === 0) {
    const removal = { at: fencedAt, actor };
    const { operations, isLast } = job.hasTeams
      ? await accessOfRemovedGroup(directory, accountId, serviceGroupId, removal)
      : { operations: [], isLast: true };
    return commitChunk(directory, job, operations, { processed: 0, isDone: isLast });
  }

  const loaded = await loadMembers(directory, accountId, items, serviceGroupId);
  const provenance = { accountId, now: now(), actor, correlationId, causationId };
  const ends = loaded.map(async ({ user, membership }): Promise<MembersEnd> => {
    if (!user || !membership) return { operations: [] };
    const { userId, userKey } = user;
    if (user.status === 'removed') {
      const removal = await findRemoval(directory, accountId, userId);
      return { operations: removal ? moveToPast(membership, removal.at, removal.actor) : [] };
    }
    const before = userState(user, [membership]);
    const newEvents = endMembershipWithServiceGroup(before, serviceGroupId, fencedAt);
    const key = await openUserKey(directory.keyRing, userId, userKey);
    const change = changeUser(userId, before, newEvents, provenance, key);
    return { operations: change.transactItems.map((item) => item.operation), usage: change.usage };
  });
  // The index shows for a moment those that have ended.
  const ended = (await Promise.all(ends)).filter(({ operations }) => operations.length > 0);
  const ending = fitting(ended, most);
  if (ending.length === 0) return 'waiting';
  const account = await readAccount(directory, accountId);
  const members = ending.reduce((sum, { usage }) => sum + (usage?.members ?? 0), 0);
  const usage = await usageItems(directory, account, { members });
  const all = [...ending.flatMap(({ operations }) => operations), ...usage.map((item) => item.operation)];
  return commitChunk(directory, job, all, { processed: ending.length, isDone: false });
}

interface MembersEnd {
  operations: readonly WriteOperation[];
  usage?: UsageChange | undefined;
}

/** The first of them that fit into a transaction: those whose memberships have an end take more. */
function fitting(ends: readonly MembersEnd[], most: number): MembersEnd[] {
  let left = most;
  const first = ends.findIndex(({ operations }) => (left -= operations.length) < 0);
  return first === -1 ? [...ends] : ends.slice(0, first);
}

interface Member {
  user: Item<typeof userEntity> | undefined;
  membership: MembershipItem | undefined;
}

/** The heads and the memberships of a chunk's users, in one call. */
async function loadMembers(
  { table }: Directory,
  accountId: string,
  listed: readonly MembershipItem[],
  serviceGroupId: ServiceGroupId,
): Promise<Member[]> {
  const count = listed.length;
  const found = await table.batchGet(
    [
      ...listed.map(({ userId }) => userEntity.at({ accountId, userId })),
      ...listed.map(({ userId }) => membershipEntity.at({ userId, serviceGroupId })),
    ],
    { consistent: true },
  );
  return listed.map((_, index) => ({
    user: found[index] as Member['user'],
    membership: found[count + index] as Member['membership'],
  }));
}

/** The past form of a membership that ended with its user. The same however often, and by whichever job, it is done. */
function moveToPast(membership: MembershipItem, until: string, removedBy: Actor): WriteOperation[] {
  const { userId, serviceGroupId, updatedAt, noticeAt: _notice, ...copied } = membership;
  const ended = membershipOf(membership);
  const due = dueItemOf(membership.accountId, userId, ended);
  return [
    // An erasure may have changed it since it was read: erased data must not come back.
    membershipEntity.delete({ userId, serviceGroupId }, { condition: (c) => c.eq('updatedAt', updatedAt) }),
    pastMembershipEntity.put({
      ...{ ...copied, userId, serviceGroupId },
      ...{ until: endedAt(ended, until), removedBy, updatedAt: until },
    }),
    ...(due ? [dueEntity.delete(due)] : []),
  ];
}
