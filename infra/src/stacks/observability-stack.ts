import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnAnomalyMonitor, CfnAnomalySubscription } from 'aws-cdk-lib/aws-ce';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  MathExpression,
  Stats,
  type IMetric,
  type Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { Alarms, sayWhereAlarmsGo, windowsOf } from '../monitoring/alarms.js';
import { watchKeys, watchMails } from '../monitoring/key-and-mail-alarms.js';
import { watchDueWork, watchFeedAge, watchLog } from '../monitoring/projector-alarms.js';
import { INDEXES, TableMetrics } from '../monitoring/table-metrics.js';
import type { AlarmSettings, TableSettings } from '../settings/environment.js';
import {
  BURNS,
  OBJECTIVES,
  toleratedIntervals,
  toleratedPercent,
  type Burn,
  type Objectives,
} from '../monitoring/objectives.js';

export interface ObservedProcessor {
  name: string;
  iteratorAge: PeriodicMetric;
  /** Whether the metric comes from the processor itself, so that missing data means that it is down. */
  reportsItself?: boolean;
  deadLetters?: IMetric;
  /** Records that its function could not process. */
  failures?: Queue;
  throttles?: IMetric;
}

/** What can be looked at over any period. */
export type PeriodicMetric = Metric | MathExpression;

export interface ObservedApi {
  requests: PeriodicMetric;
  serverErrors: PeriodicMetric;
  /** The time of a request, in milliseconds, as a statistic of CloudWatch says it. */
  p99: PeriodicMetric;
  /** The share of requests, in percent, that are answered within some milliseconds. */
  percentWithin: (milliseconds: number) => PeriodicMetric;
  throttles?: IMetric;
}

export interface ObservedSubscriber {
  name: string;
  failures: Queue;
  /** Of its function, if it sends mails. */
  mailErrors?: IMetric;
}

export interface ObservabilityStackProps extends StackProps {
  tableName: string;
  table: TableSettings;
  api: ObservedApi;
  processors: readonly ObservedProcessor[];
  subscribers: readonly ObservedSubscriber[];
  /** False in a region that stands by. */
  isActive: boolean;
  /** It keeps a signed log. */
  isLogged: boolean;
  settings: AlarmSettings;
}

const PERIOD = Duration.minutes(5);
const HOUR_MS = 60 * 60 * 1000;
/** The service counts units per period; the maximums are per second. */
const SHARE_OF_MAXIMUM = 0.8;
/** A window with fewer requests is counted as if it had this many: one failure at night is not a trend. */
const FEWEST_REQUESTS = 100;

