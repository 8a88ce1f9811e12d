import { askWith, type Answer, type Ask, type RunningApi } from './api.js';
import { created, createTeam } from './people.js';

export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export interface Provisioning {
  team: Awaited<ReturnType<typeof createTeam>>;
  /** Sends a request like an identity provider: with a key, below the account's SCIM address. */
  scim: Ask;
}

/** The addresses of an account: at the first, groups are service groups, and at the second they are teams. */
export const SCIM_BASES = ['/scim/v2', '/scim/teams/v2'] as const;
export type ScimBase = (typeof SCIM_BASES)[number];

/** An account for which an identity provider has a key. */
export async function createProvisioning(
  api: RunningApi,
  base: ScimBase = SCIM_BASES[0],
): Promise<Provisioning> {
  const team = await createTeam(api);
  const input = { name: 'identity provider', scopes: ['scim', 'admins:write'] };
  const { key } = created<{ key: string }>(await team.asks.owner('POST', `${team.path}/api-keys`, input));
  const ask = askWith(api.url, key);
  const scim: Ask = (method, path, body, headers) =>
    ask(method, `${base}/${team.account.id}${path}`, body, {
      ...(body !== undefined && { 'content-type': 'application/scim+json; charset=utf-8' }),
      ...headers,
    });
  return { team, scim };
}

export async function scimUser(
  { scim }: Provisioning,
  userName: string,
  more: object = {},
): Promise<{ id: string }> {
  return created(await scim('POST', '/Users', { schemas: [USER_SCHEMA], userName, ...more }));
}

export async function scimGroup(
  { scim }: Provisioning,
  displayName: string,
  more: object = {},
): Promise<{ id: string }> {
  return created(await scim('POST', '/Groups', { schemas: [GROUP_SCHEMA], displayName, ...more }));
}

export function patch(...operations: object[]): object {
  return { schemas: [PATCH_OP], Operations: operations };
}

export async function membersOf({ scim }: Provisioning, groupId: string): Promise<string[]> {
  const { body } = await scim('GET', `/Groups/${groupId}`);
  return (body.members as { value: string }[]).map(({ value }) => value).sort();
}

export function filtered(resource: string, filter: string, more = ''): string {
  return `/${resource}?filter=${encodeURIComponent(filter)}${more}`;
}

/** Asserts that an answer is an error of RFC 7644, section 3.12. */
export function expectScimError(answer: Answer, status: number, scimType?: string): void {
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status,
    body: {
      schemas: [
        'urn:ietf:params:scim:api:messages:2.0:Error',
        'urn:rollbook:params:scim:api:messages:2.0:Problem',
      ],
      status: String(status),
      detail: expect.any(String),
      ...(scimType !== undefined && { scimType }),
    },
  });
  if (scimType === undefined) expect(answer.body).not.toHaveProperty('scimType');
  expect(answer.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
}
