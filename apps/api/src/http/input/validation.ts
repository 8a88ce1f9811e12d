// http: bodies, queries and headers, for any feature: `input`, `query`, `edge`.
// Imports directory and what is below it, and no feature.

import {
  ValidationPipe,
  type ArgumentMetadata,
  type PipeTransform,
  type ValidationError,
} from '@nestjs/common';
import type { ProblemCode } from '../../problems/catalogue.js';
import { fieldProblem, Problem, type FieldError } from '../../problems/problem.js';
import { instanceOf, NOT_SURE } from './compiled/compiled-validation.js';
import type { DtoClass } from './compiled/dto-rules.js';
import { domainErrors, refusalOf } from './domain-value.js';
import { escapePointer } from './json-pointer.js';
import { shortened, type Shortened } from './long-lists.js';
import { ruleText } from './rule-texts.js';

/** class-validator's names of its rules, as the codes that clients see. A rule that is not here is about the type. */
const RULE_CODES: Readonly<Record<string, ProblemCode>> = {
  whitelistValidation: 'unknown_field',
  isDefined: 'required',
  isEmail: 'invalid_email',
  isIn: 'not_allowed_value',
  minLength: 'too_short',
  arrayMinSize: 'too_short',
  maxLength: 'too_long',
  arrayMaxSize: 'too_long',
  arrayUnique: 'not_allowed_value',
  min: 'out_of_range',
  max: 'out_of_range',
  isAfter: 'out_of_range',
  matches: 'invalid_format',
  isIso8601: 'invalid_format',
  isUserId: 'invalid_id',
  isServiceGroupId: 'invalid_id',
};

const OF_LENGTHS: readonly ProblemCode[] = ['too_long', 'too_short'];

/** If one value breaks several rules, the one that explains the others is reported. */
const PRECEDENCE: readonly ProblemCode[] = ['unknown_field', 'wrong_type', 'too_long', 'too_short'];

/** With `compiled`, class-validator runs only if something may be wrong: docs/adr/0028-optimizations.md. */
export class RequestValidation implements PipeTransform {
  constructor(private readonly options: { compiled: boolean }) {}

  private readonly body = validationPipe((path) => ({ pointer: path.map((key) => `/${key}`).join('') }));
  private readonly query = validationPipe((path) => ({ parameter: path.join('.') }));

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const metatype = metadata.metatype as DtoClass | undefined;
    const isBody = metadata.type === 'body' && metatype !== undefined;
    const { errors, body }: Shortened = isBody ? shortened(metatype, value) : { errors: [], body: value };
    if (isBody && errors.length > 0) return this.refuse(errors, body, metatype);
    if (this.options.compiled && metadata.type !== 'custom' && metatype) {
      const instance = instanceOf(metatype, body);
      if (instance !== NOT_SURE) return instance;
    }
    return (metadata.type === 'body' ? this.body : this.query).transform(body, metadata);
  }

  /** For what is known to be wrong, and for what else is wrong with the body. */
  async refuse(errors: readonly FieldError[], body: unknown, metatype: DtoClass | undefined): Promise<never> {
    throw fieldProblem([...errors, ...(metatype ? await this.errorsIn(body, metatype) : [])]);
  }

  /** What is wrong with a body, or with a part of one that has a DTO of its own. */
  async errorsIn(body: unknown, metatype: DtoClass): Promise<readonly FieldError[]> {
    try {
      await this.transform(body, { type: 'body', metatype });
      return [];
    } catch (error) {
      if (error instanceof Problem) return error.errors;
      throw error;
    }
  }
}

type Place = (path: readonly string[]) => Pick<FieldError, 'pointer' | 'parameter'>;

function validationPipe(place: Place): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    validationError: { target: true, value: true },
    exceptionFactory: (errors) => {
      const reported = new Set(errors.map(({ property }) => property));
      const others = domainErrors(errors[0]?.target ?? {}, reported);
      return fieldProblem([...errors.flatMap((error) => fieldErrors(error, [], place)), ...others]);
    },
  });
}

function fieldErrors(
  { target = {}, property, value, constraints = {}, children = [] }: ValidationError,
  parents: readonly string[],
  place: Place,
): FieldError[] {
  const path = [...parents, escapePointer(property)];
  const nested = children.flatMap((child) => fieldErrors(child, path, place));
  const broken = Object.entries(constraints).map(([rule, message]) => ({
    code: RULE_CODES[rule] ?? 'wrong_type',
    detail: ruleText(message),
  }));
  if (value === undefined && broken.some(({ code }) => code !== 'unknown_field'))
    return [{ code: 'required', detail: `${property} is required.`, ...place(path) }];
  const first =
    PRECEDENCE.map((code) => broken.find((rule) => rule.code === code)).find(Boolean) ?? broken[0];
  if (!first) return nested;
  // Items of a wrong type are reported one by one. What is in a value of a wrong type is no matter.
  if (first.code === 'wrong_type' && nested.length > 0 && Array.isArray(value)) return nested;
  const others = first.code === 'wrong_type' ? [] : nested;
  // Of a length, the domain says more than a maximum that keeps its work small.
  const refusal = OF_LENGTHS.includes(first.code) ? refusalOf(target, property, value) : undefined;
  return [{ ...first, detail: refusal?.message ?? first.detail, ...place(path) }, ...others];
}
