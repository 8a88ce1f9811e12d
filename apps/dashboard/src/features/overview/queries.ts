import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.js';

export const pendingInvitationsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['invitations', accountId, 'count'],
    queryFn: async ({ signal }) => {
      const { data, nextCursor } = await api.get('/v1/accounts/{accountId}/invitations', {
        path: { accountId },
        query: { limit: 100 },
        signal,
      });
      return { count: data.filter(({ status }) => status === 'pending').length, more: nextCursor !== null };
    },
  });

export const usageQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['account', accountId, 'usage'],
    queryFn: ({ signal }) => api.get('/v1/accounts/{accountId}/usage', { path: { accountId }, signal }),
  });
