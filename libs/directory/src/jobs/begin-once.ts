import { DomainError } from '#libs/domain';
import { isSingleTableError } from '@rollbook/single-table';
import type { ReceiptRequest } from '../core/receipts.js';
import { createJob } from '../core/jobs.js';
import type { Tenant } from '../core/tenant.js';
import { derivedJobId } from '../table/ids.js';
import { jobEntity, type Job } from '../table/items/jobs.js';

export interface BegunJob {
  job: Job;
  isRepeated: boolean;
}

/** The id of a job, and the job itself if a request with the same idempotency key has begun it. */
export async function jobOfKey(
  { directory, accountId }: Tenant,
  receipt: ReceiptRequest | undefined,
): Promise<{ jobId: string; before: Job | undefined }> {
  const key = receipt?.idempotencyKey;
  if (key === undefined) return { jobId: directory.newId('job'), before: undefined };
  const jobId = derivedJobId(`${accountId} ${key}`);
  return { jobId, before: await directory.table.get(jobEntity, { jobId }, { consistent: true }) };
}

/** Of two requests at once with the same idempotency key, one creates the job. @throws DomainError `idempotency_key_reused` */
export async function beginOnce(tenant: Tenant, job: Job, digest: string): Promise<BegunJob> {
  const { table } = tenant.directory;
  try {
    await table.transactWrite(createJob(job));
    return { job, isRepeated: false };
  } catch (error) {
    if (!isSingleTableError(error, 'TransactionCanceled')) throw error;
    const found = await table.get(jobEntity, { jobId: job.jobId }, { consistent: true });
    if (!found) throw error;
    return begunBefore(tenant, found, digest);
  }
}

/** @throws DomainError `idempotency_key_reused` */
export function begunBefore({ accountId }: Tenant, before: Job, digest: string): BegunJob {
  const spec = before.import ?? before.bulk ?? before.revert;
  if (before.accountId === accountId && spec?.digest === digest) return { job: before, isRepeated: true };
  throw new DomainError('idempotency_key_reused', 'This idempotency key was used for something else.');
}
