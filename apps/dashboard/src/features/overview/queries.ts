import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { scimSetUpQuery, type ScimSetUp } from '../developers/scim/queries.js';

/** An invitation that expires within two days is worth a reminder. */
const SOON_MS = 2 * 86_400_000;

export const pendingInvitationsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['invitations', accountId, 'count'],
    queryFn: async ({ signal }) => {
      const { data, nextCursor } = await api.get('/v1/accounts/{accountId}/invitations', {
        path: { accountId },
        query: { limit: 100 },
        signal,
      });
      const pending = data.filter(({ status }) => status === 'pending');
      const soon = Date.now() + SOON_MS;
      const expiring = pending.filter(({ expiresAt }) => Date.parse(expiresAt) < soon).length;
      return { count: pending.length, expiring, more: nextCursor !== null };
    },
  });

/** How many of the suspended people would be let in again with the access that they have; of the first hundred. */
export const suspendedWithAccessQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['users', accountId, 'suspended-with-access'],
    queryFn: async ({ signal }) => {
      const query = { status: 'suspended' as const, limit: 100 };
      const { data, nextCursor } = await api.get('/v1/accounts/{accountId}/users', {
        path: { accountId },
        query,
        signal,
      });
      const count = data.filter(({ serviceGroupCount }) => serviceGroupCount > 0).length;
      return { count, more: nextCursor !== null };
    },
  });

/** Who of the newest hundred active people may enter nothing; `of` if there are more than these. */
export const withoutAccessQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['users', accountId, 'without-access'],
    queryFn: async ({ signal }) => {
      const query = { status: 'active' as const, sort: '-createdAt' as const, limit: 100 };
      const { data, nextCursor } = await api.get('/v1/accounts/{accountId}/users', {
        path: { accountId },
        query,
        signal,
      });
      const people = data.filter(({ serviceGroupCount }) => serviceGroupCount === 0);
      return { people, of: nextCursor === null ? undefined : data.length };
    },
  });

/** How many active owners there are, of the first two. */
export const ownersQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['users', accountId, 'owners'],
    queryFn: async ({ signal }) => {
      const query = { role: 'owner' as const, status: 'active' as const, sort: 'name' as const, limit: 2 };
      const request = { path: { accountId }, query, signal };
      return (await api.get('/v1/accounts/{accountId}/users', request)).data.length;
    },
  });

/** The last request of an identity provider that was refused within a week. Its page reads the same again and again. */
export const lastScimRefusalQuery = (accountId: string) => ({
  ...scimSetUpQuery(accountId),
  refetchInterval: false as const,
  select: ({ refusals }: ScimSetUp) => refusals[0],
});

/** Whether anybody may enter any of the first hundred service groups. */
export const anyAccessQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['groups', accountId, 'any-access'],
    queryFn: async ({ signal }) => {
      const request = { path: { accountId }, query: { limit: 100 }, signal };
      const { data } = await api.get('/v1/accounts/{accountId}/service-groups', request);
      return data.some(({ memberCount }) => memberCount !== 0);
    },
  });

export const usageQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['account', accountId, 'usage'],
    queryFn: ({ signal }) => api.get('/v1/accounts/{accountId}/usage', { path: { accountId }, signal }),
  });
