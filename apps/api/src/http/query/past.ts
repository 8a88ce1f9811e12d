import { fieldProblem } from '../../problems/problem.js';
import type { AsOfQueryDto } from './as-of.dto.js';
import { timeOf } from './time.js';

/** A client's clock may be ahead: it asks for what it takes for now. */
export const AHEAD_MS = 60_000;

interface Clock {
  directory: { now: () => number };
}

/** Undefined for now. @throws Problem `out_of_range` if it has yet to come */
export function momentOf(clock: Clock, { asOf }: AsOfQueryDto): string | undefined {
  return requirePast(clock, asOf, { parameter: 'asOf' });
}

/** The same of the context of an access check. @throws Problem `invalid_format`, `out_of_range` */
export function momentIn(clock: Clock, { as_of: named }: Record<string, unknown> = {}): string | undefined {
  const place = { pointer: '/context/as_of' };
  const time = timeOf(named);
  if (named !== undefined && time === undefined) {
    const detail = 'as_of must be an ISO 8601 time with a time zone.';
    throw fieldProblem([{ code: 'invalid_format', detail, ...place }]);
  }
  return requirePast(clock, time, place);
}

function requirePast(
  { directory }: Clock,
  time: string | undefined,
  place: { parameter: string } | { pointer: string },
): string | undefined {
  if (time === undefined || Date.parse(time) <= directory.now() + AHEAD_MS) return time;
  const name = 'parameter' in place ? 'asOf' : 'as_of';
  throw fieldProblem([{ code: 'out_of_range', detail: `${name} must not be in the future.`, ...place }]);
}

/** Whether an access check, or one of several in a body that may still be anything, is about another time than now. */
export function asksForThePast(body: unknown): boolean {
  const { context, evaluations } = (body ?? {}) as { context?: unknown; evaluations?: unknown };
  const each = Array.isArray(evaluations) ? (evaluations as ({ context?: unknown } | null)[]) : [];
  return [context, ...each.map((one) => one?.context)].some(
    (one) => (one as { as_of?: unknown } | null | undefined)?.as_of !== undefined,
  );
}
