import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { accountQuery } from './queries.js';

/** The name of the account that the address is about; undefined on other pages. */
export function useAccountName(): string | undefined {
  const { account = '' } = useParams({ strict: false });
  const { data } = useQuery({ ...accountQuery(account), enabled: account !== '' });
  return account === '' ? undefined : data?.name;
}
