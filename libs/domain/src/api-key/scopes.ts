/**
 * What a key of an account may be allowed: each of these is named by the routes it opens. `scim` opens the provisioning
 * routes of identity providers only.
 */
export const ACCOUNT_SCOPES = [
  'account:read',
  'account:write',
  'users:read',
  'users:write',
  'service-groups:read',
  'service-groups:write',
  'memberships:read',
  'memberships:write',
  'events:read',
  'jobs:read',
  'access:check',
  'scim',
] as const;

/** What a key of the platform's operators may be allowed: everything above in any account, and the accounts themselves. */
export const PLATFORM_SCOPES = [...ACCOUNT_SCOPES, 'platform:read', 'platform:write'] as const;

export type Scope = (typeof PLATFORM_SCOPES)[number];
