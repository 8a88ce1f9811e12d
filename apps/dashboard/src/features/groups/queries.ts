import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { listOptions, ROWS_PER_PAGE, type ListPage } from '../../api/lists.js';

const GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}';

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

/** To be filtered and sorted in the page, no more are read. */
export const MAX_READ_MEMBERS = 1_000;

export const readMembersQuery = (accountId: string, serviceGroupId: string, ending: boolean) =>
  queryOptions({
    queryKey: ['members', accountId, serviceGroupId, 'read', ending],
    queryFn: async ({ signal }) => {
      const members: Membership[] = [];
      const path = { accountId, serviceGroupId };
      const query = { limit: ROWS_PER_PAGE, ...(ending && { ending }) };
      for await (const member of api.each(`${GROUP}/members`, { path, query, signal })) {
        if (members.length === MAX_READ_MEMBERS) return { members, isCut: true };
        members.push(member);
      }
      return { members, isCut: false };
    },
  });

/** Who could enter at an instant. What is past stays as it was, so it is not read again; `day` names it, with its time zone: today's instant moves on. */
export const membersAtQuery = (accountId: string, serviceGroupId: string, asOf: string, day: string) =>
  queryOptions({
    queryKey: ['members-at', accountId, serviceGroupId, day],
    queryFn: async ({ signal }) => {
      const members: Membership[] = [];
      const path = { accountId, serviceGroupId };
      const query = { limit: ROWS_PER_PAGE, asOf };
      for await (const member of api.each(`${GROUP}/members`, { path, query, signal })) {
        if (members.length === MAX_READ_MEMBERS) return { members, isCut: true };
        members.push(member);
      }
      return { members, isCut: false };
    },
  });

export type Manager = Schemas['ManagerDto'];
export type Candidate = Schemas['CandidateDto'];

export const managersQuery = (accountId: string, serviceGroupId: string) =>
  queryOptions({
    queryKey: ['managers', accountId, serviceGroupId],
    queryFn: async ({ signal }) => {
      const path = { accountId, serviceGroupId };
      return (await api.get(`${GROUP}/managers`, { path, signal })).data;
    },
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
