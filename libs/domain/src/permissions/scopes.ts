/**
 * The scopes of an account's key: each route names those that open it. `scim` opens only the provisioning routes of
 * identity providers.
 */
export const ACCOUNT_SCOPES = [
  'account:read',
  'account:write',
  'users:read',
  'users:write',
  /** With `users:write` or `scim`: also for users who are, or become, more than members. */
  'admins:write',
  'identities:write',
  'service-groups:read',
  'service-groups:write',
  'memberships:read',
  'memberships:write',
  /** To make users managers of service groups, which gives them rights there. */
  'managers:write',
  'access-requests:read',
  'access-requests:decide',
  'events:read',
  'jobs:read',
  'access:check',
  'scim',
] as const;

/** The scopes of an operators' key: all of the above in any account, and the accounts themselves. */
export const PLATFORM_SCOPES = [...ACCOUNT_SCOPES, 'platform:read', 'platform:write'] as const;

export type Scope = (typeof PLATFORM_SCOPES)[number];
