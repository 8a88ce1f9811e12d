import { api } from '../../../api/client.js';
import { forget, pagesQuery } from '../../../api/queries.js';
import { queryClient } from '../../../api/query-client.js';
import { accessRolesQuery, type AccessRoles } from '../../../api/resources/access-roles.js';
import { withoutRole, type RoleInput } from './role-draft.js';

const ACCESS_ROLES = '/v1/accounts/{accountId}/access-roles';

/** The request for them, as it is copied. */
export const accessRolesRead = (accountId: string) =>
  ({ method: 'get', path: ACCESS_ROLES, request: { path: { accountId } } }) as const;

/** Replaces the set. Fails if somebody else has changed it since it was read. */
export async function saveAccessRoles(
  { accountId, version }: AccessRoles,
  accessRoles: readonly RoleInput[],
): Promise<AccessRoles> {
  const body = { accessRoles: [...accessRoles] };
  const saved: AccessRoles = await api.put(ACCESS_ROLES, { path: { accountId }, body, ifMatch: version });
  queryClient.setQueryData(accessRolesQuery(accountId).queryKey, saved);
  forget(accountId, 'events');
  return saved;
}

export const readAccessRoles = (accountId: string): Promise<AccessRoles> =>
  queryClient.fetchQuery({ ...accessRolesQuery(accountId), staleTime: 0 });

/** Of the set as it is now: a role that others have changed meanwhile is removed all the same. */
export async function removeAccessRole(accountId: string, role: { id: string }): Promise<void> {
  const set = await readAccessRoles(accountId);
  await saveAccessRoles(set, withoutRole(set, role));
}

export const accessRoleEventsQuery = (accountId: string, limit: number) =>
  pagesQuery(['events', accountId, 'access-roles', limit], `${ACCESS_ROLES}/events`, {
    path: { accountId },
    query: { limit, order: 'desc', include: 'actor' },
  });
