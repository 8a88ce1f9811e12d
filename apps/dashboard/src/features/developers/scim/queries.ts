import type { Schemas } from '#libs/client';
import { changedBy, readQuery } from '../../../api/queries.js';

const SCIM = '/v1/accounts/{accountId}/scim';

changedBy({ scim: /^api_key\./ });

export type ScimSetUp = Schemas['ScimSetUp'];
export type ScimKey = Schemas['ScimKey'];
export type ScimRefusal = Schemas['ScimRefusal'];

/** People who set up an identity provider watch this page while they press Test there. */
const REFRESH_MS = 3_000;

/** The request that fills the page. */
export const scimRead = (accountId: string) =>
  ({ method: 'get', path: SCIM, request: { path: { accountId } } }) as const;

export const scimSetUpQuery = (accountId: string) => ({
  ...readQuery(['scim', accountId], SCIM, scimRead(accountId).request),
  refetchInterval: REFRESH_MS,
});
