import { Duration } from 'aws-cdk-lib';

/** What is promised over thirty days. What is missing of 100 % may fail: it is the budget of errors. */
export interface Objectives {
  /** Of requests answered without a server error. */
  availabilityPercent: number;
  /** Of requests answered within {@link latencyMs}. */
  latencyPercent: number;
  latencyMs: number;
  /** Of minutes in which every event was published within {@link publishedWithinSeconds}. */
  publishedPercent: number;
  publishedWithinSeconds: number;
}

export const OBJECTIVES: Objectives = {
  availabilityPercent: 99.9,
  latencyPercent: 99,
  latencyMs: 500,
  publishedPercent: 99,
  publishedWithinSeconds: 60,
};

/**
 * A budget of thirty days burns at rate 1 if it lasts for thirty days. An alarm looks at a long window, so that a moment
 * does not ring it, and at a short one, so that it ends soon after the cause. The rates are those of the Site Reliability
 * Workbook, chapter 5: 2 % of the budget in an hour, 5 % in six hours.
 */
export interface Burn {
  name: 'Fast' | 'Slow';
  rate: number;
  long: Duration;
  short: Duration;
  /** Of the minutes, or five minutes, that are counted where each of them is good or bad. */
  interval: Duration;
}

export const BURNS: readonly Burn[] = [
  {
    name: 'Fast',
    rate: 14.4,
    long: Duration.hours(1),
    short: Duration.minutes(5),
    interval: Duration.minutes(1),
  },
  {
    name: 'Slow',
    rate: 6,
    long: Duration.hours(6),
    short: Duration.minutes(30),
    interval: Duration.minutes(5),
  },
];

/** The share of failures, in percent, above which an objective's budget burns faster than `rate`. */
export function toleratedPercent(objectivePercent: number, { rate }: Burn): number {
  return Number(((100 - objectivePercent) * rate).toFixed(4));
}

/** How many intervals of a window must be bad for that. */
export function toleratedIntervals(objectivePercent: number, burn: Burn, window: Duration): number {
  const all = window.toSeconds() / burn.interval.toSeconds();
  return Math.max(1, Math.ceil((all * toleratedPercent(objectivePercent, burn)) / 100));
}
