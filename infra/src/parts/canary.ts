import { Duration, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
  TimeBasedCanaryTrafficRouting,
} from 'aws-cdk-lib/aws-codedeploy';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

export interface CanaryProps {
  alias: Alias;
  serverErrors: Metric;
}

const CANARY_PERCENT = 10;
const CANARY_TIME = Duration.minutes(5);
/** Per minute. A single one may come from a table that was throttled for a moment. */
const TOLERATED_ERRORS = 3;

/** A tenth of the requests for five minutes, then all. If it fails, the previous version gets all of them back. */
export class Canary extends Construct {
  constructor(scope: Construct, id: string, { alias, serverErrors }: CanaryProps) {
    super(scope, id);
    const period = Duration.minutes(1);
    const alarm = (name: string, metric: Metric, threshold: number) =>
      new Alarm(this, name, {
        alarmDescription: 'Rolls back the deployment in progress.',
        metric,
        threshold,
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      });
    const group = new LambdaDeploymentGroup(this, 'Deployments', {
      alias,
      application: new LambdaApplication(this, 'Application'),
      deploymentConfig: new LambdaDeploymentConfig(this, 'Configuration', {
        trafficRouting: new TimeBasedCanaryTrafficRouting({
          interval: CANARY_TIME,
          percentage: CANARY_PERCENT,
        }),
      }),
      alarms: [
        alarm('Failures', alias.metricErrors({ period, statistic: 'Sum' }), 0),
        alarm('ServerErrors', serverErrors.with({ period, statistic: 'Sum' }), TOLERATED_ERRORS),
      ],
      autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
    });
    Validations.of(group).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason: 'CodeDeploy prescribes the policy it needs to shift traffic between versions of a function.',
    });
  }
}
