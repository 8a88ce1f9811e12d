import type { RateLimit } from '#libs/directory';
import { LIMITED, type Limits, type LimitsChange } from '#libs/domain';
import { asObject, requireKnown } from './json-settings.js';

/** What accounts on it may have, and how many requests they may send; without it, as without a plan. */
export interface Plan {
  limits: Limits;
  rateLimit: RateLimit | undefined;
}

export type Plans = ReadonlyMap<string, Plan>;

interface Planned {
  plan?: string | null;
  limits?: LimitsChange | null;
}

/** Setting a plan sets its limits, and removes those it does not have, but for limits given in the same request. */
export function withLimitsOfPlan<Change extends Planned>(plans: Plans, change: Change): Change {
  const plan = typeof change.plan === 'string' ? plans.get(change.plan) : undefined;
  if (!plan) return change;
  const none = Object.fromEntries(LIMITED.map((name) => [name, null]));
  const given = Object.entries(change.limits ?? {}).filter(([, limit]) => limit !== undefined);
  return { ...change, limits: { ...none, ...plan.limits, ...Object.fromEntries(given) } };
}

/** @throws Error that says where and what is wrong */
export function readPlans(text: string): Plans {
  let plans: unknown;
  try {
    plans = JSON.parse(text);
  } catch {
    throw new Error('must be a JSON object.');
  }
  if (typeof plans !== 'object' || plans === null || Array.isArray(plans))
    throw new Error('must be a JSON object.');
  return new Map(Object.entries(plans).map(([name, plan]) => [name, readPlan(plan, `.${name}`)]));
}

function readPlan(value: unknown, at: string): Plan {
  const plan = asObject(value, at);
  requireKnown(plan, ['limits', 'rateLimit'], at);
  const { limits = {}, rateLimit } = plan;
  return {
    limits: readCounts(limits, `${at}.limits`, { known: LIMITED, from: 0 }),
    rateLimit: rateLimit === undefined ? undefined : readRateLimit(rateLimit, `${at}.rateLimit`),
  };
}

function readRateLimit(value: unknown, at: string): RateLimit {
  const { perSecond, burst } = readCounts(value, at, { known: ['perSecond', 'burst'], from: 1 });
  if (perSecond === undefined || burst === undefined) throw new Error(`${at} must have perSecond and burst.`);
  return { perSecond, burst };
}

function readCounts<Name extends string>(
  value: unknown,
  at: string,
  { known, from }: { known: readonly Name[]; from: number },
): Partial<Record<Name, number>> {
  const counts = asObject(value, at);
  requireKnown(counts, known, at);
  for (const [name, count] of Object.entries(counts))
    if (!Number.isSafeInteger(count) || (count as number) < from)
      throw new Error(`${at}.${name} must be a whole number from ${from}.`);
  return counts as Partial<Record<Name, number>>;
}
