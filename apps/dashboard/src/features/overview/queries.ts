import { scimSetUpQuery, type ScimSetUp } from '../developers/scim/queries.js';
import { partQuery, readQuery } from '../../api/queries.js';
import { DAY_MS } from '../../components/data/days.js';

/** An invitation that expires within two days is worth a reminder. */
const SOON_MS = 2 * DAY_MS;

export const pendingInvitationsQuery = (accountId: string) =>
  partQuery(
    ['invitations', accountId, 'count'],
    '/v1/accounts/{accountId}/invitations',
    { path: { accountId }, query: { limit: 100 } },
    ({ data, nextCursor }) => {
      const pending = data.filter(({ status }) => status === 'pending');
      const soon = Date.now() + SOON_MS;
      const expiring = pending.filter(({ expiresAt }) => Date.parse(expiresAt) < soon).length;
      return { count: pending.length, expiring, more: nextCursor !== null };
    },
  );

/** How many of the suspended people would be let in again with the access that they have; of the first hundred. */
export const suspendedWithAccessQuery = (accountId: string) =>
  partQuery(
    ['users', accountId, 'suspended-with-access'],
    '/v1/accounts/{accountId}/users',
    { path: { accountId }, query: { status: 'suspended', limit: 100 } },
    ({ data, nextCursor }) => ({
      count: data.filter(({ serviceGroupCount }) => serviceGroupCount > 0).length,
      more: nextCursor !== null,
    }),
  );

/** Who of the newest hundred active people may enter nothing; `of` if there are more than these. */
export const withoutAccessQuery = (accountId: string) =>
  partQuery(
    ['users', accountId, 'without-access'],
    '/v1/accounts/{accountId}/users',
    { path: { accountId }, query: { status: 'active', sort: '-createdAt', limit: 100 } },
    ({ data, nextCursor }) => ({
      people: data.filter(({ serviceGroupCount }) => serviceGroupCount === 0),
      of: nextCursor === null ? undefined : data.length,
    }),
  );

/** How many active owners there are, of the first two. */
export const ownersQuery = (accountId: string) =>
  partQuery(
    ['users', accountId, 'owners'],
    '/v1/accounts/{accountId}/users',
    { path: { accountId }, query: { role: 'owner', status: 'active', sort: 'name', limit: 2 } },
    ({ data }) => data.length,
  );

/** The last request of an identity provider that was refused within a week. Its page reads the same again and again. */
export const lastScimRefusalQuery = (accountId: string) => ({
  ...scimSetUpQuery(accountId),
  refetchInterval: false as const,
  select: ({ refusals }: ScimSetUp) => refusals[0],
});

/** Whether anybody may enter any of the first hundred service groups. */
export const anyAccessQuery = (accountId: string) =>
  partQuery(
    ['groups', accountId, 'any-access'],
    '/v1/accounts/{accountId}/service-groups',
    { path: { accountId }, query: { limit: 100 } },
    ({ data }) => data.some(({ memberCount }) => memberCount !== 0),
  );

export const usageQuery = (accountId: string) =>
  readQuery(['account', accountId, 'usage'], '/v1/accounts/{accountId}/usage', { path: { accountId } });
