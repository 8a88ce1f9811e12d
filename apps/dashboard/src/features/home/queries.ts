import { ROWS_PER_PAGE } from '../../api/lists.js';
import { partQuery } from '../../api/queries.js';
import { DAY_MS } from '../../components/data/days.js';

export const WEEK_MS = 7 * DAY_MS;

/** How many people's access to a service group ends within a week, of its first hundred members. */
export const endsOfGroupQuery = (accountId: string, serviceGroupId: string) =>
  partQuery(
    ['members', accountId, serviceGroupId, 'ending-soon'],
    '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members',
    { path: { accountId, serviceGroupId }, query: { ending: true, limit: ROWS_PER_PAGE } },
    ({ data, nextCursor }) => {
      const until = new Date(Date.now() + WEEK_MS).toISOString();
      const people = data.filter(({ expiresAt = '' }) => expiresAt < until).length;
      return { people, more: nextCursor !== null };
    },
  );
