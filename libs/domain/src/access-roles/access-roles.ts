import { activeAccount, type AccountState } from '../account/account.js';
import type { Actor, Recorded } from '../schema/recorded.js';
import { DomainError, orRefusal } from '../values/errors.js';
import type { AccessRoleId, AccessRolesId } from '../values/ids.js';
import { sameJson } from '../values/json.js';
import { parseDescription, parseTitle } from '../values/name.js';
import { parseAll } from '../values/parse-all.js';
import type { AccessRole, NewAccessRolesEvent } from './events.js';
import {
  ENTER,
  MAX_ACCESS_ROLES,
  MAX_ACCESS_ROLES_BYTES,
  parseAccessRoleKey,
  parsePermissions,
} from './fields.js';

/** Which access role a membership has: a role that was removed, and created again with its key, is another one. */
export interface AccessRoleReference {
  readonly id: AccessRoleId;
  readonly key: string;
}

/** All access roles of an account: one aggregate, written with the first of them. */
export interface AccessRoles {
  status: 'active';
  accessRolesId: AccessRolesId;
  accountId: string;
  /** By key. */
  roles: readonly AccessRole[];
  version: number;
  createdAt: string;
  updatedAt: string;
  updatedBy?: Actor;
}

export type AccessRolesState = { status: 'none' } | AccessRoles;

export interface AccessRoleInput {
  key: string;
  name: string;
  description?: string | undefined;
  permissions: readonly string[];
}

/** The whole set. @param newIds one for each role, in their order: those of new roles are used */
export interface AccessRolesCommand {
  type: 'replace_access_roles';
  accessRoles: readonly AccessRoleInput[];
  newIds: readonly AccessRoleId[];
}

export const initialAccessRoles: AccessRolesState = { status: 'none' };

/**
 * Decides what another set of access roles changes, by their keys. Nothing if it is the same set.
 * @throws DomainError `invalid_access_role`, whose field is the place in the set: `accessRoles/2/key`
 */
export function decideAccessRoles(
  state: AccessRolesState,
  { accessRoles, newIds }: AccessRolesCommand,
  { account }: { account: AccountState },
): NewAccessRolesEvent[] {
  activeAccount(account);
  const wanted = parseAccessRoles(accessRoles);
  const present = rolesOf(state);
  const removed = present.filter(({ key }) => !wanted.some((role) => role.key === key));
  return [
    ...removed.map(({ accessRoleId, key, name }): NewAccessRolesEvent => ({
      type: 'access_role.removed',
      data: { accessRoleId, key, name },
    })),
    ...wanted.flatMap((role, place): NewAccessRolesEvent[] => {
      const before = present.find(({ key }) => key === role.key);
      if (!before) return [{ type: 'access_role.created', data: { accessRoleId: newIds[place]!, ...role } }];
      const { accessRoleId, name, description, permissions } = before;
      if (sameJson({ accessRoleId, ...role }, before)) return [];
      const previous = {
        previousName: name,
        previousDescription: description,
        previousPermissions: permissions,
      };
      return [{ type: 'access_role.changed', data: { accessRoleId, ...role, ...previous } }];
    }),
  ];
}

type ParsedRole = Omit<AccessRole, 'accessRoleId'>;

/** @throws DomainError `invalid_access_role`, `invalid_name` */
function parseAccessRoles(accessRoles: readonly AccessRoleInput[]): ParsedRole[] {
  const refuse = (why: string, field = 'accessRoles') => new DomainError('invalid_access_role', why, field);
  if (accessRoles.length > MAX_ACCESS_ROLES)
    throw refuse(`An account has at most ${MAX_ACCESS_ROLES} access roles; these are ${accessRoles.length}.`);
  const parsers = accessRoles.map(
    (role, place) => [`${place}`, () => parseAccessRole(role, `accessRoles/${place}`)] as const,
  );
  const roles: ParsedRole[] = Object.values(parseAll(Object.fromEntries(parsers)));
  const keys = roles.map(({ key }) => key);
  const twice = keys.findIndex((key, place) => keys.indexOf(key) !== place);
  if (twice !== -1) throw refuse(`The key ${keys[twice]} is there twice.`, `accessRoles/${twice}/key`);
  const bytes = new TextEncoder().encode(JSON.stringify(roles)).length;
  if (bytes > MAX_ACCESS_ROLES_BYTES)
    throw refuse(
      `The access roles take ${bytes} bytes as JSON; all of an account take at most ${MAX_ACCESS_ROLES_BYTES}.`,
    );
  return roles;
}

