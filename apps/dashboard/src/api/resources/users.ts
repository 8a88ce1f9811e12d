import { queryOptions } from '@tanstack/react-query';
import type { RequestTo, Schemas } from '#libs/client';
import { api } from '../client.js';
import { listOptions, ROWS_PER_PAGE, type ListPage } from '../lists.js';
import { asOfQuery, keptAsOf, type Moment } from '../moment.js';
import { queryClient } from '../query-client.js';
import { readQuery, partQuery, allQuery, dataQuery, forget, changedBy } from '../queries.js';

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

/** People to add to something, by the beginnings of their names and emails. */
export const peopleQuery = (accountId: string, q: string) =>
  queryOptions({
    ...partQuery(
      ['users', accountId, 'people', q],
      USERS,
      { path: { accountId }, query: { q, limit: 50 } },
      ({ data }) => data,
    ),
    enabled: q.trim() !== '',
    placeholderData: (before) => before,
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

type Changes = RequestTo<typeof USER, 'patch'>['body'];

/** Fails if somebody else has changed the user since they were read. */
export async function changeUser(user: User, body: Changes): Promise<User> {
  const changed = await api.patch(USER, { path: pathOf(user), body, ifMatch: user.version });
  forgetUser(user);
  return changed;
}

export async function setSuspended(user: User, suspended: boolean): Promise<void> {
  const path = pathOf(user);
  await api.post(`${USER}/${suspended ? 'suspend' : 'reactivate'}`, { path });
  forgetUser(user);
}

export async function removeUser(user: User): Promise<void> {
  await api.delete('/v1/accounts/{accountId}/users/{userId}', { path: pathOf(user) });
  // Not the user: the page then asks whether to erase them.
  forgetLists(user);
}

/** Their page then asks again who they are. */
export function dropUser({ accountId, id }: User): void {
  void queryClient.resetQueries({ queryKey: ['user', accountId, id] });
}

export async function eraseUser({ accountId, id: userId }: Pick<User, 'id' | 'accountId'>): Promise<void> {
  await api.post('/v1/accounts/{accountId}/users/{userId}/erase', { path: { accountId, userId } });
  // Not even for the moment until lists are read again is the name shown.
  queryClient.removeQueries({ queryKey: ['users', accountId] });
}

/** What one of these would do. */
export const dryRunQuery = (user: User, action: 'suspend' | 'reactivate' | 'remove') =>
  queryOptions({
    queryKey: ['user', user.accountId, user.id, 'dry-run', action, user.version],
    queryFn: () => {
      const path = pathOf(user);
      return action === 'remove'
        ? api.dryRun('delete', '/v1/accounts/{accountId}/users/{userId}', { path })
        : api.dryRun('post', `/v1/accounts/{accountId}/users/{userId}/${action}`, { path });
    },
  });

function pathOf({ accountId, id: userId }: User) {
  return { accountId, userId };
}

function forgetUser(user: User): void {
  void queryClient.invalidateQueries({ queryKey: ['user', user.accountId, user.id] });
  forgetLists(user);
}

export function forgetLists({ accountId }: Pick<User, 'accountId'>): void {
  forget(accountId, 'users', 'events', 'members', 'matrix', 'account');
}
