import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { listOptions, ROWS_PER_PAGE, type ListPage } from '../../api/lists.js';

export type ServiceGroup = Schemas['ServiceGroupDto'];
export type Membership = Schemas['MembershipDto'];
export type MembershipRules = Schemas['MembershipRulesDto'];
export type RulesChange = Schemas['ChangedMembershipRulesDto'];

/** All groups: an account has hundreds at most, so they are searched and sorted here. */
export const allGroupsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['groups', accountId, 'all'],
    queryFn: async ({ signal }) => {
      const groups: ServiceGroup[] = [];
      const request = { path: { accountId }, query: { limit: 100 }, signal };
      for await (const group of api.each('/v1/accounts/{accountId}/service-groups', request))
        groups.push(group);
      return groups.sort((one, other) => one.name.localeCompare(other.name));
    },
    staleTime: 30_000,
  });

export const groupQuery = (accountId: string, serviceGroupId: string) =>
  queryOptions({
    queryKey: ['group', accountId, serviceGroupId],
    queryFn: ({ signal }) =>
      api.get('/v1/accounts/{accountId}/service-groups/{serviceGroupId}', {
        path: { accountId, serviceGroupId },
        signal,
      }),
  });

export const membersQuery = (accountId: string, serviceGroupId: string) =>
  listOptions(['members', accountId, serviceGroupId], async (cursor, signal): Promise<ListPage<Membership>> =>
    api.get('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members', {
      path: { accountId, serviceGroupId },
      query: { limit: ROWS_PER_PAGE, ...(cursor && { cursor }) },
      signal,
    }),
  );
