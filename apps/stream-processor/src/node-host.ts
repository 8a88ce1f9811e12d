import { overUndici } from '#libs/aws-clients';
import {
  StreamFeed,
  StreamReader,
  type Gap,
  type ReaderMetrics,
  type StreamReaderOptions,
} from '#libs/dynamodb-streams';
import {
  SETTLED_AFTER_MS,
  dueOf,
  readCommit,
  repairSince,
  requireMasterKey,
  requireTable,
  startWritingUsage,
  triggeredJob,
  usageWriter,
  type Directory,
  type Signing,
} from '#libs/directory';
import { republishAll, type EventBusPort } from '#libs/event-publishing';
import { listenForWrites, type WriteListener } from '#libs/program';
import type { Configuration, Consumer } from './configuration.js';
import { connect, type Connections } from './connections.js';
import { isNoCommit } from './publisher/committed-events.js';
import { Publisher } from './publisher/publisher.js';
import { startDueWork, type DueWork, type DueWorkMetrics } from './due/due-work.js';
import { workAfterwards, type Afterwards } from './projector/afterwards.js';
import { jobs } from './projector/job-runner.js';
import { projector, sweep, tasksOfRecord } from './projector/projector.js';
import { feeder, feedHistories, feedSince, gatherCommitsMs } from './feeder/feeder.js';
import { startStoringObjects, type ObjectsSettings } from './log/log-objects.js';
import { startLogging, type LogMetrics, type LogOptions } from './log/log-work.js';
import { startStatingFeeds, type FeedMetrics, type FeedStatements } from './feeder/feed-statements.js';

export interface StreamProcessor {
  /** Finishes the work at hand and gives the shards back. */
  stop(options?: { deadlineMs?: number }): Promise<void>;
  metrics(): Partial<Record<Consumer | 'feeder' | 'jobs', ReaderMetrics>> & {
    dueWork?: DueWorkMetrics;
    feeds?: FeedMetrics;
    log?: LogMetrics;
  };
}

export interface Tuning extends Pick<
  StreamReaderOptions,
  | 'workerId'
  | 'leaseDurationMs'
  | 'checkpointIntervalMs'
  | 'maxPollIntervalMs'
  | 'discoveryIntervalMs'
  | 'pageSize'
> {
  /** Steps of the publisher's reader. */
  onStep?: StreamReaderOptions['onStep'];
  wrapBus?: (bus: EventBusPort) => EventBusPort;
  busTimeoutMs?: number;
  onRefused?: (error: unknown) => void;
  /** How often to look for stalled jobs, and how long a job may stall. */
  sweepEveryMs?: number;
  jobRestsMs?: number;
  /** How often to state up to when the feeds are complete. */
  stateEveryMs?: number;
  /** What signs the logs; without it there are none. */
  signing?: Signing | undefined;
  log?: Pick<LogOptions, 'roundEveryMs' | 'lookEveryMs'>;
  /** Where the feeds are stored as objects; nowhere without. */
  objects?: ObjectsSettings | undefined;
}

const SWEEP_EVERY_MS = 60_000;
/** To the table, its stream and the bus, each. */
const CONNECTIONS = 16;

/** A request to the bus takes ten events, and a count is written once for all that a batch adds to it. */
const GATHER_EVENTS_MS = 25;
const GATHER_COUNTS_MS = 1_000;

/** So short that the reader of jobs stays within what is in memory, and reads nothing a second time. */
const JOB_SLICE_MS = 250;

/**
 * If the API signals its writes, polling only finds those of others: jobs, or manual commands. The engine is then on this
 * machine, and answers nobody else while it reads a page: 125 ms for 1,000 records.
 */
const WHEN_TOLD = { minPollIntervalMs: 100, maxPollIntervalMs: 5_000, pageSize: 100 };
/** Its stream has one shard, of which the readers hear when it ends. */
const DISCOVER_WHEN_TOLD_MS = 10 * 60_000;

/** How far before the last record read a repair begins: commits have the clock of their process, the stream that of DynamoDB. */
const CLOCK_TOLERANCE_MS = 15 * 60 * 1000;

function streamFeed(
  { streams, directory }: Connections,
  isTold: boolean,
  { pageSize, maxPollIntervalMs }: Pick<Tuning, 'pageSize' | 'maxPollIntervalMs'>,
): StreamFeed {
  const tuned = { ...(pageSize && { pageSize }), ...(maxPollIntervalMs && { maxPollIntervalMs }) };
  return new StreamFeed({ streams, runtime: directory, ...(isTold ? WHEN_TOLD : {}), ...tuned });
}

