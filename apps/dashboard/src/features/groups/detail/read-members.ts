import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.js';
import { ROWS_PER_PAGE } from '../../../api/lists.js';
import { asOfQuery, keptAsOf, type Moment } from '../../../api/moment.js';
import type { Membership } from '../queries.js';

const MEMBERS = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members';

/** To be filtered and sorted in the page, no more are read. */
export const MAX_READ_MEMBERS = 1_000;

export const readMembersQuery = (
  accountId: string,
  serviceGroupId: string,
  ending: boolean,
  moment?: Moment,
) =>
  queryOptions({
    queryKey: ['members', accountId, serviceGroupId, 'read', ending, moment?.key],
    queryFn: async ({ signal }) => {
      const members: Membership[] = [];
      const path = { accountId, serviceGroupId };
      const query = { limit: ROWS_PER_PAGE, ...(ending && { ending }), ...asOfQuery(moment) };
      for await (const member of api.each(MEMBERS, { path, query, signal })) {
        if (members.length === MAX_READ_MEMBERS) return { members, isCut: true };
        members.push(member);
      }
      return { members, isCut: false };
    },
    ...keptAsOf(moment),
  });
