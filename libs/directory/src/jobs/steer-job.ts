import { DomainError } from '#libs/domain';
import type { Directory } from '../directory.js';
import {
  execute,
  requireVersion,
  type CommandContext,
  type Decision,
  type Outcome,
} from '../kernel/execute.js';
import type { Tenant } from '../tenant.js';
import { jobEntity } from './items.js';
import { getJob, JOB_RETENTION_SECONDS, type Job } from './jobs.js';

/** What is asked of a job, and from which of its states. */
const FROM: Record<'paused' | 'running' | 'cancelled', readonly Job['status'][]> = {
  paused: ['running'],
  running: ['paused'],
  cancelled: ['running', 'paused'],
};

/**
 * Pauses a running job after its current chunk, resumes a paused one, or cancels an import or a bulk job: what is done stays
 * done. What a removal's fence hides stays hidden. Any other job is left as it is. Of this there is no event: nothing that a
 * reader sees changes.
 *
 * @throws DomainError `job_not_found`, `job_not_cancellable`, `version_mismatch`
 */
export async function steerJob(
  directory: Directory,
  tenant: Tenant,
  jobId: string,
  to: keyof typeof FROM,
  context: CommandContext,
): Promise<Outcome<Job>> {
  return execute(directory, context, {
    accountId: tenant.accountId,
    aggregateId: jobId,
    attempt: async ({ now }): Promise<Decision<Job>> => {
      const job = await getJob(directory, tenant, jobId);
      requireVersion(job, context);
      if (to === 'cancelled' && !isOfRows(job))
        throw new DomainError('job_not_cancellable', 'Only an import or a bulk job can be cancelled.');
      if (!FROM[to].includes(job.status)) return { state: job, changes: [] };
      const set = { status: to, version: job.version + 1, updatedAt: new Date(now).toISOString() };
      const end = { expiresAt: Math.floor(now / 1000) + JOB_RETENTION_SECONDS };
      const operation = jobEntity.update(
        { jobId },
        {
          set: to === 'cancelled' ? { ...set, ...end } : set,
          ...(to === 'cancelled' && { remove: ['queue'] as const }),
          // When a chunk was committed in between, it is tried again.
          condition: (c) => c.eq('version', job.version),
        },
      );
      return { state: { ...job, ...set }, changes: [{ events: [], steps: [{ operation }] }] };
    },
  });
}

/** Its rows are each done by themselves: it may end between two of them. */
export function isOfRows({ type }: Pick<Job, 'type'>): boolean {
  return type === 'import' || type === 'bulk';
}
