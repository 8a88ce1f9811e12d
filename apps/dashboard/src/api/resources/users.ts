import type { Schemas } from '#libs/client';
import { api } from '../client.js';
import { listOptions, ROWS_PER_PAGE, type ListPage } from '../lists.js';
import { asOfQuery, keptAsOf, type Moment } from '../moment.js';
import { readQuery, partQuery, allQuery, dataQuery, changedBy } from '../queries.js';

export type User = Schemas['User'];
export type Membership = Schemas['Membership'];
export type Role = User['role'];

export interface UserFilter {
  q?: string;
  role?: string;
  status?: string;
  sort?: string;
  groupId?: string;
  notInGroupId?: string;
}

/** The filter in the page's address, as the API takes it. */
export function asQuery({ role, status, sort, ...rest }: UserFilter) {
  return {
    ...rest,
    ...(role && { role: role as Role }),
    ...(status && { status: status as Exclude<User['status'], 'removed'> }),
    ...(sort && { sort: sort as 'name' }),
    count: true,
  };
}

/** Of the past there is one list, the oldest users first. */
export const usersQuery = (accountId: string, filter: UserFilter, moment?: Moment) => ({
  ...listOptions(
    ['users', accountId, filter, moment?.key],
    async (cursor, signal): Promise<ListPage<User>> =>
      filter.status === 'removed' && !moment
        ? (await import('./removed-users.js')).readRemoved(accountId, filter, signal)
        : api.get('/v1/accounts/{accountId}/users', {
            path: { accountId },
            query: {
              ...(moment ? asListedThen(filter, moment) : { ...asQuery(filter), facets: true }),
              limit: ROWS_PER_PAGE,
              ...(cursor && { cursor }),
            },
            signal,
          }),
  ),
  ...keptAsOf(moment),
});

/** The same filter, of those who were there at a moment. */
export const asListedThen = ({ q, role, status }: UserFilter, moment: Moment) => ({
  ...asOfQuery(moment),
  ...(q && { q }),
  ...(role && { role: role as Role }),
  ...(status && status !== 'removed' && { status: status as Exclude<User['status'], 'removed'> }),
});

changedBy({
  users: /^(user\.|service_group\.member)/,
  user: /^(user|service_group)\.(?!manager)/,
  managers: /^(user\.|service_group\.manager)/,
});

const USERS = '/v1/accounts/{accountId}/users';
const USER = `${USERS}/{userId}` as const;

export const userQuery = (accountId: string, userId: string, moment?: Moment) =>
  readQuery(['user', accountId, userId], USER, { path: { accountId, userId } }, moment);

/**
 * When users were last here, by their ids: null if they never were, and nothing of those who are not in the account. It has no past.
 * @param userIds at most 100
 */
export const lastSeenQuery = (accountId: string, userIds: readonly string[]) => ({
  ...partQuery(
    ['users', accountId, 'last-seen', userIds],
    USERS,
    { path: { accountId }, query: { ids: userIds.join(','), fields: 'id,lastSeenAt' } },
    ({ data }): Readonly<Record<string, string | null>> =>
      Object.fromEntries(data.map(({ id, lastSeenAt = null }) => [id, lastSeenAt])),
  ),
  enabled: userIds.length > 0,
});

/** Somebody who was removed and is not erased; null for anybody else. */
export const removedUserQuery = (accountId: string, userId: string) =>
  partQuery(
    ['user', accountId, userId, 'removed'],
    USERS,
    { path: { accountId }, query: { status: 'removed', ids: userId } },
    ({ data: [found] }) => found ?? null,
  );

export const groupsOfUserQuery = (accountId: string, userId: string, moment?: Moment) =>
  allQuery(
    ['user', accountId, userId, 'groups'],
    `${USER}/service-groups`,
    { path: { accountId, userId }, query: { limit: 100 } },
    moment,
  );

export const managedByUserQuery = (accountId: string, userId: string, moment?: Moment) =>
  dataQuery(
    ['managers', accountId, 'of', userId],
    `${USER}/managed-service-groups`,
    { path: { accountId, userId }, query: { limit: 100 } },
    moment,
  );

export const identitiesQuery = (accountId: string, userId: string, moment?: Moment) =>
  readQuery(
    ['user', accountId, userId, 'identities'],
    `${USER}/identities`,
    { path: { accountId, userId } },
    moment,
  );
