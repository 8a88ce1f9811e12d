import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { keptAsOf, type Moment } from '../../api/moment.js';

/** Of a service group, of a user, or of the whole account. */
export type ChangedOf = { serviceGroupId: string } | { userId: string } | undefined;

const MAX_SHOWN = 100;

/** Who has been given access since, and who has lost it. */
export const sinceQuery = (accountId: string, of: ChangedOf, moment: Moment) =>
  queryOptions({
    queryKey: ['since', accountId, of, moment.key],
    queryFn: ({ signal }) => {
      const query = { from: moment.asOf, limit: MAX_SHOWN };
      if (!of)
        return api.get('/v1/accounts/{accountId}/memberships/diff', { path: { accountId }, query, signal });
      const path = { accountId, ...of };
      return 'userId' in path
        ? api.get('/v1/accounts/{accountId}/users/{userId}/service-groups/diff', { path, query, signal })
        : api.get('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/diff', {
            path,
            query,
            signal,
          });
    },
    ...keptAsOf(moment),
    // Unlike the past, what has come since goes on.
    staleTime: 0,
  });
