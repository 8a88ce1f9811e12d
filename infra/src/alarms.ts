import {
  Alarm,
  ComparisonOperator,
  TreatMissingData,
  type IAlarmAction,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { RunbookPage } from './runbook.js';

export interface AlarmProps {
  /** What is wrong when it rings, in one sentence. */
  says: string;
  /** What to do about it. */
  page: RunbookPage;
  metric: IMetric;
  /** Rings above this. */
  above: number;
  /** Periods in a row. */
  periods?: number;
  /** Whether it rings too when there is nothing to measure. */
  silenceIsBad?: boolean;
}

/** Makes alarms that tell the same people, and send them to a page of the runbook. */
export class Alarms {
  readonly all: Alarm[] = [];

  constructor(
    private readonly scope: Construct,
    private readonly runbookUrl: string,
    private readonly action: IAlarmAction | undefined,
  ) {}

  add(id: string, { says, page, metric, above, periods = 1, silenceIsBad }: AlarmProps): void {
    const alarm = new Alarm(this.scope, id, {
      alarmDescription: `${says} What to do: ${this.runbookUrl}/${page}.md`,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      datapointsToAlarm: periods,
      treatMissingData: silenceIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (this.action) {
      alarm.addAlarmAction(this.action);
      alarm.addOkAction(this.action);
    }
    this.all.push(alarm);
  }
}
