import type { IncomingMessage, ServerResponse } from 'node:http';
import { PutRuleCommand, PutTargetsCommand } from '@aws-sdk/client-eventbridge';
import { busFailure, eventBridgeClient } from '#libs/aws-clients';
import { requireMasterKey, requireTable, startWritingUsage, usageWriter } from '#libs/directory';
import { isIdOf } from '#libs/domain';
import { EVENT_SOURCE } from '#libs/event-contracts';
import { listenForWrites, listenOnLoopback, type WriteListener } from '#libs/program';
import { AccountsWithoutEndpoints } from './accounts-without-endpoints.js';
import { takeEvent, type BusEvent } from './bus-event.js';
import { connect } from './connection.js';
import type { Configuration } from './configuration.js';
import { Deliverer, type DelivererOptions } from './deliverer.js';
import { Sweeper } from './sweeper.js';

export interface WebhooksHost {
  /** Where the bus delivers to. */
  url: string;
  stop(): Promise<void>;
}

/** How often to look for due queues whose time this process does not know: above all those of a process that died. */
const SWEEP_EVERY_MS = 1_000;
/** Where the API signals a requested delivery. */
const SWEEP_EVERY_MS_WHEN_TOLD = 30_000;

/** What takes events of the bus, and delivers what is due. Several can run at once. */
export function webhookWorker({
  directory,
  onNotice,
  ...options
}: Omit<DelivererOptions, 'onDue' | 'onRoom'>) {
  const deliverer = new Deliverer({
    directory,
    onNotice,
    onDue: (queue, at) => sweeper.startAt(queue, at),
    onRoom: () => sweeper.wake(),
    ...options,
  });
  const sweeper = new Sweeper(deliverer, { runtime: directory, onNotice });
  const without = new AccountsWithoutEndpoints({ runtime: directory });
  const metering = startWritingUsage(usageWriter(directory, onNotice));
  return {
    start: (sweepEveryMs: number) => sweeper.start(sweepEveryMs),
    wake: () => sweeper.wake(),
    /** @returns whether the bus may forget the events: they are queued, and somebody may begin to send them */
    async take(events: readonly BusEvent[]): Promise<boolean> {
      let isDone = true;
      for (const event of events) {
        const { resumed, again } = await takeEvent(directory, event, without);
        for (const queue of resumed)
          if (isIdOf('log-stream', queue.webhookEndpointId)) sweeper.startSoon(queue);
          else deliverer.start(queue);
        if (again) isDone = false;
      }
      return isDone;
    },
    async stop(): Promise<void> {
      await Promise.all([sweeper.stop(), deliverer.stop()]);
      await metering.stop();
    },
  };
}

/** A target of the bus, and a deliverer that looks for due deliveries. Several can run at once. */
export async function startWebhooks(
  configuration: Configuration,
  onNotice: (line: string) => void,
  { onRefused, ...options }: Partial<DelivererOptions> & { onRefused?: (error: unknown) => void } = {},
): Promise<WebhooksHost> {
  const { client, directory, close } = connect(configuration, onRefused);
  await requireTable(client, configuration.table);
  await requireMasterKey(directory, onNotice);
  const { allowLocal } = configuration;
  const worker = webhookWorker({ directory, allowLocal, onNotice, ...options });
  const listener = await listen(configuration, worker.wake, onNotice);
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const take = async () => {
      const isDone = await worker.take(await readEvents(request));
      response.writeHead(isDone ? 200 : 503).end();
    };
    take().catch((error: unknown) => {
      onNotice(`an event could not be queued and will be retried: ${String(error)}`);
      response.writeHead(503).end();
    });
  };
  const server = await listenOnLoopback({ port: configuration.port }, answer);
  await subscribe(configuration, `${server.url}/events`);
  worker.start(listener ? SWEEP_EVERY_MS_WHEN_TOLD : SWEEP_EVERY_MS);
  return {
    url: server.url,
    async stop() {
      listener?.close();
      await Promise.all([server.stop(), worker.stop()]);
      close();
    },
  };
}

async function listen(
  { signalPort }: Configuration,
  wake: () => void,
  onNotice: (line: string) => void,
): Promise<WriteListener | undefined> {
  if (signalPort === undefined) return undefined;
  return listenForWrites(signalPort, wake).catch((error: unknown) => {
    onNotice(`the delivery signal is not available, looking for due queues every second: ${String(error)}`);
    return undefined;
  });
}

async function readEvents(request: IncomingMessage): Promise<BusEvent[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as BusEvent | BusEvent[];
  return Array.isArray(body) ? body : [body];
}

/** A bus on AWS cannot deliver to an address like this one: there it takes an API destination or a queue. */
async function subscribe(
  { eventBus: EventBusName, eventBridgeEndpoint: endpoint }: Configuration,
  target: string,
): Promise<void> {
  if (endpoint === undefined) return;
  const client = eventBridgeClient({ endpoint });
  try {
    const EventPattern = JSON.stringify({ source: [EVENT_SOURCE] });
    await client.send(new PutRuleCommand({ EventBusName, Name: 'webhooks', EventPattern }));
    // A header of the local bus: a request for each event would take longer than all that is done about it.
    const HttpParameters = { HeaderParameters: { 'x-events-at-once': '100' } };
    const Targets = [{ Id: 'webhooks', Arn: target, HttpParameters }];
    await client.send(new PutTargetsCommand({ EventBusName, Rule: 'webhooks', Targets }));
  } catch (error) {
    throw busFailure(endpoint, EventBusName, error);
  } finally {
    client.destroy();
  }
}
