import { randomUUID } from 'node:crypto';
import { DomainError, idOf, type DomainEvent } from '#libs/domain';
import type { Item, WriteOperation } from '#libs/single-table';
import type { Provenance } from '../kernel/changes.js';
import { ContentionError, ifConditionHolds, isConflicted } from '../kernel/retries.js';
import type { TransactItem } from '../kernel/transact-item.js';
import { tombstoneExpiry, type Directory } from '../directory.js';
import { fencesEntity } from '../accounts/items.js';
import { jobEntity, listedJobEntity, type JobCursor, type JobStop } from './items.js';
import { serviceGroupEntity } from '../service-groups/items.js';
import { userEntity } from '../users/items.js';
import type { Tenant } from '../tenant.js';

export type Job = Item<typeof jobEntity>;
export interface Removal {
  jobId: string | undefined;
}

export type Fences = Item<typeof fencesEntity>;

export const JOB_RETENTION_SECONDS = 30 * 24 * 60 * 60;

/** Each is an id of 31 bytes in one item of at most 400 KB, which every list of memberships reads. */
export const MAX_FENCES = 2_000;
const FENCES_RETRY_AFTER_SECONDS = 5;

/** As many removals and erasures of the account are in progress as there may be. */
export function isFull({
  removedIds,
  erasedIds,
}: Partial<Pick<Fences, 'removedIds' | 'erasedIds'>>): boolean {
  return (removedIds?.size ?? 0) + (erasedIds?.size ?? 0) >= MAX_FENCES;
}

/**
 * The job of a removal, and its fence.
 * @param fences the account's fences as they were loaded
 * @throws ContentionError if too many are in progress. A closing always has room, because nothing else follows it
 */
export function jobSteps(
  { newId }: Directory,
  type: Job['type'],
  subjectId: string,
  fences: Fences | undefined,
  events: DomainEvent[],
  { accountId, actor, correlationId }: Provenance,
): { transactItems: TransactItem[]; jobId: string | undefined } {
  const event = events.at(-1);
  if (!event) return { transactItems: [], jobId: undefined };
  if (type !== 'close-account' && isFull(fences ?? {}))
    throw new ContentionError(
      `${MAX_FENCES} removals of this account are in progress; send the command again when some have ended.`,
      FENCES_RETRY_AFTER_SECONDS,
    );
  const cause = { accountId, actor, correlationId, causationId: event.eventId };
  const job = newJob({ ...cause, jobId: newId('job'), type, subjectId, fencedAt: event.at }, event.at);
  const transactItems = [...createJob(job), raiseFence(job, fences)].map((operation) => ({ operation }));
  return { transactItems, jobId: job.jobId };
}

type NewJob = Omit<Job, 'status' | 'queue' | 'version' | 'processed' | 'createdAt' | 'updatedAt'>;

export function newJob(job: NewJob, at: string): Job {
  const begun = { status: 'running', queue: 'unfinished', version: 1, processed: 0 } as const;
  return { ...job, ...begun, createdAt: at, updatedAt: at };
}

const LISTED_SECONDS = 90 * 24 * 60 * 60;

export function createJob(job: Job): WriteOperation[] {
  const { accountId, jobId, type, createdAt, updatedAt } = job;
  const expiresAt = Math.floor(Date.parse(createdAt) / 1000) + LISTED_SECONDS;
  const listed = listedJobEntity.put({ accountId, jobId, type, createdAt, updatedAt, expiresAt });
  return [jobEntity.create(job), listed];
}

export function raiseFence(
  { type, accountId, subjectId, createdAt: at }: Pick<Job, 'type' | 'accountId' | 'subjectId' | 'createdAt'>,
  fences: Fences | undefined,
): WriteOperation {
  const fenced = fencedBy(type, subjectId);
  return fences
    ? fencesEntity.update({ accountId }, { set: { updatedAt: at }, add: fenced })
    : fencesEntity.create({ accountId, ...fenced, createdAt: at, updatedAt: at });
}

/** The fence behind which a job of a type works. */
function fencedBy(type: Job['type'], subjectId: string): Pick<Fences, 'removedIds' | 'erasedIds'> {
  const ids = new Set([subjectId]);
  return type === 'erase-user' ? { erasedIds: ids } : { removedIds: ids };
}

export function lowerFence(
  { now }: Directory,
  { type, accountId, subjectId }: Pick<Job, 'type' | 'accountId' | 'subjectId'>,
): WriteOperation {
  const updatedAt = new Date(now()).toISOString();
  return fencesEntity.update({ accountId }, { set: { updatedAt }, delete: fencedBy(type, subjectId) });
}

