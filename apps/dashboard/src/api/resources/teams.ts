import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import type { Moment } from '../moment.js';
import { allQuery, byName, changedBy, dataQuery, pagesQuery, partQuery, readQuery } from '../queries.js';

export type Team = Schemas['Team'];
/** A user's place in a team. */
export type TeamMember = Schemas['TeamMember'];
/** A team's access to a service group. */
export type TeamAccess = Schemas['TeamAccess'];

const TEAMS = '/v1/accounts/{accountId}/teams';
const TEAM = `${TEAMS}/{teamId}` as const;
const TEAMS_OF_GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/teams';

changedBy({
  teams: /^team\.(created|renamed|settings_changed|removed)$/,
  team: /^(team|user|service_group)\./,
});

/** All teams: an account has hundreds at most, so they are searched and sorted here. */
export const allTeamsQuery = (accountId: string) => ({
  staleTime: 30_000,
  ...allQuery(
    ['teams', accountId, 'all'],
    TEAMS,
    { path: { accountId }, query: { limit: 100 } },
    undefined,
    byName,
  ),
});

export const teamQuery = (accountId: string, teamId: string) =>
  readQuery(['team', accountId, teamId], TEAM, { path: { accountId, teamId } });

export const teamEventsQuery = (accountId: string, teamId: string) =>
  pagesQuery(['events', accountId, teamId], `${TEAM}/events`, {
    path: { accountId, teamId },
    query: { limit: 50, order: 'desc', include: 'actor' },
  });

export const peopleOfTeamQuery = (accountId: string, teamId: string) =>
  pagesQuery(['team', accountId, teamId, 'people'], `${TEAM}/members`, { path: { accountId, teamId } });

/** At most 500. */
export const groupsOfTeamQuery = (accountId: string, teamId: string) =>
  allQuery(
    ['team', accountId, teamId, 'groups'],
    `${TEAM}/service-groups`,
    { path: { accountId, teamId }, query: { limit: 100 } },
    undefined,
    (one, other) => byName(one.serviceGroup, other.serviceGroup),
  );

/** At most 40. */
export const teamsOfUserQuery = (accountId: string, userId: string, moment?: Moment) =>
  dataQuery(
    ['team', accountId, 'of-user', userId],
    '/v1/accounts/{accountId}/users/{userId}/teams',
    { path: { accountId, userId } },
    moment,
  );

/** At most 40. */
export const teamsOfGroupQuery = (accountId: string, serviceGroupId: string, moment?: Moment) =>
  dataQuery(
    ['team', accountId, 'of-group', serviceGroupId],
    TEAMS_OF_GROUP,
    { path: { accountId, serviceGroupId } },
    moment,
  );

/** People to add to a team, by the beginnings of their names and emails. */
export const peopleQuery = (accountId: string, q: string) =>
  queryOptions({
    ...partQuery(
      ['users', accountId, 'people', q],
      '/v1/accounts/{accountId}/users',
      { path: { accountId }, query: { q, limit: 50 } },
      ({ data }) => data,
    ),
    enabled: q.trim() !== '',
    placeholderData: (before) => before,
  });
