import type { Page } from '#libs/directory';
import { fieldProblem } from '../../problems/problem.js';

/** A list of one or none. @throws Problem `not_allowed_value` if combined with parameters of longer lists */
export async function pageOfOne<Item>(
  parameter: string,
  others: Readonly<Record<string, unknown>>,
  find: () => Promise<Item | undefined>,
): Promise<Page<Item>> {
  requireAlone(parameter, others);
  const item = await find();
  return { items: item === undefined ? [] : [item], cursor: undefined };
}

export function requireAlone(parameter: string, others: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(others).filter((name) => others[name] !== undefined);
  if (given.length === 0) return;
  const detail = `${parameter} cannot be combined with ${given.join(', ')}.`;
  throw fieldProblem([{ code: 'not_allowed_value', detail, parameter }]);
}
