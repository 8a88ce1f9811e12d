import { DAY_SECONDS, DomainError, type DomainEvent } from '#libs/domain';
import type { Item, WriteOperation } from '@rollbook/single-table';
import { fencesEntity } from '../table/items/accounts.js';
import { jobEntity, listedJobEntity, type Job } from '../table/items/jobs.js';
import type { Provenance } from './changes.js';
import type { Directory } from './directory.js';
import { ContentionError } from './retries.js';
import type { Tenant } from './tenant.js';
import type { TransactItem } from './transact-item.js';

export interface Removal {
  jobId: string | undefined;
}

export type Fences = Item<typeof fencesEntity>;

/** From its end, as long as a list has it: until then what it did can be undone. */
export const JOB_RETENTION_SECONDS = 90 * DAY_SECONDS;

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
 * @param more what its chunks need to know
 * @throws ContentionError if too many are in progress. A closing always has room, because nothing else follows it
 */
export function jobItems(
  { newId }: Directory,
  type: Job['type'],
  subjectId: string,
  fences: Fences | undefined,
  events: DomainEvent[],
  { accountId, actor, correlationId }: Provenance,
  more: Pick<Job, 'hasTeams'> = {},
): { transactItems: TransactItem[]; jobId: string | undefined } {
  const event = events.at(-1);
  if (!event) return { transactItems: [], jobId: undefined };
  if (type !== 'close-account' && isFull(fences ?? {}))
    throw new ContentionError(
      `${MAX_FENCES} removals of this account are in progress; send the command again when some have ended.`,
      FENCES_RETRY_AFTER_SECONDS,
    );
  const cause = { accountId, actor, correlationId, causationId: event.eventId };
  const job = newJob(
    { ...cause, jobId: newId('job'), type, subjectId, fencedAt: event.at, ...more },
    event.at,
  );
  const transactItems = [...createJob(job), raiseFence(job, fences)].map((operation) => ({ operation }));
  return { transactItems, jobId: job.jobId };
}

/** What the caller of a removal gets, and what is committed with it. */
export function withJob(
  { jobId, transactItems }: ReturnType<typeof jobItems>,
  others: readonly TransactItem[] = [],
): { state: Removal; guards: TransactItem[] } {
  return { state: { jobId }, guards: [...others, ...transactItems] };
}

type NewJob = Omit<Job, 'status' | 'queue' | 'version' | 'processed' | 'createdAt' | 'updatedAt'>;

export function newJob(job: NewJob, at: string): Job {
  const begun = { status: 'running', queue: 'unfinished', version: 1, processed: 0 } as const;
  return { ...job, ...begun, createdAt: at, updatedAt: at };
}

export function createJob(job: Job): WriteOperation[] {
  const { accountId, jobId, type, createdAt, updatedAt } = job;
  const expiresAt = Math.floor(Date.parse(createdAt) / 1000) + JOB_RETENTION_SECONDS;
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
