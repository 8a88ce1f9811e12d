import type { FoundThing } from '#libs/directory';
import type { Permission } from '#libs/domain';
import { hasPermission, ownAccountOf, type Caller } from '../auth/caller/caller.js';

type Kind = FoundThing['kind'];

/** What it takes to be shown things of a kind. */
const NEEDED: Readonly<Record<Kind, Permission>> = {
  account: 'account:read',
  user: 'users:read',
  'service-group': 'service-groups:read',
  team: 'teams:read',
  event: 'events:read',
  job: 'jobs:read',
  import: 'jobs:read',
  'api-key': 'api-keys:read',
  'webhook-endpoint': 'webhook-endpoints:read',
  'log-stream': 'webhook-endpoints:read',
  'access-request': 'access-requests:read',
  'access-roles': 'access-roles:read',
  delivery: 'webhook-endpoints:read',
};

/** What a search shows nothing of, as the lists do not. Accounts are those of the platform to callers who are in none. */
export function hiddenKinds(caller: Caller): ReadonlySet<Kind> {
  const needed = {
    ...NEEDED,
    ...(ownAccountOf(caller) === undefined && { account: 'platform:read' as const }),
  };
  const kinds = Object.entries(needed) as [Kind, Permission][];
  return new Set(kinds.filter(([, permission]) => !hasPermission(caller, permission)).map(([kind]) => kind));
}
