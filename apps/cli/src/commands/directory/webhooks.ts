import type { Command } from 'commander';
import { addListCommand, addRoute } from '../../api/api.js';

const ENDPOINTS = '/v1/accounts/{accountId}/webhook-endpoints';
const ENDPOINT = `${ENDPOINTS}/{webhookEndpointId}` as const;
const DELIVERIES = `${ENDPOINT}/deliveries` as const;

/** Reads only: endpoints are set up in the dashboard, or by the API. */
export function addWebhookCommands(rollbook: Command): void {
  const webhooks = rollbook
    .command('webhooks')
    .description('The addresses to which the events of an account are sent.');
  addListCommand(webhooks, 'list', ['id', 'url', 'status', 'failingSince'], (api, query) =>
    api.client.each(ENDPOINTS, { path: api.path(), query }),
  );
  addRoute(webhooks, 'get <webhookEndpointId>', 'get', ENDPOINT);
  addListCommand(
    webhooks,
    'deliveries <webhookEndpointId>',
    ['id', 'eventType', 'status', 'attemptCount', 'createdAt'],
    (api, page, webhookEndpointId) => {
      const { status } = api.options<{ status?: 'pending' | 'delivered' | 'failed' }>();
      const query = { ...page, ...(status && { status }) };
      return api.client.each(DELIVERIES, { path: { ...api.path(), webhookEndpointId }, query });
    },
  )
    .description('Lists what was sent to an endpoint in the last 30 days, newest event first.')
    .option('--status <status>', 'pending, delivered or failed');
  addRoute(webhooks, 'delivery <webhookEndpointId> <eventId>', 'get', `${DELIVERIES}/{eventId}`).description(
    'Shows a delivery with its attempts.',
  );
}
