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
import { domainErrors } from './domain-value.js';
import { escapePointer } from './json-pointer.js';

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
  min: 'out_of_range',
  max: 'out_of_range',
  matches: 'invalid_format',
  isIso8601: 'invalid_format',
  isUserId: 'invalid_id',
  isServiceGroupId: 'invalid_id',
};

/** If one value breaks several rules, the one that explains the others is reported. */
const PRECEDENCE: readonly ProblemCode[] = ['unknown_field', 'wrong_type', 'too_long', 'too_short'];

/** With `compiled`, class-validator runs only if something may be wrong: docs/adr/0028-optimizations.md. */
export class RequestValidation implements PipeTransform {
  constructor(private readonly options: { compiled: boolean }) {}

  private readonly body = validationPipe((path) => ({ pointer: path.map((key) => `/${key}`).join('') }));
  private readonly query = validationPipe((path) => ({ parameter: path.join('.') }));

  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    if (this.options.compiled && metadata.type !== 'custom' && metadata.metatype) {
      const instance = instanceOf(metadata.metatype as DtoClass, value);
      if (instance !== NOT_SURE) return instance;
    }
    return (metadata.type === 'body' ? this.body : this.query).transform(value, metadata);
  }

  /** What is wrong with a body. */
  async errorsOf(body: unknown, metatype: DtoClass): Promise<readonly FieldError[]> {
    try {
      await this.body.transform(body, { type: 'body', metatype });
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
    validationError: { target: true },
    exceptionFactory: (errors) => {
      const reported = new Set(errors.map(({ property }) => property));
      const others = domainErrors(errors[0]?.target ?? {}, reported);
      return fieldProblem([...errors.flatMap((error) => fieldErrors(error, [], place)), ...others]);
    },
  });
}

function fieldErrors(
  { property, value, constraints = {}, children = [] }: ValidationError,
  parents: readonly string[],
  place: Place,
): FieldError[] {
  const path = [...parents, escapePointer(property)];
  const nested = children.flatMap((child) => fieldErrors(child, path, place));
  const broken = Object.entries(constraints).map(([rule, detail]) => ({
    code: RULE_CODES[rule] ?? 'wrong_type',
    detail: asSentence(detail),
  }));
  if (broken.length === 0) return nested;
  const missing = value === undefined && broken.every(({ code }) => code !== 'unknown_field');
  if (missing) return [{ code: 'required', detail: `${property} is required.`, ...place(path) }, ...nested];
  const first =
    PRECEDENCE.map((code) => broken.find((rule) => rule.code === code)).find(Boolean) ?? broken[0];
  return first ? [{ ...first, ...place(path) }, ...nested] : nested;
}

function asSentence(text: string): string {
  return text.replace(/^property (.*) should not exist$/, '$1 is not a known field').replace(/\.?$/, '.');
}
