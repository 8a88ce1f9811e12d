import type { Schemas } from '#libs/client';
import type { Answer, Ask, RunningApi } from './api.js';

/** Data created through the API, with its typed client, for specs that need it. */

/** Fails with a clear message if a spec's preparation does not succeed. */
export function created<T>(answer: Answer): T {
  if (answer.status !== 201 && answer.status !== 200)
    throw new Error(`Expected to create, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as T;
}

/** Names of one length, however many spec files the process has run: what an event takes in bytes is documented. */
let count = 1_000;

export async function createAccount({ client }: RunningApi, name = 'Acme'): Promise<Schemas['Account']> {
  return client.post('/v1/accounts', { body: { name } });
}

export async function createUser(
  { client }: RunningApi,
  accountId: string,
  role: 'owner' | 'admin' | 'member' = 'member',
): Promise<Schemas['User']> {
  count += 1;
  const body = { name: `Person ${count}`, email: `person-${count}@example.com`, role };
  return client.post('/v1/accounts/{accountId}/users', { path: { accountId }, body });
}

/** Members, together. */
export async function createUsers(
  { client }: RunningApi,
  accountId: string,
  size: number,
): Promise<string[]> {
  const users = Array.from({ length: size }, () => {
    count += 1;
    return { name: `Person ${count}`, email: `person-${count}@example.com` };
  });
  const { results } = await client.post('/v1/accounts/{accountId}/users/batch', {
    path: { accountId },
    body: { users },
  });
  return results.map(({ userId }) => userId ?? '');
}

export async function createServiceGroup(
  { client }: RunningApi,
  accountId: string,
): Promise<Schemas['ServiceGroup']> {
  count += 1;
  const body = { name: `group-${count}` };
  return client.post('/v1/accounts/{accountId}/service-groups', { path: { accountId }, body });
}

/** An open request of a new member, for a service group that members may ask for from then on. */
export async function askForAccess(
  api: RunningApi,
  { accountId, serviceGroupId }: { accountId: string; serviceGroupId: string },
): Promise<{ id: string; ask: Ask }> {
  const path = `/v1/accounts/${accountId}`;
  const membershipRules = { membersMayAsk: true };
  created(await api.operator('PATCH', `${path}/service-groups/${serviceGroupId}`, { membershipRules }));
  const ask = await api.as(await createUser(api, accountId));
  const asked = await ask('POST', `${path}/access-requests`, { serviceGroupId });
  return { id: created<{ id: string }>(asked).id, ask };
}

/** An account with one person of each role, each ready to send requests. */
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
