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
  says: string;
  page: RunbookPage;
  metric: IMetric;
  above: number;
  periods?: number;
  /** Whether missing data also triggers it. */
  silenceIsBad?: boolean;
}

/** Creates alarms that notify the same people and link to a page of the runbook. */
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
