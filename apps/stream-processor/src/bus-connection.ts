import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { classicEventBus, DeadLetters, type EventBusPort } from '#libs/event-publishing';
import { timeLimits } from '#libs/single-table';
import { openTraceExport } from '#libs/trace-export';
import type { Configuration } from './configuration.js';
import { tracedBus } from './traced-bus.js';

/** What the publisher needs, and no more: its function loads nothing else. */
export interface BusConnection {
  dynamodb: DynamoDBClient;
  bus: EventBusPort;
  deadLetters: DeadLetters;
  /** Sends the spans that are waiting: before a host stops the process for a while. */
  flushTraces: () => Promise<void>;
  close(): Promise<void>;
}

/** How long the table, its stream and the bus are waited for, in milliseconds: see `timeLimits`. */
export interface Patience {
  /** Past this, a call is made again. */
  tableMs?: number | undefined;
  /** Past this, a request counts as failed, although the bus may have taken it. */
  busMs?: number | undefined;
}

/** The SDK copies every input and output for a logger that has methods, even for its default one that does nothing. */
const NO_LOGGER = {} as NonNullable<DynamoDBClientConfig['logger']>;

/** Connects to the event bus, and to the table for what could not be published. */
export function connectBus(configuration: Configuration, patience: Patience = {}): BusConnection {
  const { table, eventBus, dynamodbEndpoint, eventBridgeEndpoint } = configuration;
  const dynamodb = new DynamoDBClient(clientConfiguration(configuration, dynamodbEndpoint, patience.tableMs));
  // One attempt: failed entries are retried by the publisher, in order.
  const eventBridge = new EventBridgeClient({
    ...clientConfiguration(configuration, eventBridgeEndpoint, patience.busMs),
    maxAttempts: 1,
  });
  const traces =
    configuration.traces &&
    openTraceExport(configuration.traces, (text) => process.stderr.write(`${text}\n`));
  const bus = classicEventBus(eventBridge, eventBus);
  return {
    dynamodb,
    bus: traces ? tracedBus(bus, traces, eventBus) : bus,
    deadLetters: new DeadLetters(dynamodb, table),
    async flushTraces() {
      await traces?.flush();
    },
    async close() {
      for (const client of [dynamodb, eventBridge]) client.destroy();
      await traces?.close();
    },
  };
}

/** A local endpoint takes any credentials; AWS gets those of the environment. */
export function clientConfiguration(
  { region }: Configuration,
  endpoint: string | undefined,
  timeoutMs?: number,
) {
  return {
    requestHandler: timeLimits(timeoutMs),
    ...(region ? { region } : {}),
    logger: NO_LOGGER,
    ...(endpoint ? { endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } } : {}),
  };
}
