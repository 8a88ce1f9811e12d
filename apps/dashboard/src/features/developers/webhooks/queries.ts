import { queryOptions } from '@tanstack/react-query';
import type { RequestTo, Schemas } from '#libs/client';
import { api } from '../../../api/client.js';
import { queryClient } from '../../../api/query-client.js';
import type { Endpoint } from './endpoints.js';
import { readQuery, pagesQuery, forget } from '../../../api/queries.js';

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

export const endpointQuery = (path: EndpointPath) => ({
  ...readQuery(keyOf(path), ENDPOINT, { path: { ...path } }),
  refetchInterval: REFRESH_MS,
});

export const statisticsQuery = (path: EndpointPath) => ({
  ...readQuery([...keyOf(path), 'statistics'], `${ENDPOINT}/statistics`, { path: { ...path } }),
  refetchInterval: REFRESH_MS,
});

export const deliveriesQuery = (path: EndpointPath, status: DeliveryStatus | undefined) => ({
  ...pagesQuery([...keyOf(path), 'deliveries', status], DELIVERIES, endpointReads(path, status)[1].request),
  refetchInterval: REFRESH_MS,
});

export const deliveryRead = (path: EndpointPath, eventId: string) =>
  ({ method: 'get', path: `${DELIVERIES}/{eventId}`, request: { path: { ...path, eventId } } }) as const;

/** @param sentAfter how many attempts there were when it was sent again: the next one is waited for */
export const deliveryQuery = (path: EndpointPath, eventId: string, sentAfter?: number) =>
  queryOptions({
    ...readQuery(
      [...keyOf(path), 'deliveries', 'one', eventId],
      `${DELIVERIES}/{eventId}`,
      deliveryRead(path, eventId).request,
    ),
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
  forgetEndpoints(accountId);
  return issued;
}

export async function changeEndpoint(endpoint: Endpoint, input: EndpointInput): Promise<void> {
  await api.patch(ENDPOINT, { path: pathOf(endpoint), body: bodyOf(input), ifMatch: endpoint.version });
  forgetEndpoints(endpoint.accountId);
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
  forgetEndpoints(endpoint.accountId);
  return issued;
}

export async function setDisabled(endpoint: Endpoint, disabled: boolean): Promise<void> {
  const path = pathOf(endpoint);
  await api.post(`${ENDPOINT}/${disabled ? 'disable' : 'enable'}`, { path });
  forgetEndpoints(endpoint.accountId);
}

export async function removeEndpoint(endpoint: Endpoint): Promise<void> {
  await api.delete(ENDPOINT, { path: pathOf(endpoint) });
  // Its page is left, and not read again.
  void queryClient.invalidateQueries({ queryKey: ['webhooks', endpoint.accountId], exact: true });
}

export async function sendTest(endpoint: Endpoint): Promise<Delivery> {
  const delivery = await api.post(`${ENDPOINT}/test`, { path: pathOf(endpoint) });
  forgetEndpoints(endpoint.accountId);
  return delivery;
}

export async function redeliver(path: EndpointPath, eventId: string): Promise<void> {
  await api.post(`${DELIVERIES}/{eventId}/redeliver`, { path: { ...path, eventId } });
  forgetEndpoints(path.accountId);
}

export async function recover(endpoint: Endpoint, since: string): Promise<Schemas['RecoveredWebhooks']> {
  const recovered = await api.post(`${ENDPOINT}/recover`, { path: pathOf(endpoint), body: { since } });
  forgetEndpoints(endpoint.accountId);
  return recovered;
}

const forgetEndpoints = (accountId: string) => forget(accountId, 'webhooks', 'events');
