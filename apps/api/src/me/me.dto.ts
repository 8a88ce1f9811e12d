import type { Permission, Role } from '#libs/domain';
import { permissionsOf, type Caller } from '../auth/caller/caller.js';
import type { ManagedServiceGroupRefDto } from '../auth/caller/managed-groups.dto.js';
import { PermissionList } from '../auth/caller/permissions.dto.js';

/** The caller. */
export class MeDto {
  id!: string;
  kind!: 'operator' | 'user' | 'api-key';
  /** The name of the user or the API key. Null for operators. */
  name!: string | null;
  /** Only for users, otherwise null. */
  email!: string | null;
  /** Null for operators and their API keys. */
  accountId!: string | null;
  accountName!: string | null;
  /** The present role of a user, otherwise null. */
  role!: Role | null;
  /** The scopes of an API key, otherwise null. */
  scopes!: string[] | null;
  /** What the caller may do: of a key its scopes, of people what their role gives them. */
  @PermissionList()
  permissions!: Permission[];
  /** The service groups that a user manages: there they may do more. The first 100; all others have none. */
  managedServiceGroups!: ManagedServiceGroupRefDto[];
}

export function toCallerDto(caller: Caller, managedServiceGroups: ManagedServiceGroupRefDto[]): MeDto {
  const { id, kind } = caller;
  const permissions = [...permissionsOf(caller)].sort();
  const nobody = {
    ...{ id, kind, permissions, managedServiceGroups },
    ...{ name: null, email: null, accountId: null, accountName: null },
  };
  switch (caller.kind) {
    case 'operator':
      return { ...nobody, role: null, scopes: null };
    case 'user': {
      const { name, email, accountId, accountName, role } = caller;
      return { ...nobody, name, email, accountId, accountName, role, scopes: null };
    }
    case 'api-key': {
      const { name, accountId = null, accountName = null, scopes } = caller;
      return { ...nobody, name, accountId, accountName, role: null, scopes: [...scopes] };
    }
    default:
      return caller satisfies never;
  }
}
