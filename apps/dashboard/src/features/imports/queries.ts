import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';
import type { Kind, Mapping } from './columns.js';

export type Import = Schemas['ImportDto'];

export type Inspection = Schemas['ImportInspectionDto'];

/** A little more than the API looks at. */
const INSPECTED_BYTES = 300 * 1024;

/** What the API takes the columns of a file for. */
export function inspectFile(accountId: string, kind: Kind, file: File): Promise<Inspection> {
  return api.post('/v1/accounts/{accountId}/import/{kind}/inspect', {
    path: { accountId, kind },
    body: file.slice(0, INSPECTED_BYTES),
    contentType: 'text/csv',
  });
}

export interface ImportOrder {
  accountId: string;
  kind: Kind;
  file: File;
  mapping: Mapping;
}

/** Starts a job; a dry run counts what it would do, and changes nothing. */
export async function startImport(
  { accountId, kind, file, mapping }: ImportOrder,
  dryRun: boolean,
): Promise<Import> {
  const started = await api.post('/v1/accounts/{accountId}/import/{kind}', {
    path: { accountId, kind },
    query: { columns: mapping.map((name) => name ?? '').join(','), ...(dryRun && { dryRun }) },
    body: file,
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