export class ObservabilityStack extends Stack {
  readonly alarms: Alarms;
  private readonly objectives: Objectives;
  private readonly table: TableMetrics;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ObservabilityStackProps,
  ) {
    super(scope, id, props);
    const { settings } = props;
    this.table = new TableMetrics(props.tableName, PERIOD);
    this.objectives = { ...OBJECTIVES, ...settings.objectives };
    const topic = settings.email === 'none' ? undefined : this.topic(settings.email);
    sayWhereAlarmsGo(this, settings.email);
    this.alarms = new Alarms(this, settings.runbookUrl, topic && new SnsAction(topic));
    for (const processor of props.processors) this.watchProcessor(processor);
    this.watchPublishing();
    for (const subscriber of props.subscribers) this.watchSubscriber(subscriber);
    this.watchTable();
    watchKeys(this.alarms, props.tableName);
    watchDueWork(this.alarms, props.tableName, props.isActive);
    watchFeedAge(this.alarms, props.tableName);
    if (props.isLogged) watchLog(this.alarms, props.tableName, props.isActive);
    this.watchApi();
    this.watchCost(topic);
    this.dashboard();
  }

  private topic(email: string): Topic {
    const topic = new Topic(this, 'Alarms', { enforceSSL: true });
    topic.addSubscription(new EmailSubscription(email));
    // A topic's policy only admits those it names; CloudWatch has to be one of them.
    for (const service of ['cloudwatch', 'costalerts'])
      topic.addToResourcePolicy(
        new PolicyStatement({
          principals: [new ServicePrincipal(`${service}.amazonaws.com`)],
          actions: ['sns:Publish'],
          resources: [topic.topicArn],
          conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
        }),
      );
    return topic;
  }

  private watchProcessor(processor: ObservedProcessor): void {
    const { name, iteratorAge, reportsItself = false, deadLetters, failures, throttles } = processor;
    const title = name[0]?.toUpperCase() + name.slice(1);
    for (const [hours, meaning] of [
      [1, reportsItself ? 'is an hour behind, or silent' : 'is an hour behind'],
      [12, 'is twelve hours behind; the stream keeps 24'],
    ] as const)
      this.alarms.add(`${title}Behind${hours}h`, {
        says: `The ${name} ${meaning}.`,
        page: 'stream-fell-behind',
        metric: iteratorAge,
        above: hours * HOUR_MS,
        // A deployment causes a pause, which is not an alarm.
        ...(reportsItself && { silenceIsBad: true, periods: 3 }),
      });
    if (deadLetters)
      this.alarms.add(`${title}DeadLetters`, {
        says: `The ${name} has parked something in the table that failed permanently.`,
        page: 'poison-record',
        metric: deadLetters,
        above: 0,
      });
    if (failures)
      this.alarms.add(`${title}Failures`, {
        says: `The ${name} has given up on records; they are in its queue.`,
        page: 'poison-record',
        metric: failures.metricApproximateNumberOfMessagesVisible({
          period: PERIOD,
          statistic: Stats.MAXIMUM,
        }),
        above: 0,
      });
    if (throttles)
      this.alarms.add(`${title}Throttled`, {
        says: `The ${name} is throttled by the account's Lambda concurrency.`,
        page: 'stream-fell-behind',
        metric: throttles,
        above: 0,
        periods: 3,
      });
  }

  /** Of the publisher's lag: a minute is good in which no record was older than the objective says. */
  private watchPublishing(): void {
    const { publishedPercent, publishedWithinSeconds } = this.objectives;
    const publisher = this.props.processors.find(({ name }) => name === 'publisher');
    if (!publisher) return;
    for (const burn of BURNS)
      this.alarms.addBurn(
        `PublishedLate${burn.name}`,
        {
          says: `The publisher misses its objective, events within ${publishedWithinSeconds} s in ${publishedPercent} % of the minutes: ${spent(burn)}.`,
          page: 'stream-fell-behind',
        },
        windowsOf(burn, (window) => ({
          metric: publisher.iteratorAge.with({ period: burn.interval }),
          above: publishedWithinSeconds * 1_000,
          periods: window.toSeconds() / burn.interval.toSeconds(),
          badPeriods: toleratedIntervals(publishedPercent, burn, window),
        })),
      );
  }

  private watchSubscriber({ name, failures, mailErrors }: ObservedSubscriber): void {
    const words = name.split(' ').map((word) => word[0]?.toUpperCase() + word.slice(1));
    this.alarms.add(`${words.join('')}Failures`, {
      says: `Events that the ${name} did not handle are in its queue.`,
      page: 'untaken-events',
      metric: failures.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: Stats.MAXIMUM }),
      above: 0,
    });
    if (mailErrors) watchMails(this.alarms, mailErrors);
  }

  private watchTable(): void {
    const { table } = this.props;
    for (const [kind, maximum] of [
      ['Read', table.maxReadUnits],
      ['Write', table.maxWriteUnits],
    ] as const) {
      this.alarms.add(`${kind}sThrottled`, {
        says: `The table, or its index, refuses ${kind.toLowerCase()}s.`,
        page: 'throttled-table',
        metric: this.table.everywhere('SUM', `${kind}ThrottleEvents`),
        above: 0,
        periods: 2,
      });
      this.alarms.add(`${kind}UnitsNearMaximum`, {
        says: `The table, or its index, uses over ${SHARE_OF_MAXIMUM * 100} % of the ${kind.toLowerCase()} units allowed.`,
        page: 'throttled-table',
        metric: this.table.everywhere('MAX', `Consumed${kind}CapacityUnits`),
        above: maximum * PERIOD.toSeconds() * SHARE_OF_MAXIMUM,
      });
    }
    this.alarms.add('HotKey', {
      says: 'Requests for one partition key are throttled while the table has capacity.',
      page: 'hot-tenant',
      metric: this.table.everywhere(
        'SUM',
        'ReadKeyRangeThroughputThrottleEvents',
        'WriteKeyRangeThroughputThrottleEvents',
      ),
      above: 0,
      periods: 2,
    });
  }

  private costMonitor(): CfnAnomalyMonitor {
    return new CfnAnomalyMonitor(this, 'Cost', {
      monitorName: this.stackName,
      monitorType: 'DIMENSIONAL',
      monitorDimension: 'SERVICE',
    });
  }

  private watchApi(): void {
    const { requests, serverErrors, percentWithin, throttles } = this.props.api;
    const { availabilityPercent, latencyMs, latencyPercent } = this.objectives;
    for (const burn of BURNS) {
      this.alarms.addBurn(
        `ApiErrors${burn.name}`,
        {
          says: `The API misses its objective, ${availabilityPercent} % of requests without a server error: ${spent(burn)}.`,
          page: 'api-errors',
        },
        windowsOf(burn, (period) => ({
          metric: new MathExpression({
            expression: `100 * errors / MAX([requests, ${FEWEST_REQUESTS}])`,
            usingMetrics: { errors: serverErrors.with({ period }), requests: requests.with({ period }) },
            period,
            label: 'server errors, %',
          }),
          above: toleratedPercent(availabilityPercent, burn),
        })),
      );
      this.alarms.addBurn(
        `ApiSlow${burn.name}`,
        {
          says: `The API misses its objective, ${latencyPercent} % of requests within ${latencyMs} ms: ${spent(burn)}.`,
          page: 'slow-api',
        },
        windowsOf(burn, (period) => ({
          metric: new MathExpression({
            expression: `(100 - within) * requests / MAX([requests, ${FEWEST_REQUESTS}])`,
            usingMetrics: {
              within: percentWithin(latencyMs).with({ period }),
              requests: requests.with({ period }),
            },
            period,
            label: `slower than ${latencyMs} ms, %`,
          }),
          above: toleratedPercent(latencyPercent, burn),
        })),
      );
    }
    if (throttles)
      this.alarms.add('ApiThrottled', {
        says: "The API is throttled by the account's Lambda concurrency.",
        page: 'api-errors',
        metric: throttles,
        above: 0,
        periods: 2,
      });
  }

  /** Cost Explorer learns what is usual, and notifies by mail or topic: it has no alarm that could contain a link. */
  private watchCost(topic: Topic | undefined): void {
    const { costMonitorArn, costAnomalyUsd } = this.props.settings;
    const monitorArn = costMonitorArn ?? this.costMonitor().attrMonitorArn;
    if (!topic) return;
    new CfnAnomalySubscription(this, 'CostAnomaly', {
      // What to do: the runbook's page `cost`.
      subscriptionName: `${this.stackName}-see-runbook-cost`,
      frequency: 'IMMEDIATE',
      monitorArnList: [monitorArn],
      subscribers: [{ type: 'SNS', address: topic.topicArn }],
      thresholdExpression: JSON.stringify({
        Dimensions: {
          Key: 'ANOMALY_TOTAL_IMPACT_ABSOLUTE',
          MatchOptions: ['GREATER_THAN_OR_EQUAL'],
          Values: [String(costAnomalyUsd)],
        },
      }),
    });
  }

  private dashboard(): void {
    const { api, processors, subscribers } = this.props;
    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
    new Dashboard(this, 'Dashboard', {
      dashboardName: this.stackName,
      widgets: [
        [new AlarmStatusWidget({ alarms: this.alarms.all, width: 24, height: 4 })],
        [graph('Requests and server errors', [api.requests, api.serverErrors]), graph('p99', [api.p99])],
        [
          graph(
            'Behind the stream, ms',
            processors.map(({ iteratorAge }) => iteratorAge),
          ),
          graph(
            'Given up on',
            [...processors, ...subscribers].flatMap(({ failures }) =>
              failures ? [failures.metricApproximateNumberOfMessagesVisible()] : [],
            ),
          ),
        ],
        [
          graph('Units', [
            this.table.of('ConsumedReadCapacityUnits'),
            this.table.of('ConsumedWriteCapacityUnits'),
            ...INDEXES.flatMap((index) => [
              this.table.of('ConsumedReadCapacityUnits', index),
              this.table.of('ConsumedWriteCapacityUnits', index),
            ]),
          ]),
          graph('Refused', [
            this.table.everywhere('SUM', 'ReadThrottleEvents'),
            this.table.everywhere('SUM', 'WriteThrottleEvents'),
          ]),
        ],
      ],
    });
  }
}

function spent({ rate }: Burn): string {
  return `at this rate, what may fail in thirty days is used up in ${(30 / rate).toFixed(1)} days`;
}
