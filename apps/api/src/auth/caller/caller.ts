import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { grantTenant, PLATFORM_ACCOUNT_ID, type Session, type Tenant } from '#libs/directory';
import {
  PERMISSIONS_OF,
  ROLES,
  type Actor,
  type ApiKeyId,
  type Permission,
  type Role,
  type Scope,
  type UserId,
} from '#libs/domain';
import type { RequestDirectory } from '../../directory/request-directory.js';
import { Problem } from '../../problems/problem.js';
import { unauthorized } from './unauthorized.js';

interface Person {
  /** When they last proved who they are, in seconds since the epoch; undefined if their credential need not state it. */
  authTime?: number | undefined;
}

export interface Operator extends Person {
  kind: 'operator';
  id: string;
}

/** A person of one account, as the table has it now, not as the token remembers it. */
export interface UserCaller extends Person {
  kind: 'user';
  id: UserId;
  accountId: string;
  role: Role;
  name: string;
  email: string;
  accountName: string;
  accountPlan: string | undefined;
  /** They manage the service group that the request's path names: what that allows ends with the request. */
  manages?: boolean;
  /** As its manager, they also give access to it. */
  gives?: boolean;
  /** Who reads as this user, and changes nothing. */
  seenBy?: Actor;
}

export interface ApiKeyCaller {
  kind: 'api-key';
  id: ApiKeyId;
  /** Undefined for a key of the platform: it chooses an account as an operator does. */
  accountId: string | undefined;
  accountName: string | undefined;
  accountPlan: string | undefined;
  name: string;
  scopes: readonly Scope[];
}

export type Caller = Operator | UserCaller | ApiKeyCaller;

/** The one account a caller can act in; undefined for operators and the platform's keys, who choose. */
export function ownAccountOf(caller: Caller): string | undefined {
  return caller.kind === 'operator' ? undefined : caller.accountId;
}

/** Keys of the platform may what operators may with owners. */
export function mayManageOwners(caller: Caller): boolean {
  return ownAccountOf(caller) === undefined || hasPermission(caller, 'owners:write');
}

/** People may; a key needs a scope for users who are, or become, more than members. */
export function mayManageAdmins(caller: Caller): boolean {
  return hasPermission(caller, 'admins:write');
}

/** Of the service group that they manage, and for the request that names it. */
const PERMISSIONS_OF_MANAGERS = Object.fromEntries(
  ROLES.map((role) => [role, new Set([...PERMISSIONS_OF[role], ...PERMISSIONS_OF.manager])]),
) as unknown as Readonly<Record<Role, ReadonlySet<Permission>>>;

export function permissionsOf(caller: Caller): ReadonlySet<Permission> {
  switch (caller.kind) {
    case 'operator':
      return PERMISSIONS_OF.operator;
    case 'user':
      return (caller.manages ? PERMISSIONS_OF_MANAGERS : PERMISSIONS_OF)[caller.role];
    case 'api-key':
      return new Set(caller.scopes);
    default:
      return caller satisfies never;
  }
}

export function hasPermission(caller: Caller, permission: Permission): boolean {
  return permissionsOf(caller).has(permission);
}

/**
 * On routes by which a manager could give access to a service group where only admins decide on requests: they remove members.
 * @throws Problem `not_permitted`
 */
export function requireMayGive(caller: Caller): void {
  if (!givesAsManager(caller) || (caller.kind === 'user' && caller.gives)) return;
  throw new Problem('not_permitted', 'Only owners and admins give access to this service group.');
}

/** They may change memberships only as a manager of the service group that the path names. */
export function givesAsManager(caller: Caller): boolean {
  return caller.kind === 'user' && !PERMISSIONS_OF[caller.role].has('memberships:write');
}

/** @throws Problem `not_permitted` for a key without the scope */
export function requireScope(caller: Caller, scope: Scope): void {
  if (!hasPermission(caller, scope))
    throw new Problem('not_permitted', `The API key needs the scope ${scope}.`);
}

export type RequestTenant = Tenant<RequestDirectory>;

interface Admitted {
  /** Undefined for a signed-in person who has yet to choose an account. */
  caller: Caller | undefined;
  /** Undefined for all but browsers that are signed in. */
  session: Session | undefined;
  directory: RequestDirectory;
}

interface AuthContext extends Admitted {
  tenant: RequestTenant | undefined;
}

const recognized = new WeakMap<object, Caller>();

/** Whose credential is right, whether or not the route is for them. */
export function recognize(request: FastifyRequest, caller: Caller): void {
  recognized.set(request.raw, caller);
}

export function recognizedCaller(request: FastifyRequest): Caller | undefined {
  return recognized.get(request.raw);
}

const authContexts = new WeakMap<object, AuthContext>();

/** Only the guard admits. The tenant of a user or key is their own account, whatever the path says. */
export function admit(request: FastifyRequest, admitted: Admitted): void {
  const { caller, directory } = admitted;
  const { accountId: chosen } = request.params as Record<string, string | undefined>;
  const accountId = caller && (ownAccountOf(caller) ?? chosen);
  const tenant = accountId === undefined ? undefined : grantTenant(directory, accountId);
  authContexts.set(request.raw, { ...admitted, tenant });
}

/** The guard's result. A public route has no caller, and asking for one is a bug. */
function authContextOf(request: FastifyRequest): AuthContext {
  const authContext = authContexts.get(request.raw);
  if (!authContext) throw new Error('A public route has no caller.');
  return authContext;
}

/** What a request reads with, and the only account that it may read of; undefined for who may choose. */
export function readerOf(request: FastifyRequest): {
  directory: RequestDirectory;
  accountId: string | undefined;
} {
  const { caller, directory, tenant } = authContextOf(request);
  return { directory, accountId: tenant?.accountId ?? (caller && ownAccountOf(caller)) };
}

export function accountOf(request: FastifyRequest): string | undefined {
  return authContexts.get(request.raw)?.tenant?.accountId;
}

export function callerOf(request: FastifyRequest): Caller {
  const { caller } = authContextOf(request);
  if (!caller) throw new Error('A person who has not chosen an account is no caller yet.');
  return caller;
}

export function tenantOf(request: FastifyRequest): RequestTenant {
  const tenant = authContexts.get(request.raw)?.tenant;
  if (!tenant) throw new Error('A route without an account in its path has no tenant.');
  return tenant;
}

export function actorOf(caller: Caller): Actor {
  if (seerOf(caller)) throw new Error('A person who sees as a user cannot change anything.');
  return `${caller.kind}:${caller.id}`;
}

function seerOf(caller: Caller | undefined): Actor | undefined {
  return caller?.kind === 'user' ? caller.seenBy : undefined;
}

export function seenBy(request: FastifyRequest): Actor | undefined {
  return seerOf(authContexts.get(request.raw)?.caller);
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  callerOf(requestOf(context)),
);

export const CurrentTenant = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  tenantOf(requestOf(context)),
);

/** Injects the owner of operators' API keys, in place of an account. */
export const CurrentPlatform = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  grantTenant(authContextOf(requestOf(context)).directory, PLATFORM_ACCOUNT_ID),
);

export const CurrentSession = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const { session } = authContextOf(requestOf(context));
  if (!session) throw unauthorized('session_missing', 'Sign in with a browser: this is about its session.');
  return session;
});

export const CurrentDirectory = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => authContextOf(requestOf(context)).directory,
);
