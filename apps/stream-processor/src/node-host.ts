import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { StreamReader, type ReaderMetrics, type StreamReaderOptions } from '#libs/dynamodb-streams';
import type { Configuration } from './configuration.js';
import { classicEventBus } from './publisher/classic-event-bus.js';
import { isNoCommit } from './publisher/committed-events.js';
import { deadLetters } from './publisher/dead-letters.js';
import type { EventBusPort } from './publisher/event-bus.js';
import { Publisher } from './publisher/publisher.js';

export interface StreamProcessor {
  /** Finishes the work at hand and gives the shards back. */
  stop(options?: { deadlineMs?: number }): Promise<void>;
  metrics(): Record<string, ReaderMetrics>;
}

/** How the readers work; what is left out is as in production. */
export type ReaderTuning = Pick<
  StreamReaderOptions,
  | 'leaseDurationMs'
  | 'checkpointIntervalMs'
  | 'maxPollIntervalMs'
  | 'discoveryIntervalMs'
  | 'pageSize'
  | 'onStep'
>;

const BUS_TIMEOUT_MS = 10_000;
/** The SDK copies every input and output for a logger that has methods, even for its default one that does nothing. */
const NO_LOGGER = {} as NonNullable<DynamoDBClientConfig['logger']>;

/** Runs the stream processors in this process. Resolves when they have found the table's stream. */
export async function startStreamProcessor(
  configuration: Configuration,
  onNotice: (line: string) => void,
  tuning: ReaderTuning & { wrapBus?: (bus: EventBusPort) => EventBusPort; busTimeoutMs?: number } = {},
): Promise<StreamProcessor> {
  const { table, eventBus, region, dynamodbEndpoint, eventBridgeEndpoint } = configuration;
  const { wrapBus = (bus) => bus, busTimeoutMs = BUS_TIMEOUT_MS, ...readerTuning } = tuning;
  const shared = { ...(region ? { region } : {}), logger: NO_LOGGER };
  const dynamodb = new DynamoDBClient({ ...shared, ...local(dynamodbEndpoint) });
  const streams = new DynamoDBStreamsClient({ ...shared, ...local(dynamodbEndpoint) });
  // One attempt: the publisher retries failed entries itself, in order.
  const eventBridge = new EventBridgeClient({
    ...shared,
    ...local(eventBridgeEndpoint),
    maxAttempts: 1,
    requestHandler: { requestTimeout: busTimeoutMs, throwOnRequestTimeout: true },
  });
  const publisher = new Publisher({
    bus: wrapBus(classicEventBus(eventBridge, eventBus)),
    deadLetters: deadLetters(dynamodb, table),
    onNotice,
  });
  const reader = new StreamReader({
    streams,
    dynamodb,
    table,
    consumer: 'publisher',
    ignore: isNoCommit,
    handle: (batch) => publisher.handle(batch),
    onNotice,
    ...readerTuning,
    onStep: async (step, shard) => {
      if (step === 'lease-taken' || step === 'takeover') publisher.refresh();
      await readerTuning.onStep?.(step, shard);
    },
  });
  await reader.start();
  return {
    async stop(options) {
      await reader.stop(options);
      for (const client of [dynamodb, streams, eventBridge]) client.destroy();
    },
    metrics: () => ({ publisher: reader.metrics() }),
  };
}

/** A local endpoint takes any credentials; AWS gets those of the environment. */
function local(endpoint: string | undefined) {
  return endpoint ? { endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } } : {};
}