/** Runs both stream processors in this process, or only the given one. Resolves when they have found the table's stream. */
export async function startStreamProcessor(
  configuration: Configuration,
  onNotice: (line: string) => void,
  { wrapBus = (bus) => bus, busTimeoutMs, onRefused, ...tuning }: Tuning = {},
): Promise<StreamProcessor> {
  const connections = connect(configuration, {
    busMs: busTimeoutMs,
    onRefused,
    handler: overUndici(CONNECTIONS),
  });
  await requireTable(connections.dynamodb, configuration.table);
  await requireMasterKey(connections.directory, onNotice);
  const bus = wrapBus(connections.bus);
  const { signing, objects } = configuration;
  const processor = { signing, objects, ...tuning };
  return runStreamProcessor({ ...connections, bus }, configuration, onNotice, processor);
}

/** The same over connections that are open, on the runtime of their directory. */
export async function runStreamProcessor(
  connections: Connections,
  configuration: Pick<Configuration, 'table' | 'only' | 'writeSignalPort' | 'jobChunksPerSecond'>,
  onNotice: (line: string) => void,
  {
    sweepEveryMs = SWEEP_EVERY_MS,
    jobRestsMs,
    stateEveryMs,
    signing,
    log,
    objects,
    onStep,
    maxPollIntervalMs,
    pageSize,
    ...tuning
  }: Omit<Tuning, 'wrapBus' | 'busTimeoutMs' | 'onRefused'> = {},
): Promise<StreamProcessor> {
  const { streams, dynamodb, directory } = connections;
  const { writeSignalPort } = configuration;
  const feed = streamFeed(connections, writeSignalPort !== undefined, { pageSize, maxPollIntervalMs });
  const listener = await listen(writeSignalPort, feed, onNotice);
  const shared = {
    ...{ streams, dynamodb, table: configuration.table, onNotice, feed, runtime: directory },
    ...(writeSignalPort !== undefined && { discoveryIntervalMs: DISCOVER_WHEN_TOLD_MS }),
    ...tuning,
  };
  const publisher = publisherTo(connections, onNotice);
  const publishing = new StreamReader({
    ...shared,
    consumer: 'publisher',
    gatherMs: GATHER_EVENTS_MS,
    ignore: isNoCommit,
    handle: (batch) => publisher.handle(batch),
    onGap: (gap) => repair(connections, gap, onNotice),
    onStep: async (step, shard) => {
      if (step === 'lease-taken' || step === 'takeover') publisher.refresh();
      await onStep?.(step, shard);
    },
  });
  const afterwards = workAfterwards(onNotice);
  const dueWork = configuration.only === 'publisher' ? undefined : startDueWork(directory, { onNotice });
  const ofProjector = readersOfProjector({
    connections,
    configuration,
    shared,
    listener,
    afterwards,
    dueWork,
  });
  // The publisher last: who is stopped while it starts gives no shard back, and the next one would send what this one has sent.
  const running = [
    ...(dueWork ? ofProjector : []),
    ...(configuration.only === 'projector' ? [] : [['publisher', publishing] as const]),
  ];
  // One after the other: see `beginAfter`.
  for (const [, reader] of running) await reader.start();
  const metering = startWritingUsage(usageWriter(directory, onNotice));
  const [[, feeding]] = ofProjector;
  const statements = dueWork && startStatingFeeds(directory, feeding, onNotice, stateEveryMs);
  const logging = dueWork && signing && startLogging(directory, signing, { onNotice, ...log });
  const beside = [
    dueWork && startSweeping(directory, { onNotice, sweepEveryMs, jobRestsMs }),
    dueWork && objects && startStoringObjects(directory, objects, { onNotice }),
    ...[dueWork, statements, logging],
  ];
  return {
    async stop(options) {
      listener?.close();
      await Promise.all(beside.map(async (each) => each?.stop()));
      await Promise.all(running.map(([, reader]) => reader.stop(options)));
      await afterwards.settled();
      await metering.stop();
      await connections.close();
    },
    metrics: () => ({
      ...metricsOf(running, dueWork, statements),
      ...(logging && { log: logging.metrics() }),
    }),
  };
}

type SharedOptions = Omit<StreamReaderOptions, 'consumer' | 'handle'> &
  Required<Pick<StreamReaderOptions, 'onNotice' | 'feed'>>;

/**
 * Feeds, jobs, and all else that follows from a change: none waits for another. Until 0.2.0 one reader did all three, so the others begin
 * where it has got to, and must have begun before it goes on.
 */
