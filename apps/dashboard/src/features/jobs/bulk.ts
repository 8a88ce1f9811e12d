import { queryOptions } from '@tanstack/react-query';
import type { RequestTo, Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';
import type { Job } from '../../api/resources/jobs.js';

export type BulkRequest = RequestTo<'/v1/accounts/{accountId}/bulk-jobs', 'post'>['body'];
export type TriedBulk = Schemas['TriedBulkJob'];

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
