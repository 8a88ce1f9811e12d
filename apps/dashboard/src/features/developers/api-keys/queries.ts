import { queryOptions } from '@tanstack/react-query';
import type { RequestTo, Schemas } from '#libs/client';
import { api } from '../../../api/client.js';
import { listOptions, ROWS_PER_PAGE, type ListPage } from '../../../api/lists.js';
import { queryClient } from '../../../api/query-client.js';
import type { Grace } from './terms.js';

const KEYS = '/v1/accounts/{accountId}/api-keys';
const KEY = `${KEYS}/{apiKeyId}` as const;

export type ApiKey = Schemas['ApiKey'];
export type IssuedKey = Schemas['IssuedApiKey'];
export type Scope = Schemas['Scope'];
type CreateKey = RequestTo<typeof KEYS, 'post'>['body'];

/** The scopes that a key of an account can have. */
export const scopesQuery = queryOptions({
  queryKey: ['scopes'],
  queryFn: async ({ signal }) => {
    const { data } = await api.get('/v1/scopes', { signal });
    return data.filter(({ level }) => level === 'account');
  },
  staleTime: Infinity,
});

/** The request that fills the page. */
export const apiKeysRead = (accountId: string) =>
  ({
    method: 'get',
    path: KEYS,
    request: { path: { accountId }, query: { limit: ROWS_PER_PAGE, order: 'desc' } },
  }) as const;

export const apiKeysQuery = (accountId: string) =>
  listOptions(['api-keys', accountId], async (cursor, signal): Promise<ListPage<ApiKey>> => {
    const { path, query } = apiKeysRead(accountId).request;
    return api.get(KEYS, { path, query: { ...query, ...(cursor && { cursor }) }, signal });
  });

interface NewKey {
  name: string;
  scopes: readonly string[];
  expiresAt?: string;
}

export async function createKey(accountId: string, { scopes, ...rest }: NewKey): Promise<IssuedKey> {
  const body: CreateKey = { ...rest, scopes: [...scopes] as CreateKey['scopes'] };
  const issued = await api.post(KEYS, { path: { accountId }, body });
  forgetKeys(accountId);
  return issued;
}

interface Rotation {
  grace: Grace;
  expiresAt?: string;
}

export async function rotateKey(key: ApiKey, { grace, expiresAt }: Rotation): Promise<IssuedKey> {
  const { accountId, apiKeyId } = pathOf(key);
  const body = { graceSeconds: Number(grace), ...(expiresAt && { expiresAt }) };
  const issued = await api.post(`${KEY}/rotate`, { path: { accountId, apiKeyId }, body });
  forgetKeys(accountId);
  return issued;
}

export async function revokeKey(key: ApiKey): Promise<void> {
  const path = pathOf(key);
  await api.delete(KEY, { path });
  forgetKeys(path.accountId);
}

/** Operators' keys, which have no account, are on no page of one. */
function pathOf({ accountId, id: apiKeyId }: ApiKey) {
  return { accountId: accountId ?? '', apiKeyId };
}

function forgetKeys(accountId: string): void {
  for (const name of ['api-keys', 'scim', 'events'])
    void queryClient.invalidateQueries({ queryKey: [name, accountId] });
}
