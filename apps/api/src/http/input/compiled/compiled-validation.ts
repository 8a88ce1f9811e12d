import { TransformationType } from 'class-transformer';
import {
  rulesOf,
  transformerOptions,
  type DtoClass,
  type DtoRules,
  type PropertyRules,
} from './dto-rules.js';

/** Returned instead of a DTO if the value is not certainly valid. class-validator then says what is wrong. */
export const NOT_SURE = Symbol('not sure');

/**
 * Creates a DTO from a plain value and validates it, in one pass and by rules that were read once. Returns what Nest's
 * `ValidationPipe` would with `transform`, `whitelist`, `forbidNonWhitelisted` and `forbidUnknownValues`, or `NOT_SURE`; the
 * value is not changed.
 */
export function instanceOf(type: DtoClass, value: unknown): unknown {
  const rules = isPlainObject(value) ? rulesOf(type) : undefined;
  if (!rules) return NOT_SURE;
  const instance = build(rules, value as Plain);
  return instance !== NOT_SURE && holds(rules, instance as Plain) ? instance : NOT_SURE;
}

type Plain = Record<string, unknown>;

/** Like class-transformer: the class's own initial values first, then the properties in the order of the value. */
function build({ type, byProperty }: DtoRules, plain: Plain): unknown {
  const instance = new type() as Plain;
  for (const key of Object.keys(plain)) {
    const rules = byProperty.get(key);
    if (!rules) return NOT_SURE;
    const value = rules.nested ? buildNested(rules.nested, plain[key]) : copyOf(plain[key]);
    if (value === NOT_SURE) return NOT_SURE;
    instance[key] = rules.transforms.length > 0 ? transformed(rules, value, plain) : value;
  }
  return instance;
}

function transformed({ property: key, transforms }: PropertyRules, value: unknown, obj: Plain): unknown {
  const options = transformerOptions() ?? {};
  return transforms.reduce(
    (last, transform) =>
      transform({ value: last, key, obj, type: TransformationType.PLAIN_TO_CLASS, options }),
    value,
  );
}

function buildNested({ rules, mayBeList }: NonNullable<PropertyRules['nested']>, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  if (isPlainObject(value)) return build(rules, value);
  return mayBeList && isPlainArray(value)
    ? listOf(value, (item) => (isPlainObject(item) ? build(rules, item) : NOT_SURE))
    : NOT_SURE;
}

/** A deep copy. Only values of JSON and query strings are certainly copied as class-transformer would. */
function copyOf(value: unknown): unknown {
  if (typeof value === 'function') return NOT_SURE;
  if (typeof value !== 'object' || value === null) return value;
  if (isPlainArray(value)) return listOf(value, copyOf);
  if (!isPlainObject(value)) return NOT_SURE;
  const copy: Plain = {};
  for (const key of Object.keys(value)) {
    // `constructor`, `__proto__`, `toString` and others, which Nest and class-transformer take away.
    if (key in Object.prototype || key === 'prototype') return NOT_SURE;
    const part = copyOf(value[key]);
    if (part === NOT_SURE) return NOT_SURE;
    copy[key] = part;
  }
  return copy;
}

function listOf(values: readonly unknown[], copy: (value: unknown) => unknown): unknown {
  const copies: unknown[] = [];
  for (let index = 0; index < values.length; index += 1) {
    // Nest closes the gaps of an array.
    const item = index in values ? copy(values[index]) : NOT_SURE;
    if (item === NOT_SURE) return NOT_SURE;
    copies.push(item);
  }
  return copies;
}

function isPlainObject(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isPlainArray(value: unknown): value is unknown[] {
  return Array.isArray(value) && Object.getPrototypeOf(value) === Array.prototype;
}

function holds({ byProperty }: DtoRules, instance: Plain): boolean {
  for (const { property, nested, conditions, constraints } of byProperty.values()) {
    const value = instance[property];
    if (!conditions.every((condition) => condition(instance, value))) continue;
    if (!constraints.every((constraint) => constraint(instance, value))) return false;
    if (nested && value !== undefined && !holdsNested(nested.rules, value)) return false;
  }
  return true;
}

/** A transformation may have put something else in its place: then class-validator looks for other rules. */
function holdsNested(rules: DtoRules, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => !Array.isArray(item) && holdsNested(rules, item));
  const isInstance =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === rules.type.prototype;
  return isInstance && holds(rules, value as Plain);
}
