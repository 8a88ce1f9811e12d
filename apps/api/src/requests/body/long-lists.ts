import { getMetadataStorage } from 'class-validator';
import type { FieldError } from '../../problems/problem.js';
import type { DtoClass } from './compiled/dto-rules.js';

/** The properties of a DTO that are lists, each with its maximum length. */
type Maxima = readonly (readonly [property: string, most: number])[];

const known = new Map<DtoClass, Maxima>();

function maximaOf(type: DtoClass): Maxima {
  const before = known.get(type);
  if (before) return before;
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const maxima = rules
    .filter(({ name }) => name === 'arrayMaxSize')
    .map(({ propertyName, constraints }) => [propertyName, (constraints as number[])[0]!] as const);
  known.set(type, maxima);
  return maxima;
}

/** What is wrong with the lengths, and the body without the items that are too many. */
export interface Shortened {
  errors: readonly FieldError[];
  body: unknown;
}

/** Keeps class-validator from checking each of half a million items, and from reporting what is wrong with each. */
export function shortened(type: DtoClass, body: unknown): Shortened {
  const values = body as Record<string, unknown>;
  const long = maximaOf(type).flatMap(([property, most]) => {
    const list = values?.[property];
    return Array.isArray(list) && list.length > most ? [{ property, most, items: list.slice(0, most) }] : [];
  });
  if (long.length === 0) return { errors: [], body };
  return {
    errors: long.map(({ property, most }) => ({
      code: 'too_long',
      detail: `${property} must have at most ${most.toLocaleString('en')} items.`,
      pointer: `/${property}`,
    })),
    body: { ...values, ...Object.fromEntries(long.map(({ property, items }) => [property, items])) },
  };
}
