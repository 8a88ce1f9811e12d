import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Schemas } from '#libs/client';
import { type Moment } from '../moment.js';
import { sessionQuery } from './session.js';
import { changedBy, readQuery } from '../queries.js';

export type Account = Schemas['Account'];

changedBy({ account: /^(account|user|service_group)\.(?!manager)/ });

export const accountQuery = (accountId: string, moment?: Moment) =>
  readQuery(['account', accountId], '/v1/accounts/{accountId}', { path: { accountId } }, moment);

/** The name of the account that the address is about; undefined on other pages. */
export function useAccountName(): string | undefined {
  const { account = '' } = useParams({ strict: false });
  return useNameOf(account);
}

/** The present name of the account or, for people who may not read it, the name in the session. */
export function useNameOf(accountId: string): string | undefined {
  const { data: session } = useQuery(sessionQuery);
  const own = session?.accounts.find((each) => each.accountId === accountId);
  const mayRead = own?.permissions.includes('account:read') ?? true;
  const { data } = useQuery({ ...accountQuery(accountId), enabled: accountId !== '' && mayRead });
  return accountId === '' ? undefined : (data?.name ?? own?.accountName);
}
