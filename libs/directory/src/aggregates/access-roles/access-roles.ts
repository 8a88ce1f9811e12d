// aggregates/access-roles: the command on the access roles of an account, their state, and accounts that are created with some.
// Imports core, table and aggregates/account.

import {
  accessRolesIdOf,
  existingAccount,
  initialAccessRoles,
  rolesOf,
  type AccessRole,
  type AccessRoleInput,
  type AccessRolesId,
  type AccessRolesState,
  type Actor,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { command } from '../../core/command.js';
import type { Directory } from '../../core/directory.js';
import { requireSameVersion, type CommandContext, type Outcome } from '../../core/execute.js';
import { lastActor, plainState } from '../../core/states.js';
import type { Tenant } from '../../core/tenant.js';
import { accessRolesAt, accessRolesEntity } from '../../table/items/access-roles.js';
import { accountEntity } from '../../table/items/accounts.js';
import { shapeAt, takesAccessRoles } from '../../table/shape/stored-shape.js';
import { accountState } from '../account/state.js';
import { changeAccessRoles, decideRoles } from './changes.js';

/** Version 0, without times, before the first role. */
export interface AccessRolesView {
  accessRolesId: AccessRolesId;
  accountId: string;
  /** By key. */
  roles: readonly AccessRole[];
  version: number;
  createdAt?: string;
  updatedAt?: string;
  updatedBy?: Actor;
}

export function accessRolesState(item: Item<typeof accessRolesEntity> | undefined): AccessRolesState {
  return item ? { ...plainState<'access-roles'>(item), ...lastActor(item.lastEvents) } : initialAccessRoles;
}

export function accessRolesView(accountId: string, state: AccessRolesState): AccessRolesView {
  if (state.status !== 'none') return state;
  return { accessRolesId: accessRolesIdOf(accountId), accountId, roles: rolesOf(state), version: 0 };
}

/** One strongly consistent read, whatever the state of the account. */
export async function loadAccessRoles({ table }: Directory, accountId: string): Promise<AccessRolesState> {
  const key = { accountId, accessRolesId: accessRolesIdOf(accountId) };
  return accessRolesState(await table.get(accessRolesEntity, key, { consistent: true }));
}

/** Strongly consistent. @throws DomainError `account_not_found` */
export async function readAccessRoles({ directory, accountId }: Tenant): Promise<AccessRolesView> {
  const [account, roles] = await directory.table.batchGet(
    [accountEntity.at({ accountId }), accessRolesAt(accountId)],
    { consistent: true },
  );
  existingAccount(accountState(account));
  return accessRolesView(accountId, accessRolesState(roles));
}

/**
 * The whole set: what is not in it is removed.
 * @throws DomainError `invalid_access_role`, `access_roles_not_enabled`, `change_too_large`
 */
export async function replaceAccessRoles(
  tenant: Tenant,
  accessRoles: readonly AccessRoleInput[],
  context: CommandContext,
): Promise<Outcome<AccessRolesView>> {
  const { directory, accountId } = tenant;
  return command(tenant, context, {
    aggregateId: accessRolesIdOf(accountId),
    load: async () => {
      const [account, roles, shape] = await directory.table.batchGet(
        [accountEntity.at({ accountId }), accessRolesAt(accountId), shapeAt()],
        { consistent: true },
      );
      return {
        account: accountState(account),
        before: accessRolesState(roles),
        isEnabled: takesAccessRoles(shape),
      };
    },
    decide: ({ account, before, isEnabled }) => {
      if (before.status === 'none') requireSameVersion(0, context.expectedVersion);
      return decideRoles(directory, before, accessRoles, { account, isEnabled });
    },
    change: ({ before }, newEvents, by) => changeAccessRoles(accountId, before, newEvents, by),
    view: ({ state }) => ({ state: accessRolesView(accountId, state) }),
  });
}
