import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter, type ILogGroup, type LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** Environments may share an account and a region: their metrics are separated by the table's name. */
const namespaceOf = (tableName: string) => `Rollbook/${tableName}`;

/** The containers' stream processor writes its metrics to its log, one JSON line a minute. */
export function loggedAge(
  scope: Construct,
  logGroup: ILogGroup,
  tableName: string,
  processor: ProcessorName,
): Metric {
  const value = `$.metrics.${processor}.iteratorAgeMs`;
  const filter = new MetricFilter(scope, `${processor}IteratorAge`, {
    logGroup,
    filterPattern: FilterPattern.exists(value),
    metricNamespace: namespaceOf(tableName),
    metricName: `${processor}IteratorAge`,
    metricValue: value,
  });
  return filter.metric({ statistic: Stats.MAXIMUM });
}

export type ProcessorName = 'publisher' | 'feeder' | 'projector';
/** The feeder gives nothing up. */
export type ParkingProcessor = Exclude<ProcessorName, 'feeder'>;

/** The words of each processor in addition to `DEAD LETTER`: in containers they share a log. */
export const PARKED: Readonly<Record<ParkingProcessor, string>> = {
  publisher: 'was not published',
  projector: 'was given up',
};

/** Parked items are in the table, where no service metric counts them; the processor reports them in its log. */
export function loggedDeadLetters(
  scope: Construct,
  logGroup: ILogGroup,
  tableName: string,
  processor: ParkingProcessor,
): IMetric {
  const filter = new MetricFilter(scope, `${processor}DeadLetters`, {
    logGroup,
    filterPattern: FilterPattern.allTerms('DEAD LETTER', PARKED[processor]),
    metricNamespace: namespaceOf(tableName),
    metricName: `${processor}DeadLetters`,
    metricValue: '1',
  });
  return filter.metric({ statistic: Stats.SUM, period: Duration.minutes(5) });
}

const DUE_WORK_LATE = 'DueWorkLateMs';
const FEEDS_COMPLETE_AGE = 'FeedsCompleteAgeMs';

/** The projector writes to its log once a minute how late it does what is due at a time. */
export function measureDueWork(logGroup: LogGroup, tableName: string): void {
  measureLogged(logGroup, tableName, DUE_WORK_LATE, '$.metrics.dueWork.lateMs');
}

/** The feeder writes to its log once a minute how old its statement about the feeds is. */
export function measureFeeds(logGroup: LogGroup, tableName: string): void {
  measureLogged(logGroup, tableName, FEEDS_COMPLETE_AGE, '$.metrics.feeds.completeAgeMs');
}

const [LOG_STOPPED, LOG_UNSIGNED] = ['LogStopped', 'LogUnsigned'];

/** Whether logs are stopped, and whether a change waits for a checkpoint, once a minute. */
export function measureLog(logGroup: LogGroup, tableName: string): void {
  measureLogged(logGroup, tableName, LOG_STOPPED, '$.metrics.log.stopped');
  measureLogged(logGroup, tableName, LOG_UNSIGNED, '$.metrics.log.unsigned');
}

function measureLogged(logGroup: LogGroup, tableName: string, metricName: string, value: string): void {
  new MetricFilter(logGroup, metricName.replace(/Ms$/, ''), {
    logGroup,
    filterPattern: FilterPattern.exists(value),
    metricNamespace: namespaceOf(tableName),
    metricName,
    metricValue: value,
  });
}

const eachMinute = (tableName: string, metricName: string) =>
  new Metric({
    namespace: namespaceOf(tableName),
    metricName,
    statistic: Stats.MAXIMUM,
    period: Duration.minutes(1),
  });

export const loggedFeedAge = (tableName: string): IMetric => eachMinute(tableName, FEEDS_COMPLETE_AGE);
export const loggedStops = (tableName: string): IMetric => eachMinute(tableName, LOG_STOPPED);
export const loggedUnsigned = (tableName: string): IMetric => eachMinute(tableName, LOG_UNSIGNED);

export function loggedLateness(tableName: string): IMetric {
  const namespace = namespaceOf(tableName);
  const period = Duration.minutes(5);
  return new Metric({ namespace, metricName: DUE_WORK_LATE, statistic: Stats.MAXIMUM, period });
}

const FAULTS = 'ApiFaults';
const EXPECTED = 'ApiExpected5xx';

/** The API says of each answer of 5xx whether something is wrong: a part of SCIM that is not served is not, nor are many writers at once. */
export function countServerErrors(logGroup: LogGroup, tableName: string): void {
  for (const [metricName, kind] of [
    [FAULTS, 'fault'],
    [EXPECTED, 'expected'],
  ] as const)
    new MetricFilter(logGroup, metricName, {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.serverError', '=', kind),
      metricNamespace: namespaceOf(tableName),
      metricName,
      metricValue: '1',
    });
}

export function loggedFaults(tableName: string): Metric {
  return new Metric({ namespace: namespaceOf(tableName), metricName: FAULTS, statistic: Stats.SUM });
}

/** What callers saw, also where no program answered, without what was expected. */
export function unexpected(serverErrors: IMetric, tableName: string): MathExpression {
  const namespace = namespaceOf(tableName);
  return new MathExpression({
    expression: 'MAX([FILL(answered5xx, 0) - FILL(expected5xx, 0), 0])',
    usingMetrics: {
      answered5xx: serverErrors,
      expected5xx: new Metric({ namespace, metricName: EXPECTED, statistic: Stats.SUM }),
    },
    label: 'server errors',
  });
}

const KEY_ERRORS = 'KeyErrors';

/** What a program says of a key in KMS that it may not use, and the SDK of a KMS that fails. */
export const KEY_FAILURES = ['The KMS key', 'KMSInternalException', 'DependencyTimeoutException'];

/** KMS has no metric of refusals, so that they are counted in the logs of all that use the key. */
export function countKeyErrors(logGroup: LogGroup, tableName: string): void {
  new MetricFilter(logGroup, 'KeyErrors', {
    logGroup,
    filterPattern: FilterPattern.anyTerm(...KEY_FAILURES),
    metricNamespace: namespaceOf(tableName),
    metricName: KEY_ERRORS,
    metricValue: '1',
  });
}

export function loggedKeyErrors(tableName: string): IMetric {
  const namespace = namespaceOf(tableName);
  return new Metric({ namespace, metricName: KEY_ERRORS, statistic: Stats.SUM, period: Duration.minutes(5) });
}
