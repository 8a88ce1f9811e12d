import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../../api/client.js';

export type Endpoint = Schemas['WebhookEndpointWithHealthDto'];

/** All of them: an account has at most 20. */
export const endpointsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['webhooks', accountId],
    queryFn: async ({ signal }) => {
      const request = { path: { accountId }, query: { limit: 100 }, signal };
      return (await api.get('/v1/accounts/{accountId}/webhook-endpoints', request)).data;
    },
  });

/** Whether it gets nothing any more, or nothing through: somebody should look. */
const needsAttention = ({ failingSince, disabledReason }: Endpoint): boolean =>
  failingSince !== null || disabledReason === 'failing' || disabledReason === 'gone';

export const failingEndpointsQuery = (accountId: string) =>
  queryOptions({ ...endpointsQuery(accountId), select: (endpoints) => endpoints.filter(needsAttention) });
