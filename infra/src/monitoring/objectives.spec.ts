import { arithmeticOf } from '../../test-support/alarm-arithmetic.js';
import { inContainers, large } from '../../test-support/settings.js';
import { synthesize, type Resource, type Synthesized } from '../../test-support/synthesize.js';
import { BURNS, OBJECTIVES, toleratedIntervals, toleratedPercent } from './objectives.js';

let apps: Record<'lambda' | 'containers', Synthesized>;
beforeAll(async () => {
  apps = { lambda: await synthesize('prod', large), containers: await synthesize('prod', inContainers) };
});

const idsOf = (app: Synthesized, type: string) =>
  Object.values(app.templates).flatMap((resources) =>
    Object.entries(resources).filter(([, { Type }]) => Type === type),
  );

/** By its id in infra, without what the CDK appends. */
function alarm(app: Synthesized, id: string): Resource {
  const found = idsOf(app, 'AWS::CloudWatch::Alarm').filter(
    ([name]) => name.replace(/[0-9A-F]{8}$/, '') === id,
  );
  expect(found).toHaveLength(1);
  return found[0]?.[1] as Resource;
}

type Data = Readonly<Record<string, number | undefined>>;
const periods = (count: number, data: Data): Data[] => Array.from({ length: count }, () => data);

/** Per alarm: data that must not ring it, and the least that does. A busy API has 10,000 requests in each window. */
const BUSY = { Count: 10_000, RequestCount: 10_000 };
/** It lessens what is counted. */
const EXPECTED = 'ApiExpected5xx';
/** Of an API that is asked much and answers everything in time; whatever else is counted is then 0. */
const WELL: Data = { ...BUSY, Latency: 100, TargetResponseTime: 100 };
const CASES: [app: 'lambda' | 'containers', id: string, tooLittle: Data[], enough: Data[]][] = [
  ['lambda', 'ApiErrorsFastLong', [{ ...BUSY, '5xx': 144 }], [{ ...BUSY, '5xx': 145 }]],
  ['lambda', 'ApiErrorsSlowShort', [{ ...BUSY, '5xx': 60 }], [{ ...BUSY, '5xx': 61 }]],
  // Without what the API says is to be expected.
  [
    'lambda',
    'ApiErrorsFastLong',
    [{ ...BUSY, '5xx': 500, ApiExpected5xx: 356 }],
    [{ ...BUSY, '5xx': 500, ApiExpected5xx: 355 }],
  ],
  [
    'containers',
    'ApiErrorsFastLong',
    [{ ...BUSY, HTTPCode_Target_5XX_Count: 500, ApiExpected5xx: 356 }],
    [{ ...BUSY, HTTPCode_Target_5XX_Count: 500, ApiExpected5xx: 355 }],
  ],
  ['lambda', 'ApiErrorsFastShort', [{ Count: 1, '5xx': 1 }], [{ Count: 2, '5xx': 2 }]],
  [
    'containers',
    'ApiErrorsFastLong',
    [{ ...BUSY, HTTPCode_Target_5XX_Count: 144 }],
    [{ ...BUSY, HTTPCode_Target_5XX_Count: 144, HTTPCode_ELB_5XX_Count: 1 }],
  ],
  ['lambda', 'ApiSlowFastLong', [{ ...BUSY, Latency: 85.7 }], [{ ...BUSY, Latency: 85.5 }]],
  ['lambda', 'ApiSlowFastLong', [{ Count: 10, Latency: 0 }], [{ Count: 15, Latency: 0 }]],
  [
    'containers',
    'ApiSlowSlowLong',
    [{ ...BUSY, TargetResponseTime: 94 }],
    [{ ...BUSY, TargetResponseTime: 93.9 }],
  ],
  [
    'lambda',
    'PublishedLateFastLong',
    [...periods(52, { IteratorAge: 60_000 }), ...periods(8, { IteratorAge: 60_001 })],
    [...periods(51, { IteratorAge: 60_000 }), ...periods(9, { IteratorAge: 60_001 })],
  ],
  [
    'lambda',
    'PublishedLateFastShort',
    [...periods(55, { IteratorAge: 90_000 }), ...periods(5, { IteratorAge: 0 })],
    [...periods(59, {}), { IteratorAge: 60_001 }],
  ],
  [
    'containers',
    'PublishedLateSlowShort',
    periods(6, { publisherIteratorAge: 60_000 }),
    [...periods(5, {}), { publisherIteratorAge: 60_001 }],
  ],
  ['lambda', 'ReadsThrottled', [{ ReadThrottleEvents: 1 }], periods(2, { ReadThrottleEvents: 1 })],
  [
    'lambda',
    'WritesThrottled',
    periods(2, { WriteThrottleEvents: 0 }),
    periods(2, { 'WriteThrottleEvents of GSI1': 1 }),
  ],
  [
    'lambda',
    'WriteUnitsNearMaximum',
    [{ ConsumedWriteCapacityUnits: 20_000 * 300 * 0.8 }],
    [{ ConsumedWriteCapacityUnits: 0, 'ConsumedWriteCapacityUnits of GSI1': 20_000 * 300 * 0.8 + 1 }],
  ],
  [
    'lambda',
    'HotKey',
    [{ WriteKeyRangeThroughputThrottleEvents: 1 }],
    periods(2, { 'ReadKeyRangeThroughputThrottleEvents of GSI1': 1 }),
  ],
  ['lambda', 'PublisherBehind1h', [{ IteratorAge: 3_600_000 }], [{ IteratorAge: 3_600_001 }]],
  ['containers', 'PublisherBehind1h', [...periods(2, {}), { publisherIteratorAge: 0 }], periods(3, {})],
  ['lambda', 'PublisherDeadLetters', [{ publisherDeadLetters: 0 }], [{ publisherDeadLetters: 1 }]],
  [
    'lambda',
    'PublisherFailures',
    [{ ApproximateNumberOfMessagesVisible: 0 }],
    [{ ApproximateNumberOfMessagesVisible: 1 }],
  ],
  ['lambda', 'ProjectorThrottled', periods(2, { Throttles: 1 }), periods(3, { Throttles: 1 })],
  ['lambda', 'ApiThrottled', [{ Throttles: 1 }], periods(2, { Throttles: 1 })],
  [
    'lambda',
    'DueWorkLate',
    [...periods(2, { DueWorkLateMs: 600_001 }), { DueWorkLateMs: 600_000 }],
    periods(3, { DueWorkLateMs: 600_001 }),
  ],
  ['containers', 'DueWorkLate', [...periods(2, {}), { DueWorkLateMs: 0 }], periods(3, {})],
  [
    'lambda',
    'FeedsStandStill',
    [...periods(2, { FeedsCompleteAgeMs: 30_001 }), { FeedsCompleteAgeMs: 30_000 }],
    periods(3, { FeedsCompleteAgeMs: 30_001 }),
  ],
  ['lambda', 'LogStopped', [{ LogStopped: 0 }], [{ LogStopped: 1 }]],
  [
    'lambda',
    'LogUnsigned',
    [...periods(2, { LogUnsigned: 1 }), { LogUnsigned: 0 }],
    periods(3, { LogUnsigned: 1 }),
  ],
  ['containers', 'LogUnsigned', [...periods(2, {}), { LogUnsigned: 0 }], periods(3, {})],
  ['lambda', 'KeyErrors', [{ KeyErrors: 0 }], [{ KeyErrors: 1 }]],
  ['containers', 'KeyErrors', [{}], [{ KeyErrors: 1 }]],
  ['lambda', 'MailErrors', [{ Errors: 2 }], [{ Errors: 3 }]],
  ['lambda', 'MailBounces', [{ 'Reputation.BounceRate': 0.05 }], [{ 'Reputation.BounceRate': 0.051 }]],
  ['lambda', 'CanaryFailures', [{ Errors: 0 }], [{ Errors: 1 }]],
  ['lambda', 'CanaryServerErrors', [{ ApiFaults: 3, ApiExpected5xx: 100 }], [{ ApiFaults: 4 }]],
];