function readersOfProjector({
  connections: { directory },
  configuration,
  shared,
  listener,
  afterwards,
  dueWork,
}: {
  connections: Connections;
  configuration: Pick<Configuration, 'jobChunksPerSecond'>;
  shared: SharedOptions;
  listener: WriteListener | undefined;
  afterwards: Afterwards;
  dueWork: DueWork | undefined;
}) {
  const { onNotice } = shared;
  const beginAfter = 'projector';
  const feeding = new StreamReader({
    ...shared,
    beginAfter,
    consumer: 'feeder',
    gatherMs: gatherCommitsMs,
    staysFresh: true,
    ignore: isNoCommit,
    handle: feeder({ directory, onNotice, onFed: listener?.tellFed }),
    onGap: async (gap) => feedSince(directory, await repairWindow(directory, gap)),
  });
  const runJobs = jobs({
    directory: { ...directory, othersAsk: listener?.othersAsk },
    onNotice,
    chunksPerSecond: configuration.jobChunksPerSecond,
    sliceMs: JOB_SLICE_MS,
  });
  const running = new StreamReader({
    ...shared,
    beginAfter,
    consumer: 'jobs',
    ignore: ({ dynamodb }) => !triggeredJob(dynamodb?.NewImage),
    handle: async (batch) => {
      const answer = await runJobs(batch);
      // No API signals what jobs write.
      shared.feed.wake();
      return answer;
    },
  });
  const project = projector({ directory, afterwards, onNotice });
  const projecting = new StreamReader({
    ...shared,
    consumer: 'projector',
    gatherMs: GATHER_COUNTS_MS,
    ignore: (record) =>
      tasksOfRecord(record).length === 0 && !dueOf(record.dynamodb?.NewImage) && isNoCommit(record),
    handle: (batch) => {
      dueWork?.expect(batch.records);
      return project(batch);
    },
    onGap: async (gap) => repairSince(directory, await repairWindow(directory, gap)),
  });
  return [
    ['feeder', feeding],
    ['jobs', running],
    ['projector', projecting],
  ] as const;
}

function metricsOf(
  running: readonly (readonly [string, StreamReader])[],
  dueWork: DueWork | undefined,
  statements: FeedStatements | undefined,
): ReturnType<StreamProcessor['metrics']> {
  return {
    ...Object.fromEntries(running.map(([consumer, reader]) => [consumer, reader.metrics()])),
    ...(dueWork && { dueWork: dueWork.metrics() }),
    ...(statements && { feeds: statements.metrics() }),
  };
}

function publisherTo(
  { bus, directory, deadLetters }: Connections,
  onNotice: (line: string) => void,
): Publisher {
  return new Publisher({
    bus,
    deadLetters,
    onNotice,
    runtime: directory,
    readCommit: (...commit) => readCommit(directory, ...commit),
  });
}

/** If the port is taken, the stream is polled, as it is if the API runs on another machine. */
async function listen(
  port: number | undefined,
  feed: StreamFeed,
  onNotice: (line: string) => void,
): Promise<WriteListener | undefined> {
  if (port === undefined) return undefined;
  return listenForWrites(port, () => feed.wake()).catch((error: unknown) => {
    onNotice(`The write signal is not available, polling instead: ${String(error)}`);
    return undefined;
  });
}

interface Sweeping {
  onNotice: (line: string) => void;
  sweepEveryMs: number;
  jobRestsMs: number | undefined;
}

/** Wakes stalled jobs and feeds histories now and then, one time after the other. */
function startSweeping(
  directory: Directory,
  { onNotice, sweepEveryMs, jobRestsMs }: Sweeping,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    await sweep(directory, onNotice, jobRestsMs);
    await feedHistories(directory, onNotice, stopping.signal);
  };
  let underWay = run();
  const stop = directory.every(sweepEveryMs, () => {
    underWay = underWay.then(run);
  });
  return {
    async stop() {
      stop();
      stopping.abort();
      await underWay;
    },
  };
}

/**
 * Up to what the log shows whole and in order: the index that it is read by lags. Records of what is younger are not trimmed for a day;
 * but a new stream may have begun a moment ago, and then what was before it must have settled.
 */
async function repairWindow(directory: Directory, { reason, since }: Gap): Promise<{ from: Date; to: Date }> {
  if (reason !== 'trimmed') await directory.sleep(SETTLED_AFTER_MS);
  const settled = directory.now() - SETTLED_AFTER_MS;
  return { from: new Date(Math.max(0, since - CLOCK_TOLERANCE_MS)), to: new Date(settled) };
}

/** Republishes what the stream may have lost, from the account logs. Subscribers recognise duplicates by their ids. */
async function repair(
  { directory, bus }: Connections,
  gap: Gap,
  onNotice: (line: string) => void,
): Promise<void> {
  const { from, to } = await repairWindow(directory, gap);
  const sent = await republishAll(directory, bus, from, to);
  onNotice(`REPAIRED: ${sent} events since ${from.toISOString()} were republished from the account logs.`);
}
