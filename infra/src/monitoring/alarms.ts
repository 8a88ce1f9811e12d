import { Annotations, type Duration } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  TreatMissingData,
  type AlarmBase,
  type IAlarmAction,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Burn } from './objectives.js';
import type { RunbookPage } from './runbook.js';

interface Threshold {
  metric: IMetric;
  above: number;
  periods?: number;
  badPeriods?: number;
  silenceIsBad?: boolean;
}

interface Message {
  says: string;
  page: RunbookPage;
}

export class Alarms {
  readonly all: AlarmBase[] = [];

  constructor(
    private readonly scope: Construct,
    private readonly runbookUrl: string,
    private readonly action: IAlarmAction | undefined,
  ) {}

  add(id: string, { says, page, ...threshold }: Message & Threshold): void {
    this.notify(this.alarm(id, this.text({ says, page }), threshold));
  }

  addBurn(id: string, message: Message, windows: readonly [long: Threshold, short: Threshold]): void {
    const parts = windows.map((threshold, index) =>
      this.alarm(`${id}${index === 0 ? 'Long' : 'Short'}`, `Part of ${id}.`, threshold),
    );
    this.notify(
      new CompositeAlarm(this.scope, id, {
        alarmDescription: this.text(message),
        alarmRule: AlarmRule.allOf(...parts.map((part) => AlarmRule.fromAlarm(part, AlarmState.ALARM))),
      }),
    );
  }

  private text({ says, page }: Message): string {
    return `${says} What to do: ${this.runbookUrl}/${page}.md`;
  }

  private alarm(id: string, alarmDescription: string, threshold: Threshold): Alarm {
    const { metric, above, periods = 1, badPeriods = periods, silenceIsBad } = threshold;
    return new Alarm(this.scope, id, {
      alarmDescription,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      evaluationPeriods: periods,
      datapointsToAlarm: badPeriods,
      treatMissingData: silenceIsBad ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
  }

  private notify(alarm: AlarmBase): void {
    if (this.action) {
      alarm.addAlarmAction(this.action);
      alarm.addOkAction(this.action);
    }
    this.all.push(alarm);
  }
}

/** Shown on synthesis and deployment: nothing else says that no alarm reaches anyone. */
export function sayWhereAlarmsGo(scope: Construct, email: string): void {
  const messages = Annotations.of(scope);
  if (email === 'none')
    messages.addWarningV2('rollbook:alarms', 'Alarms reach nobody: alarms.email is "none".');
  else
    messages.addInfoV2(
      'rollbook:alarms',
      `Alarms go to ${email}, once the subscription that AWS mails there is confirmed.`,
    );
}

/** The two windows of a burn, as a pair. */
export function windowsOf<T>({ long, short }: Burn, of: (window: Duration) => T): readonly [T, T] {
  return [of(long), of(short)];
}
