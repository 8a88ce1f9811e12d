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
  'access-roles:read',
  'access-roles:write',
  'teams:read',
  'teams:write',
  'access-requests:read',
  'access-requests:decide',
  'events:read',
  'jobs:read',
  'access:check',
  'scim',
] as const;

/** The scopes of an operators' key: all of the above in any account, and the accounts themselves. */
export const PLATFORM_SCOPES = [...ACCOUNT_SCOPES, 'platform:read', 'platform:write', 'log:monitor'] as const;

export type Scope = (typeof PLATFORM_SCOPES)[number];

/** What a key with a scope may do, as shown to people who create one. */
export const SCOPE_SUMMARIES: Readonly<Record<Scope, string>> = {
  'account:read': 'See the account: its name, plan, limits and usage',
  'account:write': 'Change the account’s name, metadata and sign-in rules',
  'users:read': 'See users and invitations, and export them',
  'users:write': 'Invite, change, suspend and remove users',
  'admins:write': 'Do so to admins too, and make users admins; needs “users:write” or “scim”',
  'identities:write': 'Link users to their logins, and unlink them',
  'service-groups:read': 'See service groups, and export them',
  'service-groups:write': 'Create, change and remove service groups',
  'memberships:read': 'See who may enter which service group',
  'memberships:write': 'Give and end access to service groups',
  'managers:write': 'Make users managers of service groups',
  'access-roles:read': 'See which access roles there are, and what they allow',
  'access-roles:write': 'Create, change and remove access roles',
  'teams:read': 'See teams, who is in them and what they may enter',
  'teams:write': 'Create, change and remove teams, their users and their access to service groups',
  'access-requests:read': 'See requests for access',
  'access-requests:decide': 'Approve and refuse requests for access',
  'events:read': 'Read the audit log and follow the feed of changes',
  'jobs:read': 'Follow imports and other jobs',
  'access:check': 'Ask whether a user may enter a service group',
  scim: 'Provision users and service groups by SCIM 2.0, from an identity provider',
  'platform:read': 'See all accounts and what they use',
  'platform:write': 'Create, suspend, reactivate and close accounts',
  'log:monitor': 'Check that the log of all accounts has one line for each: reads hashes, and no events',
};
