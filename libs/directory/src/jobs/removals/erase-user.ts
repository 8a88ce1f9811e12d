import { ERASED_EMAIL, ERASED_TEXT, idOf } from '#libs/domain';
import type { Item, WriteOperation } from '@rollbook/single-table';
import type { Directory, ChunkResult } from '../../core/directory.js';
import { type JobCursor, type Job } from '../../table/items/jobs.js';
import { membershipEntity, pastMembershipEntity } from '../../table/items/memberships.js';
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
 * the old copies: the move fails if the item has changed since it was read.
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
  const { serviceGroupId, since } = cursor;
  const after =
    serviceGroupId === undefined || since === undefined ? {} : { greaterThan: { serviceGroupId, since } };
  const { items } = await table.query(pastMembershipEntity, { userId }, { ...page, ...after });
  const operations = items.map((item) => eraseFromPast(item, now()));
  const last = items.at(-1);
  const next: JobCursor | undefined = last && {
    of: 'past',
    serviceGroupId: last.serviceGroupId,
    since: last.since,
  };
  const isDone = items.length < COPIES_PER_CHUNK;
  return commitChunk(directory, job, operations, { cursor: next, processed: items.length, isDone });
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
