import { queryOptions } from '@tanstack/react-query';
import type { RequestTo } from '#libs/client';
import { api } from '../client.js';
import { forget } from '../queries.js';
import { queryClient } from '../query-client.js';
import type { User } from './users.js';

const USER = '/v1/accounts/{accountId}/users/{userId}';

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
