import { MathExpression, Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Duration } from 'aws-cdk-lib';
import { rollbookTable } from '#libs/directory';

export const INDEXES = Object.keys(rollbookTable.indexes);

/** The service counts the table and each index separately, and each has its own maximum. */
export class TableMetrics {
  constructor(
    private readonly tableName: string,
    private readonly period: Duration,
  ) {}

  of(metricName: string, index?: string): Metric {
    return new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: {
        TableName: this.tableName,
        ...(index !== undefined && { GlobalSecondaryIndexName: index }),
      },
      statistic: Stats.SUM,
      period: this.period,
    });
  }

  everywhere(how: 'SUM' | 'MAX', ...metricNames: string[]): IMetric {
    const usingMetrics = Object.fromEntries(
      metricNames.flatMap((name) => {
        const id = `${name[0]?.toLowerCase()}${name.slice(1)}`;
        const ofIndexes = INDEXES.map((index) => [`${id}Of${index}`, this.of(name, index)] as const);
        return [[id, this.of(name)] as const, ...ofIndexes];
      }),
    );
    const filled = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`);
    return new MathExpression({
      expression: `${how}([${filled.join(', ')}])`,
      usingMetrics,
      period: this.period,
      label: metricNames.join(', '),
    });
  }
}
