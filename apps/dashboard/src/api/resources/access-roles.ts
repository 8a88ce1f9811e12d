import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import type { Moment } from '../moment.js';
import { changedBy, readQuery } from '../queries.js';

export type AccessRoles = Schemas['AccessRoleSet'];
export type AccessRole = AccessRoles['accessRoles'][number];
export type AccessRoleReference = Schemas['AccessRoleReference'];

changedBy({ 'access-roles': /^access_role\./ });

const KEPT_MS = 5 * 60_000;

/** All of an account, in one answer. */
export const accessRolesQuery = (accountId: string, moment?: Moment) => ({
  staleTime: KEPT_MS,
  ...readQuery(
    ['access-roles', accountId],
    '/v1/accounts/{accountId}/access-roles',
    { path: { accountId } },
    moment,
  ),
});

/** Undefined until they are read. */
export function useAccessRoles(accountId: string, moment?: Moment): readonly AccessRole[] | undefined {
  return useQuery({ ...accessRolesQuery(accountId, moment), enabled: accountId !== '' }).data?.accessRoles;
}

/** The role that a reference names. What this page has given itself may have the key alone, until it is read again. */
export const roleOf = (roles: readonly AccessRole[], { id, key }: AccessRoleReference) =>
  roles.find((role) => (id === '' ? role.key === key : role.id === id));