describe('the alarms', () => {
  test.each(CASES)('%s: %s rings at what is just enough, and not before', (app, id, tooLittle, enough) => {
    const { rings } = arithmeticOf(alarm(apps[app], id));
    expect({ tooLittle: rings(tooLittle), enough: rings(enough) }).toEqual({
      tooLittle: false,
      enough: true,
    });
  });

  test('of any template are rung by each of their metrics alone, in as many periods as they ask for, and in no fewer', () => {
    for (const app of Object.values(apps))
      for (const [id, resource] of idsOf(app, 'AWS::CloudWatch::Alarm')) {
        const { metrics, rings } = arithmeticOf(resource);
        const { EvaluationPeriods: all, DatapointsToAlarm: least = all } = resource.Properties as {
          EvaluationPeriods: number;
          DatapointsToAlarm?: number;
        };
        const well = Object.fromEntries(metrics.map((name) => [name, WELL[name] ?? 0]));
        for (const metric of metrics.filter(
          (name) => name !== EXPECTED && (!(name in BUSY) || metrics.length === 1),
        )) {
          const bad = { ...well, [metric]: metric in WELL ? 0 : Number.MAX_SAFE_INTEGER };
          const of = (count: number) => rings([...periods(all - count, well), ...periods(count, bad)]);
          const found = { id, metric, none: of(0), tooFew: of(least - 1), enough: of(least) };
          expect(found).toEqual({ id, metric, none: false, tooFew: false, enough: true });
        }
      }
  });

  test('ring without data only where silence means that a process is down, or is not called', () => {
    for (const [name, app] of Object.entries(apps)) {
      const ringing = idsOf(app, 'AWS::CloudWatch::Alarm').filter(([, resource]) =>
        arithmeticOf(resource).rings(periods(resource.Properties.EvaluationPeriods as number, {})),
      );
      const silent = ringing.map(([id]) => id.replace(/[0-9A-F]{8}$/, '')).sort();
      expect([name, silent]).toEqual([
        name,
        name === 'containers'
          ? [
              'DueWorkLate',
              'FeederBehind12h',
              'FeederBehind1h',
              'LogUnsigned',
              'ProjectorBehind12h',
              'ProjectorBehind1h',
              'PublisherBehind12h',
              'PublisherBehind1h',
            ]
          : ['DueWorkLate', 'LogUnsigned'],
      ]);
    }
  });

  test('each of a kind has a case above', () => {
    const cases = new Set(CASES.map(([, id]) => kindOf(id)));
    const ids = Object.values(apps).flatMap((app) => idsOf(app, 'AWS::CloudWatch::Alarm').map(([id]) => id));
    const uncovered = ids.map((id) => kindOf(id.replace(/[0-9A-F]{8}$/, '')));
    expect(uncovered.filter((kind) => !cases.has(kind))).toEqual([]);
  });

  /** A burn's windows and speeds, the processors and the two kinds of units have the same arithmetic. */
  function kindOf(id: string): string {
    return id
      .replace(/(Fast|Slow)(Long|Short)$/, '')
      .replace(/^(Publisher|Feeder|Projector|Read|Write)s?/, '')
      .replace(/^(Webhooks|InvitationMailer|AuditLog|Example\w*?)Failures/, 'Failures')
      .replace(/\d+h$/, '');
  }
});

describe('the burn of an objective', () => {
  test('rings when both windows burn, and notifies once', () => {
    const composite = idsOf(apps.lambda, 'AWS::CloudWatch::CompositeAlarm');
    expect(composite).toHaveLength(3 * BURNS.length);
    for (const [, { Properties }] of composite) {
      expect(JSON.stringify(Properties.AlarmRule)).toMatch(/Long.* AND .*Short/);
      expect(Properties.AlarmActions).toHaveLength(1);
    }
  });

  test('tolerates what uses up the budget in the time that the rate says', () => {
    const [fast, slow] = BURNS;
    if (!fast || !slow) throw new Error('There are two.');
    expect(BURNS.map((burn) => toleratedPercent(OBJECTIVES.availabilityPercent, burn))).toEqual([1.44, 0.6]);
    expect(toleratedIntervals(99, fast, fast.long)).toBe(9);
    expect(toleratedIntervals(99, slow, slow.short)).toBe(1);
  });
});
