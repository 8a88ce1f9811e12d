import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';

export type Found = Schemas['SearchHit'];
export type FoundGroup = Schemas['SearchGroup'];
export type FoundKind = FoundGroup['kind'];

/** Finds anything by a few letters or a pasted id; operators outside an account search all accounts. */
export const searchQuery = (q: string, accountId: string | undefined) =>
  queryOptions({
    queryKey: ['search', q, accountId],
    queryFn: async ({ signal }) => {
      const { data } = await api.get('/v1/search', { query: { q, ...(accountId && { accountId }) }, signal });
      return data;
    },
    enabled: q.length > 0,
    staleTime: 10_000,
    placeholderData: (previous) => previous,
  });
