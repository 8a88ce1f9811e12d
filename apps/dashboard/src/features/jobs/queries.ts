import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';

export type Job = Schemas['JobDto'];

const WATCH_EVERY_MS = 2_000;

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
