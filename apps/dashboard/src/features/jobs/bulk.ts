import { queryOptions } from '@tanstack/react-query';
import type { RequestTo, Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { connection, isUnreachable } from '../../api/connection.js';
import { queryClient } from '../../api/query-client.js';
import { expectChange } from '../../api/writes.js';
import type { Job } from './queries.js';

export type BulkRequest = RequestTo<'/v1/accounts/{accountId}/bulk-jobs', 'post'>['body'];
export type TriedBulk = Schemas['TriedBulkJobDto'];

const LOOK_EVERY_MS = 700;

/** What a bulk job would do. */
export const triedBulkQuery = (accountId: string, body: BulkRequest) =>
  queryOptions({
    queryKey: ['dry-run', accountId, 'bulk', body],
    queryFn: async () =>
      (await api.dryRun('post', '/v1/accounts/{accountId}/bulk-jobs', {
        path: { accountId },
        body,
      })) as unknown as TriedBulk,
    gcTime: 0,
  });

export async function startBulkJob(accountId: string, body: BulkRequest): Promise<Job> {
  const job = await api.post('/v1/accounts/{accountId}/bulk-jobs', { path: { accountId }, body });
  void queryClient.invalidateQueries({ queryKey: ['jobs', accountId] });
  return job as Job;
}

const jobQuery = (accountId: string, jobId: string) =>
  queryOptions({
    queryKey: ['job', accountId, jobId],
    queryFn: ({ signal }) =>
      api.get('/v1/accounts/{accountId}/jobs/{jobId}', { path: { accountId, jobId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Follows a job to its end. */
export async function finishedJob(
  { accountId, id: jobId }: Job,
  onProgress: (job: Job) => void,
): Promise<Job> {
  for (;;) {
    const job = await queryClient.fetchQuery(jobQuery(accountId, jobId)).catch((error: unknown) => {
      // The job continues while the API cannot be reached.
      if (isUnreachable(connection.get())) return undefined;
      throw error;
    });
    if (job) onProgress(job);
    if (job?.status === 'done') {
      expectChange();
      return job;
    }
    if (job?.status === 'cancelled') throw new Error('The job was cancelled. What it had done stays done.');
    if (job?.stop) throw new Error(`${job.stop.detail} The job has stopped. What it had done stays done.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** The users that a job refused, and why. */
export async function refusedUsers({
  accountId,
  id: jobId,
}: Job): Promise<Map<string, { code: string; detail: string }>> {
  const refused = new Map<string, { code: string; detail: string }>();
  const path = { accountId, jobId };
  for await (const { userId, code, detail } of api.each('/v1/accounts/{accountId}/jobs/{jobId}/refused', {
    path,
  }))
    if (userId !== null) refused.set(userId, { code, detail });
  return refused;
}
