import { ERASED_EMAIL, ERASED_TEXT, idOf } from '#libs/domain';
import type { Item, WriteOperation } from '@rollbook/single-table';
import type { Directory, ChunkResult } from '../../core/directory.js';
import { type JobCursor, type Job } from '../../table/items/jobs.js';
import { membershipEntity, pastMembershipEntity } from '../../table/items/memberships.js';
import { pastTeamPlaceEntity, teamPlaceEntity } from '../../table/items/teams.js';
import { commitChunk } from '../progress.js';

/** Replaces what a membership copied from its user, and why it was given to them. */
function erasedCopies({ reason, userRole, userStatus, addedBy, createdAt }: Copies) {
  const kept = { userRole, userStatus, addedBy, createdAt };
  const copies = { userName: ERASED_TEXT, userEmail: ERASED_EMAIL, ...kept };
  return reason === undefined ? copies : { ...copies, reason: ERASED_TEXT };
}

const COPIES_PER_CHUNK = 90;

type PastMembership = Item<typeof pastMembershipEntity>;
type Copies = Pick<PastMembership, 'userRole' | 'userStatus' | 'addedBy' | 'createdAt' | 'reason'>;

/**
 * Overwrites the next copies of an erased user's name and email: first on the memberships that their removal has not moved
 * to the past yet, which are hidden, and then on the past ones. A membership that is moved in the meantime is not moved with
 * the old copies: the move fails if the item has changed since it was read. Then their places in teams.
 */
export async function eraseNextCopies(directory: Directory, job: Job): Promise<ChunkResult> {
  const userId = idOf('user', job.subjectId);
  const cursor: JobCursor = job.cursor ?? { of: 'present' };
  const page = { limit: COPIES_PER_CHUNK, consistent: true } as const;
  const { table, now } = directory;
  if (cursor.of === 'present') {
    const { serviceGroupId } = cursor;
    const after = serviceGroupId === undefined ? {} : { greaterThan: { serviceGroupId } };
    const { items } = await table.query(membershipEntity, { userId }, { ...page, ...after });
    const operations = items.map((item) =>
      membershipEntity.update(
        { userId, serviceGroupId: item.serviceGroupId },
        { set: { ...erasedCopies(item), updatedAt: laterThan(item.updatedAt, now()) } },
      ),
    );
    const last = items.at(-1);
    const full = items.length === COPIES_PER_CHUNK;
    const next: JobCursor =
      full && last ? { of: 'present', serviceGroupId: last.serviceGroupId } : { of: 'past' };
    return commitChunk(directory, job, operations, { cursor: next, processed: items.length, isDone: false });
  }
  if (cursor.of !== 'past') return eraseNextPlaces(directory, job, cursor);
  const { serviceGroupId, since } = cursor;
  const behind =
    serviceGroupId === undefined || since === undefined ? {} : { greaterThan: { serviceGroupId, since } };
  const { items } = await table.query(pastMembershipEntity, { userId }, { ...page, ...behind });
  const operations = items.map((item) => eraseFromPast(item, now()));
  const last = items.at(-1);
  const next: JobCursor | undefined = last && {
    of: 'past',
    serviceGroupId: last.serviceGroupId,
    since: last.since,
  };
  const isLast = items.length < COPIES_PER_CHUNK;
  const isDone = isLast && !job.hasTeams;
  const after: JobCursor | undefined = isLast && job.hasTeams ? { of: 'places' } : next;
  return commitChunk(directory, job, operations, { cursor: after, processed: items.length, isDone });
}

/** The same of the places in teams, as the last part of the job. */
async function eraseNextPlaces(
  directory: Directory,
  job: Job,
  { of, teamId, since }: JobCursor,
): Promise<ChunkResult> {
  const userId = idOf('user', job.subjectId);
  const { table, now } = directory;
  const page = { limit: COPIES_PER_CHUNK, consistent: true } as const;
  if (of === 'places') {
    // At most 40.
    const { items } = await table.query(teamPlaceEntity, { userId }, page);
    const operations = items.map(({ updatedAt, ...item }) =>
      teamPlaceEntity.update(
        { userId, teamId: item.teamId },
        { set: { ...erasedCopies(item), updatedAt: laterThan(updatedAt, now()) } },
      ),
    );
    const cursor: JobCursor = { of: 'past-places' };
    return commitChunk(directory, job, operations, { cursor, processed: items.length, isDone: false });
  }
  const after = teamId === undefined || since === undefined ? {} : { greaterThan: { teamId, since } };
  const { items } = await table.query(pastTeamPlaceEntity, { userId }, { ...page, ...after });
  const operations = items.map(({ updatedAt, ...item }) =>
    pastTeamPlaceEntity.update(
      { userId, teamId: item.teamId, since: item.since },
      { set: { ...erasedCopies(item), updatedAt: laterThan(updatedAt, now()) } },
    ),
  );
  const last = items.at(-1);
  const cursor: JobCursor | undefined = last && {
    of: 'past-places',
    teamId: last.teamId,
    since: last.since,
  };
  const isDone = items.length < COPIES_PER_CHUNK;
  return commitChunk(directory, job, operations, { cursor, processed: items.length, isDone });
}

export function eraseFromPast(
  { userId, serviceGroupId, since, updatedAt, ...copies }: PastMembership,
  now: number,
): WriteOperation {
  return pastMembershipEntity.update(
    { userId, serviceGroupId, since },
    { set: { ...erasedCopies(copies), updatedAt: laterThan(updatedAt, now) } },
  );
}

/** Always another `updatedAt` than before, even if the clock has not moved or jumped back. */
function laterThan(updatedAt: string, now: number): string {
  return new Date(Math.max(now, Date.parse(updatedAt) + 1)).toISOString();
}
