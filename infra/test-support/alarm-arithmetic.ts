import type { Resource } from './synthesize.js';

/** What CloudWatch would do with an alarm of a template. */
export interface AlarmArithmetic {
  /** The names of the metrics that it looks at. */
  metrics: string[];
  /** @param periods the value of each metric in each period, the last one the newest; undefined: no data */
  rings(periods: readonly Readonly<Record<string, number | undefined>>[]): boolean;
}

interface Properties {
  Metrics?: Query[];
  Threshold: number;
  EvaluationPeriods: number;
  DatapointsToAlarm?: number;
  TreatMissingData: string;
}

interface Query {
  Id: string;
  Expression?: string;
  MetricStat?: { Metric: { MetricName: string; Dimensions?: { Name: string; Value: string }[] } };
  ReturnData?: boolean;
}

const list = (value: number | number[]) => (Array.isArray(value) ? value : [value]);
const FUNCTIONS = {
  FILL: (value: number, filler: number) => (Number.isNaN(value) ? filler : value),
  SUM: (values: number | number[]) => list(values).reduce((sum, each) => sum + each, 0),
  MAX: (values: number | number[]) => Math.max(...list(values)),
};

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html, as far as it is used here. */
export function arithmeticOf(alarm: Resource): AlarmArithmetic {
  const properties = alarm.Properties as Properties & Required<Query>['MetricStat']['Metric'];
  const queries: Query[] = properties.Metrics ?? [{ Id: 'm', MetricStat: { Metric: properties } }];
  const { Threshold, EvaluationPeriods, TreatMissingData } = properties;
  const { DatapointsToAlarm = EvaluationPeriods } = properties;
  return {
    metrics: queries.flatMap((query) => nameOf(query) ?? []),
    rings(periods) {
      const bad = periods.slice(-EvaluationPeriods).filter((data) => {
        const value = valueIn(queries, data);
        return Number.isNaN(value) ? TreatMissingData === 'breaching' : value > Threshold;
      });
      return bad.length >= DatapointsToAlarm;
    },
  };
}

/** An index counts by itself under the table's metric names: `WriteThrottleEvents of GSI1`. */
function nameOf({ MetricStat }: Query): string | undefined {
  if (!MetricStat) return undefined;
  const { MetricName, Dimensions = [] } = MetricStat.Metric;
  const index = Dimensions.find(({ Name }) => Name === 'GlobalSecondaryIndexName')?.Value;
  return index === undefined ? MetricName : `${MetricName} of ${index}`;
}

function valueIn(queries: readonly Query[], data: Readonly<Record<string, number | undefined>>): number {
  const evaluate = (query: Query): number => {
    const { Expression } = query;
    if (Expression === undefined) return data[nameOf(query) as string] ?? NaN;
    const ids = queries.filter(({ Id }) => new RegExp(`\\b${Id}\\b`).test(Expression));
    // The expressions come from our own template, and are JavaScript as they stand.
    // oxlint-disable-next-line typescript/no-implied-eval
    const calculate = new Function(
      ...Object.keys(FUNCTIONS),
      ...ids.map(({ Id }) => Id),
      `return ${Expression}`,
    ) as (...values: unknown[]) => number;
    return calculate(...Object.values(FUNCTIONS), ...ids.map(evaluate));
  };
  return evaluate(queries.find(({ ReturnData }) => ReturnData !== false) as Query);
}
