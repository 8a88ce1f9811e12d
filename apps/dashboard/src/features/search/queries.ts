import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';
import { allGroupsQuery } from '../groups/queries.js';

export interface Found {
  id: string;
  accountId: string;
  title: string;
  subtitle?: string | null;
}

export interface FoundGroup {
  kind: string;
  items: Found[];
}

const MOST = 8;

/** People and service groups of an account by a few letters, or by an id that was pasted. */
export const searchQuery = (q: string, accountId: string | undefined) =>
  queryOptions({
    queryKey: ['search', q, accountId],
    queryFn: async ({ signal }): Promise<FoundGroup[]> => {
      if (!accountId) return [];
      const [users, groups] = await Promise.all([
        api.get('/v1/accounts/{accountId}/users', {
          path: { accountId },
          query: { q, limit: MOST },
          signal,
        }),
        queryClient.ensureQueryData(allGroupsQuery(accountId)),
      ]);
      const wanted = q.toLowerCase();
      const people = users.data.map(({ id, name, email }) => ({
        id,
        accountId,
        title: name,
        subtitle: email,
      }));
      const named = groups
        .filter(({ id, name }) => name.toLowerCase().includes(wanted) || id.toLowerCase() === wanted)
        .slice(0, MOST)
        .map(({ id, name }) => ({ id, accountId, title: name }));
      return [
        { kind: 'user', items: people },
        { kind: 'service_group', items: named },
      ].filter(({ items }) => items.length > 0);
    },
    enabled: q.length > 0,
    staleTime: 10_000,
    placeholderData: (previous) => previous,
  });
