import { ACCOUNT_SCOPES, PLATFORM_SCOPES, type Scope } from './scopes.js';

export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** What no API key can be given, because it leads to more rights, or to another person's, or is about the person who asks. */
export const PEOPLE_PERMISSIONS = [
  'access-requests:ask',
  'access:check-others',
  'api-keys:read',
  'api-keys:write',
  /** To find people to add to a service group: of those it tells less than `users:read`. */
  'candidates:read',
  'jobs:write',
  'operators:write',
  'owners:write',
  'personal-data:erase',
  'users:see-as',
  'webhook-endpoints:read',
  'webhook-endpoints:write',
] as const;

/** What a route asks for. An API key has the scopes that it was given; a person has what the table below gives their role. */
export type Permission = Scope | (typeof PEOPLE_PERMISSIONS)[number];
export const PERMISSIONS: readonly Permission[] = [...PLATFORM_SCOPES, ...PEOPLE_PERMISSIONS];

/** Requesters choose among the roles. */
const OF_MEMBERS = [
  'access:check',
  'access-requests:ask',
  'access-roles:read',
] as const satisfies readonly Permission[];

const OF_ADMINS = [
  ...OF_MEMBERS,
  ...ACCOUNT_SCOPES.filter((scope) => scope !== 'account:write'),
  'access:check-others',
  'candidates:read',
  'jobs:write',
  'webhook-endpoints:read',
  'webhook-endpoints:write',
] as const satisfies readonly Permission[];

const OF_OWNERS = [
  ...OF_ADMINS,
  'account:write',
  'api-keys:read',
  'api-keys:write',
  'owners:write',
  'personal-data:erase',
  'users:see-as',
] as const satisfies readonly Permission[];

/** On top of their role, and only on routes that name a service group that they manage. */
const OF_MANAGERS = [
  'access-requests:decide',
  'access-requests:read',
  'candidates:read',
  'events:read',
  'memberships:read',
  'memberships:write',
  'service-groups:read',
  'teams:read',
] as const satisfies readonly Permission[];

/** The one table of who may do what: all other code, also for API keys, checks single permissions. */
export const PERMISSIONS_OF: Readonly<Record<Role | 'operator' | 'manager', ReadonlySet<Permission>>> = {
  operator: new Set([...PLATFORM_SCOPES, ...PEOPLE_PERMISSIONS]),
  owner: new Set(OF_OWNERS),
  admin: new Set(OF_ADMINS),
  manager: new Set(OF_MANAGERS),
  member: new Set(OF_MEMBERS),
};
