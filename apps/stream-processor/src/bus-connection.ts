import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoDBClient, eventBridgeClient, type ClientSettings } from '#libs/aws-clients';
import { classicEventBus, DeadLetters, type EventBusPort } from '#libs/event-publishing';
import { openTraceExport } from '#libs/program';
import type { Configuration } from './configuration.js';
import { tracedBus } from './traced-bus.js';

export interface BusConnection {
  dynamodb: DynamoDBClient;
  bus: EventBusPort;
  deadLetters: DeadLetters;
  /** Sends the spans that are waiting: before a host stops the process for a while. */
  flushTraces: () => Promise<void>;
  close(): Promise<void>;
}

export interface Patience {
  tableMs?: number | undefined;
  busMs?: number | undefined;
  onRefused?: ((error: unknown) => void) | undefined;
  /** Sends the calls: a function does without undici, which would only make its bundle larger. */
  handler?: ClientSettings['handler'];
}

export function connectBus(configuration: Configuration, patience: Patience = {}): BusConnection {
  const { table, eventBus, dynamodbEndpoint, eventBridgeEndpoint } = configuration;
  const { onRefused, handler } = patience;
  const dynamodb = dynamoDBClient({
    endpoint: dynamodbEndpoint,
    answerMs: patience.tableMs,
    onRefused,
    handler,
    keepSigningKey: true,
  });
  // One attempt: failed entries are retried by the publisher, in order.
  const eventBridge = eventBridgeClient({
    endpoint: eventBridgeEndpoint,
    answerMs: patience.busMs,
    maxAttempts: 1,
    onRefused,
    handler,
    keepSigningKey: true,
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
