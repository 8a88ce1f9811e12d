import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../client.js';
import { connection, isUnreachable } from '../connection.js';
import { queryClient } from '../query-client.js';
import { expectChange } from '../writes.js';

export type Job = Schemas['Job'];

/** Of an import: it changes nothing. */
export const isCheck = (job: Job): boolean => job.import?.dryRun === true;

const WATCH_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 700;

export const jobsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['jobs', accountId],
    queryFn: ({ signal }) =>
      api.get('/v1/accounts/{accountId}/jobs', { path: { accountId }, query: { limit: 50 }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'running') ? WATCH_EVERY_MS : false,
  });

export async function steerJob(
  { accountId, id: jobId }: Job,
  step: 'pause' | 'resume' | 'cancel',
): Promise<void> {
  const path = { accountId, jobId };
  if (step === 'pause') await api.post('/v1/accounts/{accountId}/jobs/{jobId}/pause', { path });
  else if (step === 'resume') await api.post('/v1/accounts/{accountId}/jobs/{jobId}/resume', { path });
  else await api.post('/v1/accounts/{accountId}/jobs/{jobId}/cancel', { path });
  await queryClient.invalidateQueries({ queryKey: ['jobs', accountId] });
}

/** The refused rows, with the reasons, to be corrected in a spreadsheet and imported again. */
export const refusedUrl = (accountId: string, jobId: string) =>
  `/v1/accounts/${accountId}/jobs/${jobId}/refused.csv?bom=true`;

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
