import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { ROWS_PER_PAGE } from '../../api/lists.js';

export const WEEK_MS = 7 * 86_400_000;

/** How many people's access to a service group ends within a week, of its first hundred members. */
export const endsOfGroupQuery = (accountId: string, serviceGroupId: string) =>
  queryOptions({
    queryKey: ['members', accountId, serviceGroupId, 'ending-soon'],
    queryFn: async ({ signal }) => {
      const request = {
        path: { accountId, serviceGroupId },
        query: { ending: true, limit: ROWS_PER_PAGE },
        signal,
      };
      const { data, nextCursor } = await api.get(
        '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members',
        request,
      );
      const until = new Date(Date.now() + WEEK_MS).toISOString();
      const people = data.filter(({ expiresAt = '' }) => expiresAt < until).length;
      return { people, more: nextCursor !== null };
    },
  });
