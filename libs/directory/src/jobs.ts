import { randomUUID } from 'node:crypto';
import { endMembershipWithServiceGroup, type DomainEvent } from '#libs/domain';
import { isSingleTableError, type Item, type WriteOperation } from '#libs/single-table';
import { changeUser, type Provenance, type Step } from './changes.js';
import type { Directory } from './directory.js';
import { fencesEntity, jobEntity, membershipEntity, pastMembershipEntity, userEntity } from './entities.js';
import { userState, type MembershipItem } from './states.js';

/** Work too large for one transaction, as its item says. */
export type Job = Item<typeof jobEntity>;
export type Fences = Item<typeof fencesEntity>;

/** A user takes four of the 100 operations a transaction may have; the job and its fence take one each. */
const USERS_PER_CHUNK = 24;
/** A membership that ends with its user takes two. */
const MEMBERSHIPS_PER_CHUNK = 48;

/**
 * How long after the fence an index read that finds nothing is believed. New members are refused from the fence on, but
 * the index may still be short of the last ones before it.
 */
const INDEX_SETTLED_AFTER_MS = 2_000;

const JOB_RETENTION_SECONDS = 30 * 24 * 60 * 60;

/**
 * The part of a removal's commit that leaves the memberships to a job: the job, and the fence that readers look at.
 *
 * @param fences the account's fences as they were loaded
 */
export function jobSteps(
  { newId }: Directory,
  type: Job['type'],
  subjectId: string,
  fences: Fences | undefined,
  events: DomainEvent[],
  { accountId, actor, correlationId }: Provenance,
): Step[] {
  const event = events.at(-1);
  if (!event) return [];
  const job: Job = {
    jobId: newId('job'),
    type,
    status: 'running',
    version: 1,
    subjectId,
    fencedAt: event.at,
    actor,
    correlationId,
    causationId: event.eventId,
    processed: 0,
    accountId,
    createdAt: event.at,
    updatedAt: event.at,
  };
  return [{ operation: jobEntity.create(job) }, { operation: raiseFence(job, fences) }];
}

function raiseFence(
  { accountId, subjectId, createdAt: at }: Job,
  fences: Fences | undefined,
): WriteOperation {
  const removedIds = new Set([subjectId]);
  return fences
    ? fencesEntity.update({ accountId }, { set: { updatedAt: at }, add: { removedIds } })
    : fencesEntity.create({ accountId, removedIds, createdAt: at, updatedAt: at });
}

/** What a chunk did: `waiting` means that there is nothing to do yet, and the same chunk is to be run again. */
export type ChunkResult = 'more' | 'done' | 'waiting' | 'not running';

/**
 * Runs the next chunk of a job: one transaction that also moves the job on. Whoever is second to run a chunk changes
 * nothing, so a chunk may be run again after any failure.
 *
 * @throws what the table throws; the chunk is then to be run again
 */
export async function runJobChunk(directory: Directory, jobId: string): Promise<ChunkResult> {
  const job = await directory.table.get(jobEntity, { jobId }, { consistent: true });
  if (job?.status !== 'running') return 'not running';
  switch (job.type) {
    case 'remove-user-memberships':
      return endMembershipsOfUser(directory, job);
    case 'remove-service-group-memberships':
      return endMembershipsOfServiceGroup(directory, job);
    default:
      return job.type satisfies never;
  }
}

/** The removed user's event has ended its memberships; what is left is to move their items to the past. */
async function endMembershipsOfUser(directory: Directory, job: Job): Promise<ChunkResult> {
  const { subjectId: userId, fencedAt, actor } = job;
  const { items } = await directory.table.query(
    membershipEntity,
    { userId },
    { limit: MEMBERSHIPS_PER_CHUNK, consistent: true },
  );
  const operations = items.flatMap((membership) => [
    membershipEntity.delete({ userId, serviceGroupId: membership.serviceGroupId }),
    pastMembershipEntity.put({ ...membership, until: fencedAt, removedBy: actor, updatedAt: fencedAt }),
  ]);
  const finished = items.length < MEMBERSHIPS_PER_CHUNK;
  return commitChunk(directory, job, operations, items.length, finished);
}

/** Each member's own aggregate records that its membership ended. */
async function endMembershipsOfServiceGroup(directory: Directory, job: Job): Promise<ChunkResult> {
  const { subjectId: serviceGroupId, fencedAt, accountId, actor, correlationId, causationId } = job;
  const { table, now } = directory;
  const { items } = await table.query(
    membershipEntity.by('GSI1'),
    { serviceGroupId },
    { limit: USERS_PER_CHUNK },
  );
  if (items.length === 0 && now() < Date.parse(fencedAt) + INDEX_SETTLED_AFTER_MS) return 'waiting';

  const loaded = await Promise.all(
    items.map(({ userId }) => loadMember(directory, accountId, userId, serviceGroupId)),
  );
  const provenance = { accountId, now: now(), actor, correlationId, causationId };
  const operations = loaded.flatMap(({ user, membership }) => {
    const before = userState(user, membership ? [membership] : []);
    const facts = endMembershipWithServiceGroup(before, serviceGroupId, fencedAt);
    if (before.status === 'none') return [];
    return changeUser(before.userId, before, facts, provenance).steps.map((step) => step.operation);
  });
  // Members of a user who is being removed too are moved by that user's own job: the index forgets them soon.
  if (items.length > 0 && operations.length === 0) return 'waiting';
  return commitChunk(directory, job, operations, items.length, items.length === 0);
}

async function loadMember(
  { table }: Directory,
  accountId: string,
  userId: string,
  serviceGroupId: string,
): Promise<{ user: Item<typeof userEntity> | undefined; membership: MembershipItem | undefined }> {
  const [user, membership] = await table.batchGet(
    [userEntity.at({ accountId, userId }), membershipEntity.at({ userId, serviceGroupId })],
    { consistent: true },
  );
  return { user, membership };
}

async function commitChunk(
  { table, now }: Directory,
  job: Job,
  operations: WriteOperation[],
  processed: number,
  finished: boolean,
): Promise<ChunkResult> {
  const { jobId, version, accountId, subjectId } = job;
  const updatedAt = new Date(now()).toISOString();
  const expiresAt = Math.floor(now() / 1000) + JOB_RETENTION_SECONDS;
  const advance = jobEntity.update(
    { jobId },
    {
      set: { version: version + 1, updatedAt, ...(finished ? { status: 'done', expiresAt } : {}) },
      add: { processed },
      condition: (c) => c.and(c.eq('version', version), c.eq('status', 'running')),
    },
  );
  const lowerFence = fencesEntity.update(
    { accountId },
    { set: { updatedAt }, delete: { removedIds: new Set([subjectId]) } },
  );
  try {
    await table.transactWrite([...operations, advance, ...(finished ? [lowerFence] : [])], {
      clientRequestToken: randomUUID(),
    });
    return finished ? 'done' : 'more';
  } catch (error) {
    // A member changed meanwhile, or another worker ran this chunk: what is left shows the next attempt.
    if (!isSingleTableError(error, 'TransactionCanceled')) throw error;
    if (error.details.reasons.every(({ code }) => CHANGED_MEANWHILE.has(code))) return 'more';
    throw error;
  }
}

const CHANGED_MEANWHILE: ReadonlySet<string> = new Set(['ConditionalCheckFailed', 'TransactionConflict']);
