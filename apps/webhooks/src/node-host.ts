import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { EventBridgeClient, PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import { EVENT_SOURCE } from '#libs/event-contracts';
import { takeEvent, type BusEvent } from './bus-event.js';
import { connect, LOCAL_CREDENTIALS } from './connection.js';
import type { Configuration } from './configuration.js';
import { Deliverer, type DelivererOptions } from './deliverer.js';

export interface WebhooksHost {
  /** Where the bus delivers to. */
  url: string;
  stop(): Promise<void>;
}

/** How often queues are looked for whose time has come: so late a retry may be. */
const SWEEP_EVERY_MS = 1_000;

/**
 * The webhooks in a process of their own: a target of the bus, and a deliverer that looks for what is due. Several may
 * run at once.
 */
export async function startWebhooks(
  configuration: Configuration,
  onNotice: (line: string) => void,
  options: Partial<DelivererOptions> = {},
): Promise<WebhooksHost> {
  const { directory, close } = connect(configuration);
  const deliverer = new Deliverer({ directory, allowLocal: configuration.allowLocal, onNotice, ...options });
  const server = createServer((request, response) => {
    const take = async () => {
      const endpoints = await takeEvent(directory, await readEvent(request));
      // In the queue it is safe; when the bus may forget it, somebody may begin to send it.
      response.writeHead(200).end();
      for (const id of endpoints) deliverer.start(id);
    };
    take().catch((error: unknown) => {
      onNotice(`an event could not be queued, and comes again: ${String(error)}`);
      response.writeHead(503).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(configuration.port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await subscribe(configuration, `${url}/events`);
  const stopping = new AbortController();
  const sweeping = sweep(deliverer, stopping.signal, onNotice);
  return {
    url,
    async stop() {
      stopping.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, sweeping, deliverer.stop()]);
      close();
    },
  };
}

async function readEvent(request: IncomingMessage): Promise<BusEvent> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as BusEvent;
}

async function sweep(
  deliverer: Deliverer,
  signal: AbortSignal,
  onNotice: (line: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    await deliverer
      .sweep()
      .catch((error: unknown) => onNotice(`due queues could not be looked for: ${String(error)}`));
    await delay(SWEEP_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

/** As any subscriber does it: a rule for all of Rollbook's events, and this process as its target. */
async function subscribe(
  { eventBus: EventBusName, eventBridgeEndpoint: endpoint, region }: Configuration,
  target: string,
): Promise<void> {
  const client = new EventBridgeClient({
    ...(region && { region }),
    ...(endpoint && { endpoint, credentials: LOCAL_CREDENTIALS }),
  });
  try {
    const EventPattern = JSON.stringify({ source: [EVENT_SOURCE] });
    await client.send(new PutRuleCommand({ EventBusName, Name: 'webhooks', EventPattern }));
    const Targets = [{ Id: 'webhooks', Arn: target }];
    await client.send(new PutTargetsCommand({ EventBusName, Rule: 'webhooks', Targets }));
  } finally {
    client.destroy();
  }
}
