import type { RequestTo, Schemas } from '#libs/client';
import { api } from '../../../api/client.js';
import { ROWS_PER_PAGE } from '../../../api/lists.js';
import type { Grace } from './terms.js';
import { partQuery, pagesQuery, forget, changedBy } from '../../../api/queries.js';

const KEYS = '/v1/accounts/{accountId}/api-keys';
const KEY = `${KEYS}/{apiKeyId}` as const;

export type ApiKey = Schemas['ApiKey'];
export type IssuedKey = Schemas['IssuedApiKey'];
export type Scope = Schemas['Scope'];
type CreateKey = RequestTo<typeof KEYS, 'post'>['body'];

changedBy({ 'api-keys': /^api_key\./ });

/** The scopes that a key of an account can have. */
export const scopesQuery = {
  ...partQuery(['scopes'], '/v1/scopes', {}, ({ data }) => data.filter(({ level }) => level === 'account')),
  staleTime: Infinity,
};

/** The request that fills the page. */
export const apiKeysRead = (accountId: string) =>
  ({
    method: 'get',
    path: KEYS,
    request: { path: { accountId }, query: { limit: ROWS_PER_PAGE, order: 'desc' } },
  }) as const;

export const apiKeysQuery = (accountId: string) =>
  pagesQuery(['api-keys', accountId], KEYS, apiKeysRead(accountId).request);

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
  forget(accountId, 'api-keys', 'scim', 'events');
}
