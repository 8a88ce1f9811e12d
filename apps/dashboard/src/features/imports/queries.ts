import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';
import type { Kind } from './columns.js';
import { MAX_MENDED, type ImportDraft, type Order } from './draft/draft.js';
import { bodyOf, startsOf } from './draft/order.js';
import type { Refusal } from './draft/refusals.js';
import { readQuery } from '../../api/queries.js';

export type Import = Schemas['Import'];

export type Inspection = Schemas['ImportInspection'];

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

/** What the API takes of it: nothing invisible, and not too much. */
const sendable = (fileName: string) => fileName.replace(/\p{C}/gu, ' ').slice(0, 200);

/** Starts a job; a dry run counts what it would do, and changes nothing. */
export async function startImport(
  accountId: string,
  draft: ImportDraft,
  order: Order,
  dryRun: boolean,
): Promise<Import> {
  const { kind, mapping, fileName } = draft;
  const started = await api.post('/v1/accounts/{accountId}/import/{kind}', {
    path: { accountId, kind },
    query: {
      ...(fileName && { fileName: sendable(fileName) }),
      columns: mapping.map((name) => name ?? '').join(','),
      ...(order.omit.length > 0 && { omit: order.omit.join(',') }),
      ...(dryRun && { dryRun }),
    },
    body: await bodyOf(draft, order),
    contentType: 'text/csv',
  });
  void queryClient.invalidateQueries({ queryKey: ['jobs', accountId] });
  return started;
}

export const importQuery = (accountId: string, jobId: string) =>
  queryOptions({
    ...readQuery(['import', accountId, jobId], '/v1/accounts/{accountId}/imports/{jobId}', {
      path: { accountId, jobId },
    }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 700 : false),
  });

export interface Refusals {
  /** The first of them, and all of the rows that were appended. */
  refusals: Refusal[];
  isWhole: boolean;
}

/** Of a job that has ended. */
export const refusalsQuery = (accountId: string, { id: jobId, lines }: Import, order: Order | undefined) =>
  queryOptions({
    queryKey: ['import', accountId, jobId, 'errors'],
    queryFn: async ({ signal }): Promise<Refusals> => {
      const read = (query: { fromLine?: number }) =>
        api.get('/v1/accounts/{accountId}/imports/{jobId}/errors', {
          path: { accountId, jobId },
          query: { ...query, limit: MAX_MENDED },
          signal,
        });
      const { data, nextCursor } = await read({});
      const [firstAppended] = startsOf(order?.appended ?? [], lines ?? 0).keys();
      const last = data.at(-1)?.line ?? 0;
      if (nextCursor === null || !firstAppended || last >= firstAppended)
        return { refusals: data, isWhole: nextCursor === null };
      const appended = await read({ fromLine: firstAppended });
      return { refusals: [...data, ...appended.data], isWhole: false };
    },
    staleTime: Infinity,
  });
