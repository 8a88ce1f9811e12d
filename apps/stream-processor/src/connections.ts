import { randomUUID } from 'node:crypto';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { openDirectory, type Directory } from '#libs/directory';
import { masterKeyOf } from '#libs/master-key';
import { classicEventBus, DeadLetters, type EventBusPort } from '#libs/event-publishing';
import { openTraceExport } from '#libs/trace-export';
import type { Configuration } from './configuration.js';
import { tracedBus } from './traced-bus.js';

export interface Connections {
  dynamodb: DynamoDBClient;
  streams: DynamoDBStreamsClient;
  directory: Directory;
  bus: EventBusPort;
  deadLetters: DeadLetters;
  /** Sends the spans that are waiting: before a host stops the process for a while. */
  flushTraces: () => Promise<void>;
  close(): Promise<void>;
}

/** Past this, a request to the bus counts as failed, although the bus may have taken it. */
const BUS_TIMEOUT_MS = 10_000;
/** The SDK copies every input and output for a logger that has methods, even for its default one that does nothing. */
const NO_LOGGER = {} as NonNullable<DynamoDBClientConfig['logger']>;

/** Connects to the table, its stream and the event bus. */
export function connect(configuration: Configuration, busTimeoutMs = BUS_TIMEOUT_MS): Connections {
  const { table, eventBus, region, dynamodbEndpoint, eventBridgeEndpoint } = configuration;
  const { kmsKeyId, masterKeyFile: file } = configuration;
  const shared = { ...(region ? { region } : {}), logger: NO_LOGGER };
  const dynamodb = new DynamoDBClient({ ...shared, ...local(dynamodbEndpoint) });
  const streams = new DynamoDBStreamsClient({ ...shared, ...local(dynamodbEndpoint) });
  // One attempt: failed entries are retried by the publisher, in order.
  const eventBridge = new EventBridgeClient({
    ...shared,
    ...local(eventBridgeEndpoint),
    maxAttempts: 1,
    requestHandler: { requestTimeout: busTimeoutMs, throwOnRequestTimeout: true },
  });
  const traces =
    configuration.traces &&
    openTraceExport(configuration.traces, (text) => process.stderr.write(`${text}\n`));
  const bus = classicEventBus(eventBridge, eventBus);
  return {
    dynamodb,
    streams,
    // No cursor of this process leaves it.
    directory: openDirectory({
      client: dynamodb,
      tableName: table,
      cursorSecret: randomUUID() + randomUUID(),
      masterKey: masterKeyOf({ kmsKeyId, file, region, tableName: table }),
    }),
    bus: traces ? tracedBus(bus, traces, eventBus) : bus,
    deadLetters: new DeadLetters(dynamodb, table),
    async flushTraces() {
      await traces?.flush();
    },
    async close() {
      for (const client of [dynamodb, streams, eventBridge]) client.destroy();
      await traces?.close();
    },
  };
}

/** A local endpoint takes any credentials; AWS gets those of the environment. */
function local(endpoint: string | undefined) {
  return endpoint ? { endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } } : {};
}
