/** An account has two addresses for identity providers, which differ in what a Group is. */
export type ScimBase = 'service-groups' | 'teams';

const PATHS: Readonly<Record<ScimBase, string>> = {
  'service-groups': '/scim/v2',
  teams: '/scim/teams/v2',
};

/** Of a controller, with the account behind it. */
export function routeOf(base: ScimBase): string {
  return `${PATHS[base].slice(1)}/:accountId`;
}

/** Where the resources of an account are, by the address that is asked. */
export function addressOf(base: ScimBase, accountId: string): string {
  return `${PATHS[base]}/${accountId}`;
}

/** Of a path, or of the pattern of a route, below one of the addresses. */
export function baseOfPath(path: string): ScimBase {
  return path.startsWith(`${PATHS.teams}/`) ? 'teams' : 'service-groups';
}

/** What a path has behind the account. */
export function partsBehind(path: string): string[] {
  return path.slice(PATHS[baseOfPath(path)].length).split('/').slice(2);
}
