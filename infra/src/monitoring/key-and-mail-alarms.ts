import { Duration } from 'aws-cdk-lib';
import { Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Alarms } from './alarms.js';
import { loggedKeyErrors } from './log-metrics.js';

/** Of an event by the mailer's function: fewer failures are those of one mail that may still be sent. */
const MAIL_ATTEMPTS = 3;
/** https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-dg.html */
const MAX_BOUNCES = 0.05;

export function watchKeys(alarms: Alarms, tableName: string): void {
  alarms.add('KeyErrors', {
    says: 'KMS refuses the use of the key of personal data, or fails.',
    page: 'api-errors',
    metric: loggedKeyErrors(tableName),
    above: 0,
  });
}

/** @param errors of the mailer's function */
export function watchMails(alarms: Alarms, errors: IMetric): void {
  alarms.add('MailErrors', {
    says: 'SES refuses invitation emails.',
    page: 'untaken-events',
    metric: errors,
    above: MAIL_ATTEMPTS - 1,
  });
  alarms.add('MailBounces', {
    says: 'More than 5 % of the emails of this AWS account bounce: SES reviews the account, and stops its emails at 10 %.',
    page: 'untaken-events',
    metric: new Metric({
      namespace: 'AWS/SES',
      metricName: 'Reputation.BounceRate',
      statistic: Stats.MAXIMUM,
      period: Duration.hours(1),
    }),
    above: MAX_BOUNCES,
  });
}
