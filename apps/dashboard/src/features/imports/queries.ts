import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';
import type { Kind } from './columns.js';

export type Import = Schemas['ImportDto'];

/** Starts a job; a dry run counts what it would do, and changes nothing. */
export async function startImport(
  accountId: string,
  kind: Kind,
  csv: string,
  dryRun: boolean,
): Promise<Import> {
  const started = await api.post('/v1/accounts/{accountId}/import/{kind}', {
    path: { accountId, kind },
    query: dryRun ? { dryRun } : {},
    body: csv,
    contentType: 'text/csv',
  });
  void queryClient.invalidateQueries({ queryKey: ['jobs', accountId] });
  return started;
}

export const importQuery = (accountId: string, jobId: string) =>
  queryOptions({
    queryKey: ['import', accountId, jobId],
    queryFn: ({ signal }) =>
      api.get('/v1/accounts/{accountId}/imports/{jobId}', { path: { accountId, jobId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 700 : false),
  });

export const importErrorsQuery = (accountId: string, jobId: string) =>
  queryOptions({
    queryKey: ['import', accountId, jobId, 'errors'],
    queryFn: ({ signal }) =>
      api.get('/v1/accounts/{accountId}/imports/{jobId}/errors', {
        path: { accountId, jobId },
        query: { limit: 20 },
        signal,
      }),
  });
