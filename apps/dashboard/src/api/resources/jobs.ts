import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../client.js';
import { connection, isUnreachable } from '../connection.js';
import { queryClient } from '../query-client.js';
import { expectChange } from '../writes.js';
import { readQuery } from '../queries.js';

export type Job = Schemas['Job'];

const JOBS = '/v1/accounts/{accountId}/jobs';

/** Of an import: it changes nothing. */
export const isCheck = (job: Job): boolean => job.import?.dryRun === true;

const WATCH_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 700;

export const jobsQuery = (accountId: string) =>
  queryOptions({
    ...readQuery(['jobs', accountId], JOBS, { path: { accountId }, query: { limit: 50 } }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'running') ? WATCH_EVERY_MS : false,
  });

export async function steerJob(
  { accountId, id: jobId }: Job,
  step: 'pause' | 'resume' | 'cancel',
): Promise<void> {
  const path = { accountId, jobId };
  await api.post(`${JOBS}/{jobId}/${step}`, { path });
  await queryClient.invalidateQueries({ queryKey: ['jobs', accountId] });
}

/** The refused rows, with the reasons, to be corrected in a spreadsheet and imported again. */
export const refusedUrl = (accountId: string, jobId: string) =>
  `/v1/accounts/${accountId}/jobs/${jobId}/refused.csv?bom=true`;

const jobQuery = (accountId: string, jobId: string) => ({
  ...readQuery(['job', accountId, jobId], `${JOBS}/{jobId}`, { path: { accountId, jobId } }),
  ...{ staleTime: 0, gcTime: 0 },
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
