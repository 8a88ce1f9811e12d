import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage } from 'class-validator';
import type { FieldError } from '../../problems/problem.js';
import type { DtoClass } from './compiled/dto-rules.js';

interface Bounded {
  property: string;
  most: number;
  type?: DtoClass | undefined;
}

const known = new Map<DtoClass, readonly Bounded[]>();

function boundedOf(type: DtoClass): readonly Bounded[] {
  const before = known.get(type);
  if (before) return before;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const nestedType = (property: string) =>
    defaultMetadataStorage.findTypeMetadata(type, property)?.typeFunction() as DtoClass | undefined;
  const lists = rules
    .filter(({ name }) => name === 'arrayMaxSize')
    .map(({ propertyName: property, constraints }) => ({ property, most: (constraints as number[])[0]! }));
  const objects = rules
    .filter(({ name, each }) => name === 'isObject' && !each)
    .map(({ propertyName: property }) => ({ property, most: 0 }));
  const bounded = [...lists, ...objects].map((one) => ({ ...one, type: nestedType(one.property) }));
  known.set(type, bounded);
  return bounded;
}

export interface Shortened {
  errors: readonly FieldError[];
  body: unknown;
}

/** Keeps class-validator from checking each of half a million items, and from reporting what is wrong with each. */
export function shortened(type: DtoClass, body: unknown): Shortened {
  const errors: FieldError[] = [];
  return { body: shorten({ type, value: body, pointer: '' }, errors), errors };
}

interface Part {
  type: DtoClass;
  value: unknown;
  pointer: string;
}

function shorten({ type, value, pointer }: Part, errors: FieldError[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const before = value as Record<string, unknown>;
  const changed: Record<string, unknown> = {};
  for (const bounded of boundedOf(type)) {
    const { property } = bounded;
    if (!Object.hasOwn(before, property)) continue;
    const after = shortenProperty(
      bounded,
      { value: before[property], pointer: `${pointer}/${property}` },
      errors,
    );
    if (after !== before[property]) changed[property] = after;
  }
  return Object.keys(changed).length === 0 ? value : { ...before, ...changed };
}

function shortenProperty(
  { property, most, type }: Bounded,
  { value, pointer }: Omit<Part, 'type'>,
  errors: FieldError[],
): unknown {
  if (!Array.isArray(value)) return type ? shorten({ type, value, pointer }, errors) : value;
  // Where an object is expected, class-validator says so of the empty list that is left.
  if (value.length > most && most > 0)
    errors.push({
      code: 'too_long',
      detail: `${property} must have at most ${most.toLocaleString('en')} items.`,
      pointer,
    });
  const kept: unknown[] = value.length > most ? value.slice(0, most) : value;
  if (!type) return kept;
  const items = kept.map((item, index) =>
    shorten({ type, value: item, pointer: `${pointer}/${index}` }, errors),
  );
  return items.every((item, index) => item === kept[index]) ? kept : items;
}
