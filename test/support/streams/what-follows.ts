import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { openDirectory, readCommit, type Directory } from '#libs/directory';
import type { StreamRecord } from '#libs/dynamodb-streams';
import { classicEventBus, toOutgoingEvent } from '#libs/event-publishing';
import { compileEventPattern } from '../../../apps/local/src/bus/events/event-pattern.js';
import { feeder } from '../../../apps/stream-processor/src/feeder/feeder.js';
import { workAfterwards } from '../../../apps/stream-processor/src/projector/afterwards.js';
import { projector } from '../../../apps/stream-processor/src/projector/projector.js';
import { commitOf } from '../../../apps/stream-processor/src/publisher/committed-events.js';
import {
  FEEDER_FILTERS,
  PROJECTOR_FILTERS,
  PUBLISHER_FILTERS,
  type RecordFilter,
} from '../../../infra/src/parts/record-filters.js';
import { testMasterKey } from '../directory/master-key.js';
import { engineBehind, engineClient } from '../engines/engine.js';
import { lambdaRecordsOf } from './stream-records.js';

/** What a change sets off, if nothing else happens: each function is called for it alone. */
export interface Following {
  events: number;
  /** Of the events, as they are published. */
  bytes: number;
  publisherCalls: number;
  feederCalls: number;
  projectorCalls: number;
  /** Of all functions. */
  reads: number;
  writes: number;
  /** It left work to a job, which is not included. */
  isJob: boolean;
}

const passes = (filters: readonly RecordFilter[]) => {
  const matchers = filters.map((filter) => compileEventPattern(JSON.stringify(filter)));
  return (streamArn: string, record: StreamRecord) => {
    const [sent] = lambdaRecordsOf({ streamArn, shardId: '', records: [record] });
    return matchers.some((matches) => matches(sent!));
  };
};
const passing = [PUBLISHER_FILTERS, FEEDER_FILTERS, PROJECTOR_FILTERS].map(passes);
const isOfJob = ({ dynamodb }: StreamRecord) => dynamodb?.NewImage?.['entity']?.S === 'job';

/** Reads a table's stream from now on, and does what the functions do with it. */
export async function watchWhatFollows(client: DynamoDBClient, tableName: string) {
  const stream = await openStream(client, tableName);
  const units = { reads: 0, writes: 0 };
  const ownClient = engineClient();
  const directory = openDirectory({
    client: ownClient,
    tableName,
    cursorSecret: randomUUID() + randomUUID(),
    masterKey: testMasterKey(),
    onCall({ capacity }) {
      units.reads += capacity?.read ?? 0;
      units.writes += capacity?.write ?? 0;
    },
  });
  const afterwards = workAfterwards(() => {});
  const project = projector({ directory, afterwards, onNotice: () => {} });
  const feed = feeder({ directory, onNotice: () => {} });
  const { signal } = new AbortController();

  async function run(shards: readonly Shard[], follows: Following): Promise<void> {
    for (const { streamArn, shardId, records } of shards) {
      const [published, fed, projected] = passing.map((passes) =>
        records.filter((record) => passes(streamArn, record)),
      );
      follows.publisherCalls += Number(published!.length > 0);
      follows.feederCalls += Number(fed!.length > 0);
      follows.projectorCalls += Number(projected!.length > 0);
      follows.isJob ||= projected!.some(isOfJob);
      for (const record of published!) await publish(directory, record, follows);
      await feed({ records: fed!, signal, shardId });
      await project({ records: projected!.filter((record) => !isOfJob(record)), signal, shardId });
      await afterwards.settled();
    }
  }

  return {
    /** Forgets what has been written until now, but for the feeds: they go on from there. */
    async skip(): Promise<void> {
      for (const { shardId, records } of await stream.take()) await feed({ records, signal, shardId });
    },
    async take(): Promise<Following> {
      Object.assign(units, { reads: 0, writes: 0 });
      const follows = {
        events: 0,
        bytes: 0,
        publisherCalls: 0,
        feederCalls: 0,
        projectorCalls: 0,
        isJob: false,
      };
      const counted: Following = { ...follows, ...units };
      // What the functions write is in the stream too.
      for (let shards = await stream.take(); shards.length > 0; shards = await stream.take())
        await run(shards, counted);
      return { ...counted, ...units };
    },
    close() {
      stream.close();
      ownClient.destroy();
    },
  };
}

async function publish(directory: Directory, record: StreamRecord, follows: Following): Promise<void> {
  const commit = commitOf(record);
  if (commit.kind === 'unreadable') throw new Error(commit.reason);
  const events =
    commit.kind === 'events'
      ? commit.events
      : commit.kind === 'named'
        ? await readCommit(directory, commit.aggregateId, commit)
        : [];
  const bus = classicEventBus(undefined as never, 'rollbook');
  follows.events += events.length;
  for (const event of events) follows.bytes += bus.sizeOf(toOutgoingEvent(event, bus));
}

interface Shard {
  streamArn: string;
  shardId: string;
  records: StreamRecord[];
}

async function openStream(client: DynamoDBClient, table: string) {
  const streams = new DynamoDBStreamsClient({
    endpoint: engineBehind(),
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  const streamArn = Table?.LatestStreamArn ?? '';
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: streamArn }));
  const iterators = new Map<string, string | undefined>();
  for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
    const at = { StreamArn: streamArn, ShardId, ShardIteratorType: 'LATEST' } as const;
    iterators.set(ShardId, (await streams.send(new GetShardIteratorCommand(at))).ShardIterator);
  }
  return {
    /** What has been written since it was last called, without shards that have nothing new. */
    async take(): Promise<Shard[]> {
      const shards: Shard[] = [];
      for (const [shardId, iterator] of iterators) {
        const records: StreamRecord[] = [];
        for (let at = iterator; at;) {
          const page = await streams.send(new GetRecordsCommand({ ShardIterator: at }));
          at = page.NextShardIterator;
          iterators.set(shardId, at);
          if (!page.Records?.length) break;
          records.push(...page.Records);
        }
        if (records.length > 0) shards.push({ streamArn, shardId, records });
      }
      return shards;
    },
    close: () => streams.destroy(),
  };
}
