import { inspect } from 'node:util';
import type { Paramtype } from '@nestjs/common';
import { instanceOf, NOT_SURE } from '../../apps/api/src/http/input/compiled/compiled-validation.js';
import type { DtoClass } from '../../apps/api/src/http/input/compiled/dto-rules.js';
import { RequestValidation } from '../../apps/api/src/http/input/validation.js';

const ordinary = new RequestValidation({ compiled: false });

/** The result for a value: accepted or refused by class-validator, and accepted by the compiled rules without it. */
export type Outcome = 'refused' | 'taken' | 'taken without class-validator';

/**
 * Proves that the compiled rules do not change the value and, unless they are not certain, give the same result as
 * class-validator and class-transformer. Plain comparisons, because thousands of calls to `expect` take long.
 */
export async function sameBothWays(type: DtoClass, kind: Paramtype, value: unknown): Promise<Outcome> {
  const before = shown(value);
  const compiled = instanceOf(type, value);
  const quick = compiled === NOT_SURE ? undefined : shown(compiled);
  if (shown(value) !== before) throw new Error(`${type.name} changed ${before} to ${shown(value)}`);
  let instance: unknown;
  try {
    instance = await ordinary.transform(value, { type: kind, metatype: type });
  } catch (error) {
    if (quick === undefined) return 'refused';
    throw new Error(`${type.name} takes ${before} only when it is compiled`, { cause: error });
  }
  if (quick === undefined) return 'taken';
  const isOfClass = Object.getPrototypeOf(compiled) === Object.getPrototypeOf(instance);
  if (quick !== shown(instance) || !isOfClass)
    throw new Error(`${type.name} makes ${quick} of ${before}, and not ${shown(instance)}`);
  return 'taken without class-validator';
}

/** Everything that could differ: classes, the order of properties, gaps, undefined values, -0. */
function shown(value: unknown): string {
  return inspect(value, { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity });
}
