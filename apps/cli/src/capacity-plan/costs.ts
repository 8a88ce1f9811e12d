import { PRICES } from './prices.js';

/** What a month of some load used, planned or metered. */
export interface MonthlyUse {
  requests: number;
  events: number;
  deliveries: number;
  /** Of the table and its index. */
  writeUnits: number;
  readUnits: number;
  sizeGb: number;
}

export type Costs = [line: string, usDollars: number][];

/** How long a call of the table takes, and what a request takes in the API's function besides. */
export const CALL_SECONDS = 0.005;
const HANDLER_SECONDS = 0.02;
/** How long a request takes in the API's function, and a batch in the publisher's. */
export const REQUEST_SECONDS = HANDLER_SECONDS + 2 * CALL_SECONDS;
export const BATCH_SECONDS = 0.1;
export const EVENTS_PER_BATCH = 20;
export const EVENT_KB = 0.9;
const API_GB = 1;
const PROCESSOR_GB = 0.5;
/** How long the webhooks' function takes for an event, to look for endpoints, and for a delivery, to wait for an answer. */
const TAKE_SECONDS = 0.02;
const DELIVERY_SECONDS = 0.3;
const LOG_KB_PER_REQUEST = 0.5;
const ANSWER_KB = 4;
/** In an environment on Lambda: metrics that alarms watch, metrics derived from logs, secrets of processes. */
const ALARM_METRICS = 46;
const COMPOSITE_ALARMS = 6;
const LOG_METRICS = 3;
const SECRETS = 3;

/** How long the webhooks' function takes for an event. It waits for all endpoints at the same time. */
export function webhookSeconds(deliveriesPerEvent: number): number {
  return TAKE_SECONDS + Math.min(1, deliveriesPerEvent) * DELIVERY_SECONDS;
}

/** @param provisionedUse the share of provisioned units that is used, on average; undefined: on demand */
export function costsOf(
  { requests, events, deliveries, writeUnits, readUnits, sizeGb }: MonthlyUse,
  provisionedUse?: number,
): Costs {
  const millionUnits = unitPrices(provisionedUse);
  const { dynamodb, lambda, httpApi, eventBridge, cloudWatch, cloudFront } = PRICES;
  const calls = (count: number, seconds: number, gb: number) =>
    (count / 1e6) * lambda.millionRequests + count * seconds * gb * lambda.gbSecondArm;
  const eventsGb = (events / 1e6) * EVENT_KB;
  return [
    ['DynamoDB, writes', (writeUnits / 1e6) * millionUnits.written],
    ['DynamoDB, reads', (readUnits / 1e6) * millionUnits.read],
    [
      'DynamoDB, storage and recovery',
      sizeGb * (dynamodb.storageGbMonth + dynamodb.pointInTimeRecoveryGbMonth),
    ],
    ['Lambda, API', calls(requests, REQUEST_SECONDS, API_GB)],
    ['Lambda, processors', 2 * calls(events / EVENTS_PER_BATCH, BATCH_SECONDS, PROCESSOR_GB)],
    ['Lambda, webhooks', calls(events, webhookSeconds(deliveries / Math.max(1, events)), PROCESSOR_GB)],
    ['API Gateway', (requests / 1e6) * httpApi.millionRequests],
    ['CloudFront', (requests / 1e6) * cloudFront.millionRequests],
    [
      'EventBridge, with a month of archive',
      (events / 1e6) * eventBridge.millionEvents +
        eventsGb * (eventBridge.archiveGb + eventBridge.archiveGbMonth),
    ],
    ['CloudWatch', (requests / 1e6) * LOG_KB_PER_REQUEST * cloudWatch.logsGb],
    ['Data transfer to the internet', (requests / 1e6) * ANSWER_KB * cloudFront.transferOutGb],
  ];
}

/** Of a million units. Those that are provisioned are paid by the hour, used or not. */
function unitPrices(provisionedUse: number | undefined): { written: number; read: number } {
  const { millionWriteUnits, millionReadUnits, provisionedWriteUnitHour, provisionedReadUnitHour } =
    PRICES.dynamodb;
  if (provisionedUse === undefined) return { written: millionWriteUnits, read: millionReadUnits };
  const millionOf = (unitHour: number) => ((unitHour / 3_600) * 1e6) / provisionedUse;
  return { written: millionOf(provisionedWriteUnitHour), read: millionOf(provisionedReadUnitHour) };
}

/** One request, and all that it sets off while nothing else happens. */
export interface RequestUse {
  /** Calls of the table, one after the other. */
  rounds: number;
  readUnits: number;
  writeUnits: number;
  events: number;
  /** Calls of the stream processors' functions. */
  functionCalls: number;
}

/** A million requests, each by itself. A busy system shares the stream processors' calls among changes. */
export function pricePerMillion(use: RequestUse): number {
  const { dynamodb, lambda, httpApi, eventBridge, cloudWatch, cloudFront } = PRICES;
  const call = (seconds: number, gb: number) =>
    lambda.millionRequests + 1e6 * seconds * gb * lambda.gbSecondArm;
  return (
    use.readUnits * dynamodb.millionReadUnits +
    use.writeUnits * dynamodb.millionWriteUnits +
    call(HANDLER_SECONDS + use.rounds * CALL_SECONDS, API_GB) +
    use.functionCalls * call(BATCH_SECONDS, PROCESSOR_GB) +
    use.events *
      (eventBridge.millionEvents + EVENT_KB * (eventBridge.archiveGb + eventBridge.archiveGbMonth)) +
    httpApi.millionRequests +
    cloudFront.millionRequests +
    LOG_KB_PER_REQUEST * cloudWatch.logsGb +
    ANSWER_KB * cloudFront.transferOutGb
  );
}

/** The cost of a thousand first visits to the dashboard: its page, and its files, compressed. */
export function costOfVisits(files: number, kilobytes: number): number {
  const { cloudFront, s3 } = PRICES;
  const requests =
    (1 + files) * cloudFront.millionRequests + cloudFront.millionFunctionCalls + s3.millionReads;
  return requests / 1_000 + (kilobytes / 1_000) * cloudFront.transferOutGb;
}

export function fixedCosts(): Costs {
  const { cloudWatch, kms, secretMonth } = PRICES;
  return [
    [
      'Alarms and dashboard',
      ALARM_METRICS * cloudWatch.alarmMetricMonth +
        COMPOSITE_ALARMS * cloudWatch.compositeAlarmMonth +
        LOG_METRICS * cloudWatch.metricMonth +
        cloudWatch.dashboardMonth,
    ],
    ['Keys and secrets', 3 * kms.keyMonth + SECRETS * secretMonth],
  ];
}

const sumOf = (costs: Costs) => costs.reduce((sum, [, cost]) => sum + cost, 0);

export function monthlyCostsOf(costs: Costs) {
  const { region, asOf } = PRICES;
  return { currency: 'USD', region, asOf, of: Object.fromEntries(costs), together: sumOf(costs) };
}

export function billOf(costs: Costs): string[] {
  return [...costs, ['total', sumOf(costs)] as const].map(
    ([name, cost]) => `  ${cost.toFixed(2).padStart(12)}  ${name}`,
  );
}
