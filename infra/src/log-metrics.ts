import { Duration } from 'aws-cdk-lib';
import { Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** Environments may share an account and a region: their metrics are apart by the table's name. */
const namespaceOf = (tableName: string) => `Rollbook/${tableName}`;

/** The stream processor of the containers writes its metrics to its log, one JSON line a minute. */
export function loggedAge(
  scope: Construct,
  logGroup: ILogGroup,
  tableName: string,
  processor: ProcessorName,
): IMetric {
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

export type ProcessorName = 'publisher' | 'projector';

/** What the line of each has beside `DEAD LETTER`: in containers they share a log. */
export const PARKED: Readonly<Record<ProcessorName, string>> = {
  publisher: 'was not published',
  projector: 'was given up',
};

/** What a processor parks is an item of the table, which no metric of a service counts; it says so in its log. */
export function loggedDeadLetters(
  scope: Construct,
  logGroup: ILogGroup,
  tableName: string,
  processor: ProcessorName,
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
