import { queryOptions, useQuery } from '@tanstack/react-query';
import { isRollbookError, type Schemas } from '#libs/client';
import { api } from '../api/client.js';

export type Provider = Schemas['Provider'];

/** The identity providers that people can sign in with; none if the API has no sign-in. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: async (): Promise<Provider[]> => {
    try {
      return (await api.get('/auth/providers')).data;
    } catch (error) {
      if (isRollbookError(error) && error.status === 404) return [];
      throw error;
    }
  },
  staleTime: Infinity,
});

export function useProviders(): Provider[] | undefined {
  return useQuery(providersQuery).data;
}
