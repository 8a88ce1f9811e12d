import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inContainers, large, small } from '../../test-support/settings.js';
import { synthesize, type Synthesized } from '../../test-support/synthesize.js';
import { KEY_FAILURES, PARKED } from './log-metrics.js';
import { RUNBOOK_PAGES } from './runbook.js';

let dev: Synthesized;
let everything: Synthesized;
let containers: Synthesized;
beforeAll(async () => {
  dev = await synthesize('dev', small);
  everything = await synthesize('prod', large);
  containers = await synthesize('prod', inContainers);
});

describe('the alarms', () => {
  const pages = join(import.meta.dirname, '../../../docs/runbook');

  test.each(RUNBOOK_PAGES)('docs/runbook has the page %s', (page) => {
    expect(existsSync(join(pages, `${page}.md`))).toBe(true);
  });

  test('each says what is wrong, links to a page that is there, and tells somebody', () => {
    for (const app of [everything, containers]) {
      // What rolls back a deployment ends it, and whoever deploys sees that; parts of another alarm say nothing themselves.
      const alarms = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm']
        .flatMap((type) => app.all(type))
        .filter(({ Properties }) => !/^(Rolls back|Part of)/.test(String(Properties.AlarmDescription)));
      expect(alarms.length).toBeGreaterThan(10);
      for (const { Properties } of alarms) {
        const link = / What to do: https:\/\/git\.rollbook\.test\/docs\/runbook\/([a-z-]+\.md)$/;
        const [, page = 'no page'] = link.exec(Properties.AlarmDescription as string) ?? [];
        expect({ page, exists: existsSync(join(pages, page)) }).toEqual({ page, exists: true });
        expect(Properties.AlarmActions).toHaveLength(1);
      }
    }
  });

  const alarm = (app: Synthesized, description: string) => {
    const found = app
      .all('AWS::CloudWatch::Alarm')
      .find(({ Properties }) => Properties.AlarmDescription.startsWith(description));
    return found?.Properties;
  };

  test.each([
    ['The table, or its index, refuses reads.', ['ReadThrottleEvents']],
    ['The table, or its index, refuses writes.', ['WriteThrottleEvents']],
    ['The table, or its index, uses over 80 % of the write units', ['ConsumedWriteCapacityUnits']],
    [
      'Requests for one partition key are throttled',
      ['ReadKeyRangeThroughputThrottleEvents', 'WriteKeyRangeThroughputThrottleEvents'],
    ],
  ])('look at the index as at the table, which the service counts apart: %s', (description, names) => {
    const seen = (alarm(everything, description)?.Metrics as MetricQuery[]).flatMap(({ MetricStat }) =>
      MetricStat
        ? [[MetricStat.Metric.MetricName, ...MetricStat.Metric.Dimensions.map(({ Value }) => Value).sort()]]
        : [],
    );
    expect(seen.sort()).toEqual(
      names.flatMap((name) => [
        [name, 'GSI1', 'rollbook-prod'],
        [name, 'rollbook-prod'],
      ]),
    );
  });

  interface MetricQuery {
    MetricStat?: { Metric: { MetricName: string; Dimensions: { Value: string }[] } };
  }

  test('ring for what was parked in the table, of whichever environment it is', () => {
    for (const [app, name] of [
      [dev, 'rollbook-dev'],
      [containers, 'rollbook-prod'],
    ] as const)
      for (const processor of ['publisher', 'projector']) {
        expect(alarm(app, `The ${processor} has parked`)).toMatchObject({
          MetricName: `${processor}DeadLetters`,
          Namespace: `Rollbook/${name}`,
          Threshold: 0,
        });
      }
  });

  test.each(Object.entries(PARKED))('the %s says of what it parks that it %s', (processor, words) => {
    const patterns = containers
      .all('AWS::Logs::MetricFilter')
      .map(({ Properties }) => Properties.FilterPattern as string);
    expect(patterns).toContain(`"DEAD LETTER" "${words}"`);
    const file = { publisher: 'publisher/publisher.ts', projector: 'projector/task-failures.ts' }[processor]!;
    const code = join(import.meta.dirname, '../../../apps/stream-processor/src', file);
    expect(readFileSync(code, 'utf8')).toMatch(new RegExp(`onNotice\\(.DEAD LETTER: .*${words}`));
  });

  test('ring when what is due at a time is done late, or when nobody says how late, of whichever environment it is', () => {
    for (const [app, name] of [
      [everything, 'rollbook-prod'],
      [containers, 'rollbook-prod'],
      [dev, 'rollbook-dev'],
    ] as const) {
      expect(alarm(app, 'Ends of memberships are committed')).toMatchObject({
        MetricName: 'DueWorkLateMs',
        Namespace: `Rollbook/${name}`,
        TreatMissingData: 'breaching',
      });
      const filters = app
        .all('AWS::Logs::MetricFilter')
        .filter(({ Properties }) => Properties.MetricTransformations[0].MetricName === 'DueWorkLateMs');
      expect(filters.map(({ Properties }) => Properties.FilterPattern as string)).toEqual([
        '{ $.metrics.dueWork.lateMs = "*" }',
      ]);
    }
    const source = (file: string) =>
      readFileSync(join(import.meta.dirname, '../../../apps/stream-processor/src', file), 'utf8');
    expect(source('node-host.ts')).toContain('dueWork: dueWork.metrics()');
    expect(source('projector.lambda.ts')).toContain('metrics: { dueWork }');
    expect(source('feeder.lambda.ts')).toContain('metrics: { feeds, log }');
    expect(source('node-host.ts')).toContain('feeds: statements.metrics()');
  });

  test('ring for a key that is refused, wherever a program says so', () => {
    for (const [app, groups] of [
      [everything, 3],
      [containers, 3],
    ] as const) {
      const filters = app
        .all('AWS::Logs::MetricFilter')
        .filter(({ Properties }) => Properties.MetricTransformations[0].MetricName === 'KeyErrors');
      expect(filters).toHaveLength(groups);
      for (const { Properties } of filters)
        expect(Properties.FilterPattern).toBe(KEY_FAILURES.map((term) => `?"${term}"`).join(' '));
    }
    const code = join(import.meta.dirname, '../../../libs/secrets/src/kms-master-key.ts');
    expect(readFileSync(code, 'utf8').match(/refuse\(error, `The KMS key /g)).toHaveLength(2);
  });

  test('are of no account, whose ranking is drawn from the log', () => {
    for (const app of [everything, containers]) {
      const measured = [...app.all('AWS::Logs::MetricFilter'), ...app.all('AWS::CloudWatch::Alarm')];
      expect(JSON.stringify(measured)).not.toContain('accountId');
      const bodies = app
        .all('AWS::CloudWatch::InsightRule')
        .map(({ Properties }) => (Properties.RuleBody['Fn::Join'][1] as unknown[]).map(textOf).join(''))
        .map((text) => JSON.parse(text) as { Contribution: { Keys: string[]; ValueOf?: string } });
      expect(bodies.map(({ Contribution }) => Contribution.ValueOf ?? 'lines').sort()).toEqual([
        '$.table.readUnits',
        '$.table.writeUnits',
        'lines',
        'lines',
      ]);
      for (const { Contribution } of bodies) expect(Contribution.Keys).toEqual(['$.accountId']);
    }
    expect(dev.all('AWS::CloudWatch::InsightRule')).toEqual([]);
  });

  /** A reference to the log group. */
  const textOf = (part: unknown) => (typeof part === 'string' ? part : 'log-group');

  test('ring when a process says nothing at all, and when the balancer has nobody to ask', () => {
    expect(alarm(containers, 'The publisher is an hour behind')).toMatchObject({
      TreatMissingData: 'breaching',
    });
    expect(alarm(everything, 'The publisher is an hour behind')).toMatchObject({
      TreatMissingData: 'notBreaching',
    });
    const { Metrics } = alarm(containers, 'Part of ApiErrorsFast') as { Metrics: MetricQuery[] };
    const names = Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric.MetricName ?? []);
    expect(names.sort()).toEqual([
      'ApiExpected5xx',
      'HTTPCode_ELB_5XX_Count',
      'HTTPCode_Target_5XX_Count',
      'RequestCount',
    ]);
  });

  test('ring for an unusual cost', () => {
    expect(everything.one('AWS::CE::AnomalySubscription').Properties.Subscribers[0].Type).toBe('SNS');
  });

  test('share the one cost monitor that an account has, where it has one', () => {
    expect(dev.one('AWS::CE::AnomalyMonitor').Properties.MonitorDimension).toBe('SERVICE');
    expect(everything.all('AWS::CE::AnomalyMonitor')).toEqual([]);
    expect(everything.one('AWS::CE::AnomalySubscription').Properties.MonitorArnList).toEqual([
      large.alarms.costMonitorArn,
    ]);
  });
});
