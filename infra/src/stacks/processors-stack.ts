import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { EventSourceMapping, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { BundledFunction } from '../parts/bundled-function.js';
import type { Environment } from '../settings/environment.js';
import { allowListingStreams, allowStoringObjects, tableStatements, type TableGrant } from '../iam/grants.js';
import {
  countKeyErrors,
  loggedDeadLetters,
  measureDueWork,
  measureFeeds,
  measureLog,
  type ParkingProcessor,
  type ProcessorName,
} from '../monitoring/log-metrics.js';
import { objectsEnvironment, processorEnvironment, traceHeaders } from '../settings/process-environments.js';
import { deadLetterQueue } from '../parts/queues.js';
import {
  FEEDER_FILTERS,
  PROJECTOR_FILTERS,
  PUBLISHER_FILTERS,
  type RecordFilter,
} from '../parts/record-filters.js';
import { allowKeyUse, type Data } from './data-stack.js';
import type { EventsStack } from './events-stack.js';

export interface ProcessorsStackProps extends StackProps {
  data: Data;
  events: EventsStack;
  settings: Environment;
  tableName: string;
  grants: Record<ProcessorName, readonly TableGrant[]>;
  bundles: Record<ProcessorName, string>;
}

export interface Processor {
  name: ProcessorName;
  function: BundledFunction['function'];
  failures: Queue;
  deadLetters?: IMetric;
}

/**
 * A failing batch is halved until the failing records are alone, and these are tried this often before they go to the queue:
 * with the service's pauses, for about ten minutes. By default they would block their shard for a day and then be lost.
 */
const RETRIES = 20;
/** Less than the 24 hours that a stream keeps: older records are in the queue, with their position in the stream. */
const MAX_RECORD_AGE = Duration.hours(20);
/** Counts and feeds go by shard (docs/adr/0019): only a tumbling window tells the shard, whatever its length. */
const BY_SHARD = { tumblingWindow: Duration.minutes(15) };
const COUNTING = { ...BY_SHARD, maxBatchingWindow: Duration.seconds(1) };
/** The service gathers nothing for the feeder, but one that is behind catches up in large batches. */
const FEEDING = { ...BY_SHARD, batchSize: 1_000 };
const FEEDER_MEMORY_MB = 512;
const TIMEOUT = Duration.seconds(60);

const DESCRIPTIONS: Readonly<Record<ProcessorName, string>> = {
  publisher: 'Publishes what changes',
  feeder: 'Appends what changes to the feeds',
  projector: 'Keeps copies current and runs jobs',
};

/**
 * The readers of the table's stream on Lambda: one more than the two that DynamoDB recommends for a shard. A read that it throttles is
 * repeated, so the third costs time when the stream is busy; that guards wait for no job is worth it (docs/adr/0050).
 */
export class ProcessorsStack extends Stack {
  readonly processors: Processor[];
  private readonly environmentKey: Key | undefined;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ProcessorsStackProps,
  ) {
    super(scope, id, props);
    const { events, data } = props;
    const settings = props.settings.processors;
    if (props.settings.traces?.headersSecretArn !== undefined)
      this.environmentKey = new Key(this, 'EnvironmentKey', {
        description: "Encrypts the stream processors' environment, which holds the collector's secret",
        enableKeyRotation: true,
        removalPolicy: RemovalPolicy.DESTROY,
      });
    const publisher = this.processor('publisher', settings.publisherMemoryMb, PUBLISHER_FILTERS);
    publisher.role.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['events:PutEvents'], resources: [events.bus.eventBusArn] }),
    );
    const feeder = this.processor('feeder', FEEDER_MEMORY_MB, FEEDER_FILTERS);
    const projector = this.processor('projector', settings.projectorMemoryMb, PROJECTOR_FILTERS);
    // Events that a head only names are decrypted.
    data.erasureKey.grant(publisher.role, 'kms:Decrypt');
    // The projector ends memberships of users, which records events.
    countKeyErrors(projector.logGroup, props.tableName);
    data.erasureKey.grant(projector.role, 'kms:GenerateDataKey', 'kms:Decrypt');
    for (const [id, description, { function: lambda }] of [
      ['ProjectorSweep', 'Memberships that end, and stalled jobs', projector],
      ['FeederSweep', 'States up to when feeds are complete, while somebody reads one', feeder],
    ] as const)
      new Rule(this, id, {
        description,
        enabled: props.settings.active ?? true,
        schedule: Schedule.rate(Duration.minutes(1)),
        // There is another run in a minute.
        targets: [new LambdaFunction(lambda, { retryAttempts: 0 })],
      });
    measureDueWork(projector.logGroup, props.tableName);
    measureFeeds(feeder.logGroup, props.tableName);
    data.log?.allowAppending(feeder.role);
    const { logObjects } = props.settings;
    if (logObjects) allowStoringObjects(feeder.role, logObjects.bucket);
    if (data.log) measureLog(feeder.logGroup, props.tableName);
    this.processors = [
      { ...publisher, deadLetters: this.deadLetters(publisher) },
      feeder,
      { ...projector, deadLetters: this.deadLetters(projector) },
    ];
  }

  private processor(name: ProcessorName, memoryMb: number, filters: readonly RecordFilter[]) {
    const { data, events, tableName, grants, bundles, settings } = this.props;
    const title = `${name[0]?.toUpperCase()}${name.slice(1)}`;
    const {
      function: lambda,
      role,
      logGroup,
    } = new BundledFunction(this, title, {
      folder: bundles[name],
      description: DESCRIPTIONS[name],
      memoryMb,
      reservedConcurrency: settings.processors.reservedConcurrency,
      timeout: TIMEOUT,
      architecture: settings.architecture,
      environmentKey: this.environmentKey,
      environment: {
        ...processorEnvironment(tableName, events.bus.eventBusName, data.erasureKey.keyArn, settings),
        ...(name === 'feeder' && { ...data.log?.environment, ...objectsEnvironment(settings) }),
        ...traceHeaders(settings),
      },
    });
    for (const statement of tableStatements(this, tableName, grants[name]))
      role.addToPrincipalPolicy(statement);
    if (data.tableKey) allowKeyUse(data.tableKey, role);
    this.allowStream(role);
    const failures = deadLetterQueue(this, `${title}Failures`);
    const mapping = new EventSourceMapping(this, `${title}Mapping`, {
      target: lambda,
      eventSourceArn: data.tableStreamArn,
      startingPosition: StartingPosition.TRIM_HORIZON,
      filters: filters.map((filter) => ({ pattern: JSON.stringify(filter) })),
      enabled: settings.active ?? true,
      batchSize: settings.processors.batchSize,
      ...{
        publisher: { parallelizationFactor: settings.processors.parallelization },
        feeder: FEEDING,
        projector: COUNTING,
      }[name],
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // What is not appended to the feeds must not be passed over: what follows would be out of order (docs/adr/0050).
      ...(name === 'publisher' && { retryAttempts: RETRIES }),
      maxRecordAge: MAX_RECORD_AGE,
      onFailure: new SqsDlq(failures),
    });
    // The mapping reads with the function's role from its first moment.
    mapping.node.addDependency(role);
    return { name, function: lambda, role, logGroup, failures };
  }

  private deadLetters({ name, logGroup }: { name: ProcessorName; logGroup: LogGroup }): IMetric {
    return loggedDeadLetters(this, logGroup, this.props.tableName, name as ParkingProcessor);
  }

  private allowStream(role: BundledFunction['role']): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [this.props.data.tableStreamArn],
      }),
    );
    allowListingStreams(this, role, this.props.tableName);
  }
}
