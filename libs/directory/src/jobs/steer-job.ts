import { DomainError } from '#libs/domain';
import {
  execute,
  requireVersion,
  type CommandContext,
  type Decision,
  type Outcome,
} from '../core/execute.js';
import type { Tenant } from '../core/tenant.js';
import { jobEntity, type Job } from '../table/items/jobs.js';
import { isOfRows } from './rights.js';
import { getJob, JOB_RETENTION_SECONDS } from '../core/jobs.js';

const FROM: Record<'paused' | 'running' | 'cancelled', readonly Job['status'][]> = {
  paused: ['running'],
  running: ['paused'],
  cancelled: ['running', 'paused'],
};

/**
 * Pauses a running job after its current chunk, resumes a paused one, or cancels an import, a bulk job or an undo, whose
 * finished rows stay changed. What a removal's fence hides stays hidden. In other states nothing changes. There are no events,
 * because nothing changes for readers. A job of rows runs as the one who resumed it from then on.
 * @throws DomainError `job_not_found`, `job_not_cancellable`, `version_mismatch`
 */
export async function steerJob(
  tenant: Tenant,
  jobId: string,
  to: keyof typeof FROM,
  context: CommandContext,
): Promise<Outcome<Job>> {
  return execute(tenant.directory, context, {
    accountId: tenant.accountId,
    aggregateId: jobId,
    attempt: async ({ now }): Promise<Decision<Job>> => {
      const job = await getJob(tenant, jobId);
      requireVersion(job, context);
      if (to === 'cancelled' && !isOfRows(job))
        throw new DomainError(
          'job_not_cancellable',
          'Only an import, a bulk job or an undo can be cancelled.',
        );
      if (!FROM[to].includes(job.status)) return { state: job, changes: [] };
      const moved = { status: to, version: job.version + 1, updatedAt: new Date(now).toISOString() };
      const isResumed = to === 'running' && isOfRows(job);
      const ranAs = job.runsAs && { ranAs: [...new Set([...(job.ranAs ?? []), job.runsAs])] };
      const set = isResumed ? { ...moved, ...ranAs, runsAs: context.actor } : moved;
      const end = { expiresAt: Math.floor(now / 1000) + JOB_RETENTION_SECONDS };
      const operation = jobEntity.update(
        { jobId },
        {
          set: to === 'cancelled' ? { ...set, ...end } : set,
          ...(to === 'cancelled' && { remove: ['queue'] as const }),
          ...(isResumed && { remove: ['stop'] as const }),
          // If a chunk was committed in between, it is retried.
          condition: (c) => c.eq('version', job.version),
        },
      );
      const { stop: _, ...rest } = job;
      const state = isResumed ? { ...rest, ...set } : { ...job, ...set };
      return { state, changes: [{ events: [], transactItems: [{ operation }] }] };
    },
  });
}
