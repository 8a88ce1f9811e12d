import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { partQuery } from '../../api/queries.js';

export type Found = Schemas['SearchHit'];
export type FoundGroup = Omit<Schemas['SearchGroup'], 'kind'> & {
  kind: Schemas['SearchGroup']['kind'] | 'team';
};
export type FoundKind = FoundGroup['kind'];

/** Finds anything by a few letters or a pasted id; operators outside an account search all accounts. */
export const searchQuery = (q: string, accountId: string | undefined) =>
  queryOptions({
    ...partQuery(
      ['search', q, accountId],
      '/v1/search',
      { query: { q, ...(accountId && { accountId }) } },
      ({ data }): readonly FoundGroup[] => data,
    ),
    enabled: q.length > 0,
    staleTime: 10_000,
    placeholderData: (previous) => previous,
  });
