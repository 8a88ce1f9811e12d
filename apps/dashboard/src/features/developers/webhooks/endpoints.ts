import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { changedBy, dataQuery } from '../../../api/queries.js';

changedBy({ webhooks: /^webhook_endpoint\./ });

export type Endpoint = Schemas['WebhookEndpointWithHealth'];

/** The request for all of them: an account has at most 20. */
export const endpointsRead = (accountId: string) =>
  ({
    method: 'get',
    path: '/v1/accounts/{accountId}/webhook-endpoints',
    request: { path: { accountId }, query: { limit: 100 } },
  }) as const;

export const endpointsQuery = (accountId: string) => {
  const { path, request } = endpointsRead(accountId);
  return dataQuery(['webhooks', accountId], path, request);
};

/** Whether it gets nothing any more, or nothing through: somebody should look. */
const needsAttention = ({ failingSince, disabledReason }: Endpoint): boolean =>
  failingSince !== null || disabledReason === 'failing' || disabledReason === 'gone';

export const failingEndpointsQuery = (accountId: string) =>
  queryOptions({ ...endpointsQuery(accountId), select: (endpoints) => endpoints.filter(needsAttention) });
