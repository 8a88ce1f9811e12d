import type { Answer, Ask, RunningApi } from './api.js';

/** Things made through the API itself, for specs that need them to be there. */

export interface Resource {
  id: string;
  version: number;
  name: string;
}

export interface UserResource extends Resource {
  accountId: string;
  email: string;
  role: string;
}

/** Fails loudly when a preparation of a spec does not succeed. */
export function created<T>(answer: Answer): T {
  if (answer.status !== 201 && answer.status !== 200)
    throw new Error(`Expected to create, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

let count = 0;

export async function createAccount({ operator }: RunningApi, name = 'Acme'): Promise<Resource> {
  return created(await operator('POST', '/v1/accounts', { name }));
}

export async function createUser(
  { operator }: RunningApi,
  accountId: string,
  role: 'owner' | 'admin' | 'member' = 'member',
): Promise<UserResource> {
  count += 1;
  const input = { name: `Person ${count}`, email: `person-${count}@example.com`, role };
  return created(await operator('POST', `/v1/accounts/${accountId}/users`, input));
}

export async function createServiceGroup({ operator }: RunningApi, accountId: string): Promise<Resource> {
  count += 1;
  return created(
    await operator('POST', `/v1/accounts/${accountId}/service-groups`, { name: `group-${count}` }),
  );
}

/** An account with one person of each role, each ready to ask. */
export async function createTeam(api: RunningApi) {
  const account = await createAccount(api);
  const [owner, admin, member] = [
    await createUser(api, account.id, 'owner'),
    await createUser(api, account.id, 'admin'),
    await createUser(api, account.id, 'member'),
  ];
  const asks: Record<'operator' | 'owner' | 'admin' | 'member', Ask> = {
    operator: api.operator,
    owner: await api.as(owner),
    admin: await api.as(admin),
    member: await api.as(member),
  };
  return { account, owner, admin, member, asks, path: `/v1/accounts/${account.id}` };
}
