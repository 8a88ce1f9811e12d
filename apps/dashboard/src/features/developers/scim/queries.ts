import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../../api/client.js';

const SCIM = '/v1/accounts/{accountId}/scim';

export type ScimSetUp = Schemas['ScimSetUp'];
export type ScimKey = Schemas['ScimKey'];
export type ScimRefusal = Schemas['ScimRefusal'];

/** Whoever sets up an identity provider watches this page while they press Test there. */
const REFRESH_MS = 3_000;

/** The request that fills the page. */
export const scimRead = (accountId: string) =>
  ({ method: 'get', path: SCIM, request: { path: { accountId } } }) as const;

export const scimSetUpQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['scim', accountId],
    queryFn: ({ signal }) => api.get(SCIM, { ...scimRead(accountId).request, signal }),
    refetchInterval: REFRESH_MS,
  });