/** @param place in the request, of which an error names the field */
function parseAccessRole(
  { key, name, description = '', permissions }: AccessRoleInput,
  place: string,
): ParsedRole {
  const at = <Value>(field: string, parse: () => Value) => {
    return () => {
      const value = orRefusal(parse);
      if (value instanceof DomainError) throw new DomainError(value.code, value.message, `${place}/${field}`);
      return value;
    };
  };
  return parseAll({
    key: at('key', () => parseAccessRoleKey(key)),
    name: at('name', () => parseTitle(name)),
    description: at('description', () => parseDescription(description)),
    permissions: at('permissions', () => parsePermissions(permissions)),
  });
}

export function evolveAccessRoles(
  state: AccessRolesState,
  event: Recorded<NewAccessRolesEvent>,
): AccessRolesState {
  const { version, at, accountId, aggregateId, actor: updatedBy } = event;
  const { createdAt } = state.status === 'none' ? { createdAt: at } : state;
  const roles = rolesAfter(rolesOf(state), event);
  const accessRolesId = aggregateId as AccessRolesId;
  return { status: 'active', accountId, accessRolesId, roles, version, createdAt, updatedAt: at, updatedBy };
}

function rolesAfter(roles: readonly AccessRole[], event: Recorded<NewAccessRolesEvent>): AccessRole[] {
  const others = roles.filter(({ accessRoleId }) => accessRoleId !== event.data.accessRoleId);
  switch (event.type) {
    case 'access_role.created':
    case 'access_role.changed': {
      const { accessRoleId, key, name, description, permissions } = event.data;
      const role = { accessRoleId, key, name, description, permissions };
      return [...others, role].sort((a, b) => (a.key < b.key ? -1 : 1));
    }
    case 'access_role.removed':
      return others;
    default:
      return event satisfies never;
  }
}

/** By key. None before the first was created. */
export function rolesOf(state: AccessRolesState): readonly AccessRole[] {
  return state.status === 'none' ? [] : state.roles;
}

/**
 * What somebody with an access role may do besides entering: nothing with a role that was removed.
 * @param reference undefined: a membership without one
 */
export function permissionsOf(
  state: AccessRolesState,
  reference: AccessRoleReference | undefined,
): readonly string[] {
  if (!reference) return [];
  return rolesOf(state).find(({ accessRoleId }) => accessRoleId === reference.id)?.permissions ?? [];
}

/** Whether a membership with this access role allows an action. */
export function allows(
  state: AccessRolesState,
  reference: AccessRoleReference | undefined,
  action: string,
): boolean {
  return action === ENTER || permissionsOf(state, reference).includes(action);
}

/** Whether any role of the account, or every membership, allows an action: what no role does is likely misspelt. */
export function isKnownAction(state: AccessRolesState, action: string): boolean {
  return action === ENTER || rolesOf(state).some(({ permissions }) => permissions.includes(action));
}

/**
 * The role that a key names now, or that a reference named when something was planned, if it is still there.
 * @throws DomainError `access_role_not_found`
 */
export function existingAccessRole(
  state: AccessRolesState,
  wanted: string | AccessRoleReference,
): AccessRoleReference {
  const role = rolesOf(state).find(({ accessRoleId, key }) =>
    typeof wanted === 'string' ? key === wanted : accessRoleId === wanted.id,
  );
  if (role) return { id: role.accessRoleId, key: role.key };
  const key = typeof wanted === 'string' ? wanted : wanted.key;
  throw new DomainError(
    'access_role_not_found',
    `There is no access role ${key} in this account.`,
    'accessRole',
  );
}
