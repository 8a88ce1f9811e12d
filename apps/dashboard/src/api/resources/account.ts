import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Schemas } from '#libs/client';
import { api } from '../client.js';

export type Account = Schemas['AccountDto'];

export const accountQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['account', accountId],
    queryFn: ({ signal }) => api.get('/v1/accounts/{accountId}', { path: { accountId }, signal }),
  });

/** The name of the account that the address is about; undefined on other pages. */
export function useAccountName(): string | undefined {
  const { account = '' } = useParams({ strict: false });
  const { data } = useQuery({ ...accountQuery(account), enabled: account !== '' });
  return account === '' ? undefined : data?.name;
}
