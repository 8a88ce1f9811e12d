import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { changedBy } from '../../api/queries.js';
import type { Session } from '../../api/resources/session.js';
import { mayIn } from '../../session/session.js';
import { REQUESTS_PAGE } from '../pages.js';

export const OF_GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/access-requests';

changedBy({ requests: /^access_request\./ });

/** The service groups to which a manager who sees nothing else is limited. */
export function managedOnly(session: Session, accountId: string): string[] | undefined {
  if (mayIn(session, REQUESTS_PAGE.permission, accountId)) return undefined;
  return session.managedServiceGroups.map(({ id }) => id);
}

/** For the badge of the navigation. */
export const openCountQuery = (accountId: string, groupIds: readonly string[] | undefined) =>
  queryOptions({
    queryKey: ['requests', accountId, 'count', groupIds],
    queryFn: async ({ signal }) => {
      if (!groupIds)
        return api.get('/v1/accounts/{accountId}/access-requests/count', { path: { accountId }, signal });
      const counts = await Promise.all(
        groupIds.map((serviceGroupId) =>
          api.get(`${OF_GROUP}/count`, { path: { accountId, serviceGroupId }, signal }),
        ),
      );
      const value = counts.reduce((sum, count) => sum + count.value, 0);
      return { value, exact: counts.every(({ exact }) => exact) };
    },
  });
