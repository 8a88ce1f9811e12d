import { invalidPattern, valueMatcher, type ValueMatcher } from './pattern-values.js';

export type EventMatcher = (event: unknown) => boolean;

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutRule.html */
const MAX_PATTERN_LENGTH = 4_096;

/**
 * Compiles an event pattern, by https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html.
 *
 * Fields are joined by and, the values of one field by or; `$or` joins whole patterns. An array field matches if one of its
 * elements does, and several fields below an array have to match in the same element.
 * @throws BusError `InvalidEventPatternException`
 */
export function compileEventPattern(text: string): EventMatcher {
  if (text.length > MAX_PATTERN_LENGTH) throw invalidPattern('Pattern is too long');
  let pattern: unknown;
  try {
    pattern = JSON.parse(text);
  } catch {
    throw invalidPattern('Filter is not valid JSON');
  }
  if (!isObject(pattern)) throw invalidPattern('Filter is not an object');
  return objectMatcher(pattern, true);
}

function objectMatcher(pattern: Record<string, unknown>, isRoot = false): EventMatcher {
  const entries = Object.entries(pattern);
  if (entries.length === 0) throw invalidPattern(isRoot ? 'Empty filter' : 'Empty objects are not allowed');
  const conditions = entries.map(([name, inner]) =>
    name === '$or' && isAlternatives(inner) ? anyOf(inner) : field(name, inner),
  );
  return (event) => isObject(event) && conditions.every((holds) => holds(event));
}

type Condition = (event: Record<string, unknown>) => boolean;

function anyOf(patterns: Record<string, unknown>[]): Condition {
  const alternatives = patterns.map((pattern) => objectMatcher(pattern));
  return (event) => alternatives.some((matches) => matches(event));
}

function field(name: string, inner: unknown): Condition {
  if (isObject(inner)) {
    const matches = objectMatcher(inner);
    const matchesAbsence = isMetByAbsence(inner);
    return (event) => {
      const value = event[name];
      if (Array.isArray(value)) return value.some((element) => matches(element));
      return isObject(value) ? matches(value) : matchesAbsence && matches({});
    };
  }
  if (!Array.isArray(inner)) throw invalidPattern(`"${name}" must be an object or an array`);
  if (inner.length === 0) throw invalidPattern('Empty arrays are not allowed');
  const matchers: ValueMatcher[] = inner.map(valueMatcher);
  return (event) => {
    const value = event[name];
    if (!Array.isArray(value)) {
      // Only leaves are matched: an object counts as a missing field.
      const leaf = isObject(value) ? undefined : value;
      return matchers.some((matches) => matches(leaf));
    }
    const leaves = value.filter((element) => !isObject(element));
    if (leaves.length === 0) return matchers.some((matches) => matches(undefined));
    return leaves.some((element) => matchers.some((matches) => matches(element)));
  };
}

/** True if a pattern only requires fields to be absent, so that it also holds if the whole object is missing. */
function isMetByAbsence(pattern: Record<string, unknown>): boolean {
  return Object.values(pattern).every((inner) =>
    isObject(inner)
      ? isMetByAbsence(inner)
      : Array.isArray(inner) && inner.some((element) => isObject(element) && element['exists'] === false),
  );
}

/** `$or` is an operator only if it lists at least two patterns; otherwise it is a field with that name. */
function isAlternatives(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 1 && value.every(isObject);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
