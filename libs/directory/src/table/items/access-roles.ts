import { accessRolesIdOf, type AccessRole, type AccessRoleId, type AccessRolesId } from '#libs/domain';
import { defineEntity, json, oneOf, string } from '@rollbook/single-table';
import { everyHead } from './every-item.js';
import { packCommitByName, unpackCommit, type LastCommit } from './last-commit.js';
import { rollbookTable } from '../table.js';

/** All access roles of an account. At most 12 KB, which a check reads for 3 units: `lastEvents` names the events and carries none. */
export const accessRolesEntity = defineEntity(rollbookTable, {
  name: 'access-roles',
  // An account has one, but a key without the id would let the id of another account's find it.
  key: { PK: 'account:{accountId}', SK: 'access-roles:{accessRolesId}' },
  attributes: {
    ...everyHead,
    lastEvents: json<LastCommit>({ pack: packCommitByName, unpack: unpackCommit }),
    accessRolesId: string<AccessRolesId>(),
    roles: json<readonly AccessRole[]>({ pack: packRoles, unpack: unpackRoles }),
    status: oneOf('active'),
  },
});

/** The item of an account, for reads of several items. */
export function accessRolesAt(accountId: string) {
  return accessRolesEntity.at({ accountId, accessRolesId: accessRolesIdOf(accountId) });
}

type PackedRole = [
  id: AccessRoleId,
  key: string,
  name: string,
  description: string,
  ...permissions: string[],
];

/** Without the names of their fields, which would take more than their ids do. */
function packRoles(roles: readonly AccessRole[]): PackedRole[] {
  return roles.map(({ accessRoleId, key, name, description, permissions }) => [
    accessRoleId,
    key,
    name,
    description,
    ...permissions,
  ]);
}

/** What cannot be read gives nobody anything. */
function unpackRoles(stored: unknown): AccessRole[] {
  if (!Array.isArray(stored)) return [];
  return (stored as PackedRole[]).map(([accessRoleId, key, name, description, ...permissions]) => ({
    accessRoleId,
    key,
    name,
    description,
    permissions,
  }));
}
