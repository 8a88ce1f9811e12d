import { Stack } from 'aws-cdk-lib';
import { CfnInsightRule } from 'aws-cdk-lib/aws-cloudwatch';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

const RANKINGS: Readonly<Record<string, { sum?: string; filters?: readonly object[] }>> = {
  requests: {},
  'write-units': { sum: '$.table.writeUnits' },
  'read-units': { sum: '$.table.readUnits' },
  refused: { filters: [{ Match: '$.status', EqualTo: 429 }] },
};

/**
 * The accounts that use most, drawn from the API's log: there is no metric for each account.
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/ContributorInsights-RuleSyntax.html
 */
export function rankAccounts(scope: Construct, { logGroupName }: ILogGroup, tableName: string): void {
  for (const [name, { sum, filters = [] }] of Object.entries(RANKINGS))
    new CfnInsightRule(scope, `AccountsBy-${name}`, {
      ruleName: `${tableName}-accounts-by-${name}`,
      ruleState: 'ENABLED',
      ruleBody: Stack.of(scope).toJsonString({
        Schema: { Name: 'CloudWatchLogRule', Version: 1 },
        LogGroupNames: [logGroupName],
        LogFormat: 'JSON',
        AggregateOn: sum === undefined ? 'Count' : 'Sum',
        Contribution: {
          Keys: ['$.accountId'],
          ...(sum !== undefined && { ValueOf: sum }),
          Filters: [
            { Match: '$.msg', In: ['request answered'] },
            { Match: '$.accountId', IsPresent: true },
            ...filters,
          ],
        },
      }),
    });
}
