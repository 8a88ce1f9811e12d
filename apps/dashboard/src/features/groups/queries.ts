import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { asOfQuery, keptAsOf, type Moment } from '../../api/moment.js';
import { listOptions, ROWS_PER_PAGE, type ListPage } from '../../api/lists.js';

const GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}';

export type ServiceGroup = Schemas['ServiceGroup'];
export type Membership = Schemas['Membership'];
export type MembershipRules = Schemas['MembershipRules'];
export type RulesChange = Schemas['ChangedMembershipRules'];

/** All groups: an account has hundreds at most, so they are searched and sorted here. */
export const allGroupsQuery = (accountId: string, moment?: Moment) =>
  queryOptions({
    queryKey: ['groups', accountId, 'all', moment?.key],
    queryFn: async ({ signal }) => {
      const groups: ServiceGroup[] = [];
      const request = { path: { accountId }, query: { limit: 100, ...asOfQuery(moment) }, signal };
      for await (const group of api.each('/v1/accounts/{accountId}/service-groups', request))
        groups.push(group);
      return groups.sort((one, other) => one.name.localeCompare(other.name));
    },
    staleTime: 30_000,
    ...keptAsOf(moment),
  });

/** These of them, with their rules. */
export const groupsQuery = (accountId: string, ids: readonly string[]) => ({
  ...allGroupsQuery(accountId),
  select: (groups: readonly ServiceGroup[]) => groups.filter(({ id }) => ids.includes(id)),
});

export const groupQuery = (accountId: string, serviceGroupId: string, moment?: Moment) =>
  queryOptions({
    queryKey: ['group', accountId, serviceGroupId, moment?.key],
    queryFn: ({ signal }) =>
      api.get('/v1/accounts/{accountId}/service-groups/{serviceGroupId}', {
        path: { accountId, serviceGroupId },
        query: asOfQuery(moment),
        signal,
      }),
    ...keptAsOf(moment),
  });

export const membersQuery = (accountId: string, serviceGroupId: string, moment?: Moment) => ({
  ...listOptions(
    ['members', accountId, serviceGroupId, moment?.key],
    async (cursor, signal): Promise<ListPage<Membership>> =>
      api.get(`${GROUP}/members`, {
        path: { accountId, serviceGroupId },
        query: { limit: ROWS_PER_PAGE, ...asOfQuery(moment), ...(cursor && { cursor }) },
        signal,
      }),
  ),
  ...keptAsOf(moment),
});

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
      for await (const member of api.each(`${GROUP}/members`, { path, query, signal })) {
        if (members.length === MAX_READ_MEMBERS) return { members, isCut: true };
        members.push(member);
      }
      return { members, isCut: false };
    },
    ...keptAsOf(moment),
  });

export type Manager = Schemas['Manager'];
export type Candidate = Schemas['Candidate'];

export const managersQuery = (accountId: string, serviceGroupId: string, moment?: Moment) =>
  queryOptions({
    queryKey: ['managers', accountId, serviceGroupId, moment?.key],
    queryFn: async ({ signal }) => {
      const path = { accountId, serviceGroupId };
      return (await api.get(`${GROUP}/managers`, { path, query: asOfQuery(moment), signal })).data;
    },
    ...keptAsOf(moment),
  });

/** People to add, by the beginnings of their names and emails. */
export const candidatesQuery = (accountId: string, serviceGroupId: string, q: string) =>
  queryOptions({
    queryKey: ['members', accountId, serviceGroupId, 'candidates', q],
    queryFn: async ({ signal }) => {
      const path = { accountId, serviceGroupId };
      return (await api.get(`${GROUP}/candidates`, { path, query: { q, limit: 50 }, signal })).data;
    },
    enabled: q.trim() !== '',
    placeholderData: (before) => before,
  });
