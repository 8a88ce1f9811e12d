import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import type { Moment } from '../../api/moment.js';
import { allQuery, byName, readQuery, pagesQuery, partQuery, changedBy } from '../../api/queries.js';

const GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}';

export type ServiceGroup = Schemas['ServiceGroup'];
export type Membership = Schemas['Membership'];
export type MembershipRules = Schemas['MembershipRules'];
export type RulesChange = Schemas['ChangedMembershipRules'];

changedBy({
  groups: /^(user|service_group)\./,
  group: /^service_group\./,
  members: /^(user|service_group)\.(?!manager)/,
});

/** All groups: an account has hundreds at most, so they are searched and sorted here. */
export const allGroupsQuery = (accountId: string, moment?: Moment) => ({
  staleTime: 30_000,
  ...allQuery(
    ['groups', accountId, 'all'],
    '/v1/accounts/{accountId}/service-groups',
    { path: { accountId }, query: { limit: 100 } },
    moment,
    byName,
  ),
});

/** These of them, with their rules. */
export const groupsQuery = (accountId: string, ids: readonly string[]) => ({
  ...allGroupsQuery(accountId),
  select: (groups: readonly ServiceGroup[]) => groups.filter(({ id }) => ids.includes(id)),
});

export const groupQuery = (accountId: string, serviceGroupId: string, moment?: Moment) =>
  readQuery(['group', accountId, serviceGroupId], GROUP, { path: { accountId, serviceGroupId } }, moment);

export const membersQuery = (accountId: string, serviceGroupId: string, moment?: Moment) =>
  pagesQuery(
    ['members', accountId, serviceGroupId],
    `${GROUP}/members`,
    { path: { accountId, serviceGroupId } },
    moment,
  );

export type Manager = Schemas['Manager'];
export type Candidate = Schemas['Candidate'];

export const managersQuery = (accountId: string, serviceGroupId: string, moment?: Moment) =>
  partQuery(
    ['managers', accountId, serviceGroupId],
    `${GROUP}/managers`,
    { path: { accountId, serviceGroupId } },
    ({ data }) => data,
    moment,
  );

/** People to add, by the beginnings of their names and emails. */
export const candidatesQuery = (accountId: string, serviceGroupId: string, q: string) =>
  queryOptions({
    ...partQuery(
      ['members', accountId, serviceGroupId, 'candidates', q],
      `${GROUP}/candidates`,
      { path: { accountId, serviceGroupId }, query: { q, limit: 50 } },
      ({ data }) => data,
    ),
    enabled: q.trim() !== '',
    placeholderData: (before) => before,
  });
