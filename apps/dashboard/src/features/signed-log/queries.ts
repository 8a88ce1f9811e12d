import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.js';

const LOG = '/v1/accounts/{accountId}/log';

/** The log's name and key do not change; without a log they are null. */
export const logQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['log', accountId],
    queryFn: ({ signal }) => api.get(LOG, { path: { accountId }, signal }),
    staleTime: Infinity,
  });

export async function readCheckpoint(accountId: string): Promise<string> {
  const { body } = await api.download(`${LOG}/checkpoint`, { path: { accountId } });
  return new Response(body).text();
}

export const readProof = (accountId: string, eventId: string) =>
  api.get('/v1/accounts/{accountId}/events/{eventId}/proof', { path: { accountId, eventId } });
