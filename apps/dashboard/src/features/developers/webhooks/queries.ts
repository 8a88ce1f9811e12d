import { queryOptions } from '@tanstack/react-query';
import type { RequestTo, Schemas } from '#libs/client';
import { api } from '../../../api/client.js';
import { listOptions, type ListPage } from '../../../api/lists.js';
import { queryClient } from '../../../api/query-client.js';
import type { Endpoint } from './endpoints.js';

const ENDPOINTS = '/v1/accounts/{accountId}/webhook-endpoints';
const ENDPOINT = `${ENDPOINTS}/{webhookEndpointId}` as const;
const DELIVERIES = `${ENDPOINT}/deliveries` as const;

export type IssuedEndpoint = Schemas['IssuedWebhookEndpoint'];
export type Delivery = Schemas['WebhookDelivery'];
export type Attempt = Schemas['WebhookAttempt'];
export type Statistics = Schemas['WebhookStatistics'];
export type DeliveryStatus = Delivery['status'];

/** How often what changes by itself is read again, while somebody looks at it. */
const REFRESH_MS = 5_000;
/** An attempt takes no longer, as a rule. */
const SENT_WITHIN_MS = 700;

const DELIVERIES_AT_ONCE = 50;

export interface EndpointPath {
  accountId: string;
  webhookEndpointId: string;
}

const keyOf = ({ accountId, webhookEndpointId }: EndpointPath) => ['webhooks', accountId, webhookEndpointId];

/** The requests that fill its page. */
export const endpointReads = (path: EndpointPath, status: DeliveryStatus | undefined) =>
  [
    { method: 'get', path: ENDPOINT, request: { path: { ...path } } },
    {
      method: 'get',
      path: DELIVERIES,
      request: { path: { ...path }, query: { limit: DELIVERIES_AT_ONCE, ...(status && { status }) } },
    },
  ] as const;

export const endpointQuery = (path: EndpointPath) =>
  queryOptions({
    queryKey: keyOf(path),
    queryFn: ({ signal }) => api.get(ENDPOINT, { ...endpointReads(path, undefined)[0].request, signal }),
    refetchInterval: REFRESH_MS,
  });

export const statisticsQuery = (path: EndpointPath) =>
  queryOptions({
    queryKey: [...keyOf(path), 'statistics'],
    queryFn: ({ signal }) => api.get(`${ENDPOINT}/statistics`, { path: { ...path }, signal }),
    refetchInterval: REFRESH_MS,
  });

export const deliveriesQuery = (path: EndpointPath, status: DeliveryStatus | undefined) => ({
  ...listOptions(
    [...keyOf(path), 'deliveries', status],
    async (cursor, signal): Promise<ListPage<Delivery>> => {
      const { request } = endpointReads(path, status)[1];
      return api.get(DELIVERIES, {
        ...request,
        query: { ...request.query, ...(cursor && { cursor }) },
        signal,
      });
    },
  ),
  refetchInterval: REFRESH_MS,
});

export const deliveryRead = (path: EndpointPath, eventId: string) =>
  ({ method: 'get', path: `${DELIVERIES}/{eventId}`, request: { path: { ...path, eventId } } }) as const;

/** @param sentAfter how many attempts there were when it was sent again: the next one is waited for */
export const deliveryQuery = (path: EndpointPath, eventId: string, sentAfter?: number) =>
  queryOptions({
    queryKey: [...keyOf(path), 'deliveries', 'one', eventId],
    queryFn: ({ signal }) =>
      api.get(`${DELIVERIES}/{eventId}`, { ...deliveryRead(path, eventId).request, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.attemptCount === sentAfter ? SENT_WITHIN_MS : REFRESH_MS,
  });

type CreateEndpoint = RequestTo<typeof ENDPOINTS, 'post'>['body'];

/** What a form has of an endpoint. */
export interface EndpointInput {
  url: string;
  description: string;
  eventTypes: readonly string[];
}

export async function createEndpoint(accountId: string, input: EndpointInput): Promise<IssuedEndpoint> {
  const body = bodyOf(input);
  const issued = await api.post(ENDPOINTS, { path: { accountId }, body });
  forget(accountId);
  return issued;
}

export async function changeEndpoint(endpoint: Endpoint, input: EndpointInput): Promise<void> {
  await api.patch(ENDPOINT, { path: pathOf(endpoint), body: bodyOf(input), ifMatch: endpoint.version });
  forget(endpoint.accountId);
}

const bodyOf = ({ eventTypes, ...rest }: EndpointInput): CreateEndpoint => ({
  ...rest,
  eventTypes: [...eventTypes] as NonNullable<CreateEndpoint['eventTypes']>,
});

export const pathOf = ({ accountId, id: webhookEndpointId }: Pick<Endpoint, 'accountId' | 'id'>) => ({
  accountId,
  webhookEndpointId,
});

export async function rotateSecret(endpoint: Endpoint, graceSeconds: number): Promise<IssuedEndpoint> {
  const issued = await api.post(`${ENDPOINT}/rotate-secret`, {
    path: pathOf(endpoint),
    body: { graceSeconds },
  });
  forget(endpoint.accountId);
  return issued;
}

export async function setDisabled(endpoint: Endpoint, disabled: boolean): Promise<void> {
  const path = pathOf(endpoint);
  if (disabled) await api.post(`${ENDPOINT}/disable`, { path });
  else await api.post(`${ENDPOINT}/enable`, { path });
  forget(endpoint.accountId);
}

export async function removeEndpoint(endpoint: Endpoint): Promise<void> {
  await api.delete(ENDPOINT, { path: pathOf(endpoint) });
  // Its page is left, and not read again.
  void queryClient.invalidateQueries({ queryKey: ['webhooks', endpoint.accountId], exact: true });
}

export async function sendTest(endpoint: Endpoint): Promise<Delivery> {
  const delivery = await api.post(`${ENDPOINT}/test`, { path: pathOf(endpoint) });
  forget(endpoint.accountId);
  return delivery;
}

export async function redeliver(path: EndpointPath, eventId: string): Promise<void> {
  await api.post(`${DELIVERIES}/{eventId}/redeliver`, { path: { ...path, eventId } });
  forget(path.accountId);
}

export async function recover(endpoint: Endpoint, since: string): Promise<Schemas['RecoveredWebhooks']> {
  const recovered = await api.post(`${ENDPOINT}/recover`, { path: pathOf(endpoint), body: { since } });
  forget(endpoint.accountId);
  return recovered;
}

function forget(accountId: string): void {
  for (const name of ['webhooks', 'events'])
    void queryClient.invalidateQueries({ queryKey: [name, accountId] });
}