/** The tombstone of a removed user or service group has nothing left below it: it may expire. */
function letExpire(directory: Directory, { type, accountId, subjectId }: Job): WriteOperation[] {
  const set = { expiresAt: tombstoneExpiry(directory) };
  switch (type) {
    case 'close-account':
    case 'import':
    case 'bulk':
      return [];
    case 'remove-service-group-memberships':
      return [
        serviceGroupEntity.update({ accountId, serviceGroupId: idOf('service-group', subjectId) }, { set }),
      ];
    case 'remove-user-memberships':
    case 'erase-user':
      return [userEntity.update({ accountId, userId: idOf('user', subjectId) }, { set })];
    default:
      return type satisfies never;
  }
}

/** `waiting`: nothing to do yet. `conflicted`: something has changed in the meantime. Neither has changed anything. */
export type ChunkResult = 'more' | 'done' | 'waiting' | 'conflicted' | 'not running';

interface Progress {
  set?: Partial<Pick<Job, 'cursor' | 'nextPart' | 'nextRow'>> | undefined;
  add: Partial<Record<'processed' | 'created' | 'changed' | 'refused', number>>;
  isDone: boolean;
}

/** With the changes of a chunk, on condition that nobody else has run it. */
export async function commitProgress(
  { table, now }: Directory,
  { jobId, version }: Job,
  operations: readonly WriteOperation[],
  { set, add, isDone }: Progress,
): Promise<ChunkResult> {
  const end = { status: 'done', expiresAt: Math.floor(now() / 1000) + JOB_RETENTION_SECONDS } as const;
  const advance = jobEntity.update(
    { jobId },
    {
      set: { version: version + 1, updatedAt: new Date(now()).toISOString(), ...set, ...(isDone && end) },
      add,
      ...(isDone && { remove: ['queue'] as const }),
      condition: (c) => c.and(c.eq('version', version), c.eq('status', 'running')),
    },
  );
  try {
    await table.transactWrite([...operations, advance], { clientRequestToken: randomUUID() });
    return isDone ? 'done' : 'more';
  } catch (error) {
    // A member changed in the meantime, or another worker ran this chunk: the next attempt sees what is left.
    if (isConflicted(error)) return 'conflicted';
    throw error;
  }
}

/** Until somebody who may do what it does resumes it. */
export async function stopJob(
  { table, now }: Directory,
  { jobId, version }: Job,
  reason: Omit<JobStop, 'at'>,
): Promise<ChunkResult> {
  const at = new Date(now()).toISOString();
  const stopped = await ifConditionHolds(
    table.update(
      jobEntity,
      { jobId },
      {
        set: { status: 'paused', stop: { ...reason, at }, version: version + 1, updatedAt: at },
        condition: (c) => c.and(c.eq('version', version), c.eq('status', 'running')),
      },
    ),
  );
  return stopped ? 'not running' : 'conflicted';
}

/** @param isDone this chunk finishes the job and removes its fence */
export function commitChunk(
  directory: Directory,
  job: Job,
  operations: WriteOperation[],
  { cursor, processed, isDone }: { cursor?: JobCursor | undefined; processed: number; isDone: boolean },
): Promise<ChunkResult> {
  const end = isDone ? [lowerFence(directory, job), ...letExpire(directory, job)] : [];
  const progress = { set: cursor && { cursor }, add: { processed }, isDone };
  return commitProgress(directory, job, [...operations, ...end], progress);
}

/** The part does not exist: another worker has executed it, or it expired in a long pause, and its rows stay undone. */
export async function passOver(
  { table }: Directory,
  { jobId, version }: Job,
  moveOn: () => Promise<ChunkResult>,
): Promise<ChunkResult> {
  const current = await table.get(jobEntity, { jobId }, { consistent: true });
  return current?.version === version ? moveOn() : 'conflicted';
}

/** @throws DomainError `job_not_found` */
export async function getJob(tenant: Tenant, jobId: string): Promise<Job> {
  const job = await findJob(tenant, jobId);
  if (!job) throw new DomainError('job_not_found', 'There is no such job.');
  return job;
}

export async function findJob(
  { directory: { table }, accountId }: Tenant,
  jobId: string,
): Promise<Job | undefined> {
  const job = await table.get(jobEntity, { jobId }, { consistent: true });
  return job?.accountId === accountId ? job : undefined;
}
