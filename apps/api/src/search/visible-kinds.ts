import type { FoundThing } from '#libs/directory';
import type { Scope } from '#libs/domain';
import type { Caller } from '../auth/caller/caller.js';

type Kind = FoundThing['kind'];

/** The scope that shows an API key things of a kind; none shows what is undefined. */
const SCOPES: Readonly<Record<Kind, Scope | undefined>> = {
  account: 'account:read',
  user: 'users:read',
  'service-group': 'service-groups:read',
  event: 'events:read',
  job: 'jobs:read',
  import: 'jobs:read',
  'api-key': undefined,
  'webhook-endpoint': undefined,
  delivery: undefined,
};

/** What a search shows nothing of, as the lists do not: admins have none of API keys. */
export function hiddenKinds(caller: Caller): ReadonlySet<Kind> {
  if (caller.kind === 'operator') return new Set();
  if (caller.kind === 'user') return new Set(caller.role === 'owner' ? [] : ['api-key']);
  const { accountId, scopes } = caller;
  const isShown = (kind: Kind, scope: Scope | undefined) =>
    kind === 'account' && accountId === undefined
      ? scopes.includes('platform:read')
      : scope !== undefined && scopes.includes(scope);
  const kinds = Object.entries(SCOPES) as [Kind, Scope | undefined][];
  return new Set(kinds.filter(([kind, scope]) => !isShown(kind, scope)).map(([kind]) => kind));
}
