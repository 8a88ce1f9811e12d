import {
  commandWebhookEndpoint,
  createWebhookEndpoint,
  recoverDeliveries,
  redeliver,
  removeWebhookEndpoint,
  type CommandContext,
  type Tenant,
} from '#libs/directory';
import type { WebhookEndpointId } from '#libs/domain';
import type { Random } from '../scheduler/random.js';
import { command, type Done, type Draw } from './draw.js';

const WANTED = [[], ['user.*'], ['service_group.member_added', 'user.created'], ['webhook_endpoint.*']];

/** Each receiver has an address of its own. */
const urlOf = (random: Random) => `https://${random.bytes(6).toString('hex')}.example/hook`;

function ofEndpoint(
  name: string,
  act: (tenant: Tenant, id: WebhookEndpointId, context: CommandContext) => Promise<Done>,
): Draw {
  return (random, at) => {
    const id = random.pick(at.endpoints);
    return id && command(name, at, (tenant, context) => act(tenant, id, context));
  };
}

const ordered = (type: 'disable' | 'enable') =>
  ofEndpoint(`${type} endpoint`, (tenant, id, context) =>
    commandWebhookEndpoint(tenant, id, { type: `${type}_webhook_endpoint` }, context),
  );

export const WEBHOOK_DRAWS: Record<string, [weight: number, draw: Draw]> = {
  'create endpoint': [
    2,
    (random, at) => {
      const input = { url: urlOf(random), eventTypes: random.pick(WANTED) };
      return command('create endpoint', at, async (tenant, context) => {
        const { state, events } = await createWebhookEndpoint(tenant, input, context);
        return { events, ...(state && { webhookEndpointId: state.webhookEndpointId }) };
      });
    },
  ],
  'change endpoint': [
    1,
    (random, at) => {
      const id = random.pick(at.endpoints);
      const change = random.pick([{ url: urlOf(random) }, { eventTypes: random.pick(WANTED) }]);
      if (!id) return undefined;
      return command('change endpoint', at, (tenant, context) =>
        commandWebhookEndpoint(tenant, id, { type: 'change_webhook_endpoint', ...change }, context),
      );
    },
  ],
  'disable endpoint': [1, ordered('disable')],
  'enable endpoint': [2, ordered('enable')],
  'remove endpoint': [0.3, ofEndpoint('remove endpoint', removeWebhookEndpoint)],
  redeliver: [
    1,
    (random, at) => {
      const [id, eventId] = [random.pick(at.endpoints), random.pick(at.events)];
      if (!id || !eventId) return undefined;
      at.redelivered.add(eventId);
      return command('redeliver', at, async (tenant, context) => {
        await redeliver(tenant, id, eventId, context);
        return { events: [] };
      });
    },
  ],
  'recover deliveries': [
    0.5,
    (random, at, nowMs) => {
      const [id, since] = [random.pick(at.endpoints), new Date(nowMs - random.below(60_000)).toISOString()];
      if (!id) return undefined;
      return command('recover deliveries', at, async (tenant, context) => {
        await recoverDeliveries(tenant, id, since, context);
        return { events: [] };
      });
    },
  ],
};
