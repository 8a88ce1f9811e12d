import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { dataQuery, allQuery, byName, forget, changedBy } from '../../api/queries.js';
import { OF_GROUP } from './open-count.js';

export type AccessRequest = Schemas['AccessRequest'];
export type Status = AccessRequest['status'];
export type Requestable = Schemas['RequestableServiceGroup'];

const LIMIT = 100;

changedBy({ requestable: /^service_group\.(?!member|manager)/ });

/** The newest hundred of each: older decisions are in the activity of the person. */
export const requestsQuery = (accountId: string, status: Status, groupIds: readonly string[] | undefined) =>
  queryOptions({
    queryKey: ['requests', accountId, status, groupIds],
    queryFn: async ({ signal }) => {
      const query = { status, limit: LIMIT };
      if (!groupIds) {
        const path = { accountId };
        return (await api.get('/v1/accounts/{accountId}/access-requests', { path, query, signal })).data;
      }
      const pages = await Promise.all(
        groupIds.map((serviceGroupId) =>
          api.get(OF_GROUP, { path: { accountId, serviceGroupId }, query, signal }),
        ),
      );
      return pages.flatMap(({ data }) => data);
    },
  });

export const ownRequestsQuery = (accountId: string, userId: string) =>
  dataQuery(
    ['requests', accountId, 'of', userId],
    '/v1/accounts/{accountId}/users/{userId}/access-requests',
    { path: { accountId, userId }, query: { limit: 25 } },
  );

export const requestableQuery = (accountId: string) =>
  allQuery(
    ['requestable', accountId],
    '/v1/accounts/{accountId}/requestable-service-groups',
    { path: { accountId }, query: { limit: LIMIT } },
    undefined,
    byName,
  );

export interface Wish {
  serviceGroupId: string;
  lengthSeconds?: number;
  reason?: string;
  /** The key of an access role. */
  accessRole?: string;
}

export async function requestAccess(accountId: string, body: Wish): Promise<AccessRequest> {
  return api
    .post('/v1/accounts/{accountId}/access-requests', { path: { accountId }, body })
    .finally(() => forgetRequests(accountId));
}

export async function withdraw({ accountId, id: accessRequestId }: AccessRequest): Promise<void> {
  const path = { accountId, accessRequestId };
  await api
    .post('/v1/accounts/{accountId}/access-requests/{accessRequestId}/withdraw', { path })
    .finally(() => forgetRequests(accountId));
}

export type Decision = 'approve' | 'refuse';

export interface DecisionInput {
  lengthSeconds?: number;
  note?: string;
}

/** What was refused, with the reason; the others are decided. */
export interface Decided {
  done: number;
  refused: { request: AccessRequest; error: unknown }[];
}

/** One after the other: each stands for itself, and one that somebody else has decided on meanwhile says so. */
export async function decideRequests(
  decision: Decision,
  requests: readonly AccessRequest[],
  input: DecisionInput,
): Promise<Decided> {
  const result: Decided = { done: 0, refused: [] };
  for (const request of requests)
    try {
      await decide(decision, request, input);
      result.done += 1;
    } catch (error) {
      result.refused.push({ request, error });
    }
  if (requests[0]) forgetRequests(requests[0].accountId);
  return result;
}

function decide(decision: Decision, request: AccessRequest, { note, lengthSeconds }: DecisionInput) {
  const { accountId, serviceGroupId, id: accessRequestId } = request;
  const path = { accountId, serviceGroupId, accessRequestId };
  const said = note ? { note } : {};
  if (decision === 'refuse') return api.post(`${OF_GROUP}/{accessRequestId}/refuse`, { path, body: said });
  const body = { ...said, ...(lengthSeconds !== undefined && { lengthSeconds }) };
  return api.post(`${OF_GROUP}/{accessRequestId}/approve`, { path, body });
}

const forgetRequests = (accountId: string) =>
  forget(accountId, 'requests', 'users', 'user', 'events', 'groups', 'members', 'matrix');
