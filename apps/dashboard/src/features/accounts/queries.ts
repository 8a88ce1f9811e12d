import type { RequestTo } from '#libs/client';
import { api } from '../../api/client.js';
import { pagesQuery } from '../../api/queries.js';
import { queryClient } from '../../api/query-client.js';
import type { Account } from '../../api/resources/account.js';

/** The accounts with a word that begins with `q`; all accounts without it. */
export const accountsQuery = (q: string) =>
  pagesQuery(['accounts', q], '/v1/accounts', { query: q ? { q, count: true } : {} });

export async function createAccount(name: string): Promise<Account> {
  const account = await api.post('/v1/accounts', { body: { name } });
  await queryClient.invalidateQueries({ queryKey: ['accounts'] });
  return account;
}

type Changes = RequestTo<'/v1/accounts/{accountId}', 'patch'>['body'];

export async function changeAccount(account: Account, body: Changes): Promise<Account> {
  const { id: accountId, version } = account;
  const changed = await api.patch('/v1/accounts/{accountId}', {
    path: { accountId },
    body,
    ifMatch: version,
  });
  forget(accountId);
  return changed;
}

export async function setSuspended(account: Account, suspended: boolean): Promise<void> {
  const path = { accountId: account.id };
  await api.post(`/v1/accounts/{accountId}/${suspended ? 'suspend' : 'reactivate'}`, { path });
  forget(account.id);
}

function forget(accountId: string): void {
  void queryClient.invalidateQueries({ queryKey: ['account', accountId] });
  void queryClient.invalidateQueries({ queryKey: ['accounts'] });
}
