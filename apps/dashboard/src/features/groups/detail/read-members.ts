import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.js';
import { ROWS_PER_PAGE } from '../../../api/lists.js';
import { asOfQuery, keptAsOf, type Moment } from '../../../api/moment.js';
import { changedBy, pagesQuery } from '../../../api/queries.js';
import type { Membership } from '../queries.js';

const MEMBERS = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members';

const ALL_PATHS = { paths: 'all' } as const;

/** To be filtered and sorted in the page, no more are read. */
export const MAX_READ_MEMBERS = 1_000;

changedBy({ everybody: /^(user|service_group|team)\.(?!manager)/ });

/** Who may enter, by a team too. */
export const everybodyQuery = (accountId: string, serviceGroupId: string, moment?: Moment) =>
  pagesQuery(
    ['everybody', accountId, serviceGroupId],
    MEMBERS,
    { path: { accountId, serviceGroupId }, query: ALL_PATHS },
    moment,
  );

interface ToRead {
  ending: boolean;
  /** By a team too. */
  everybody: boolean;
}

export const readMembersQuery = (
  accountId: string,
  serviceGroupId: string,
  { ending, everybody }: ToRead,
  moment?: Moment,
) =>
  queryOptions({
    queryKey: [everybody ? 'everybody' : 'members', accountId, serviceGroupId, 'read', ending, moment?.key],
    queryFn: async ({ signal }) => {
      const members: Membership[] = [];
      const path = { accountId, serviceGroupId };
      const query = {
        limit: ROWS_PER_PAGE,
        ...(ending && { ending }),
        ...(everybody && ALL_PATHS),
        ...asOfQuery(moment),
      };
      for await (const member of api.each(MEMBERS, { path, query, signal })) {
        if (members.length === MAX_READ_MEMBERS) return { members, isCut: true };
        members.push(member);
      }
      return { members, isCut: false };
    },
    ...keptAsOf(moment),
  });
