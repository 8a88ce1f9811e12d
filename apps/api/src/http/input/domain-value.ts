// Nest brings it too, but a DTO may be read first.
import 'reflect-metadata';
import { DomainError, orRefusal } from '#libs/domain';
import type { FieldError } from '../../problems/problem.js';
import { escapePointer } from './json-pointer.js';

type Parse = (value: never) => unknown;
const PARSE = 'rollbook:parse';

/** The domain applies the rule. It is also checked if other fields are wrong, so that one answer reports everything. */
export function ParsedBy(parse: Parse): PropertyDecorator {
  return Reflect.metadata(PARSE, parse);
}

export function parserOf(dto: object, property: string): Parse | undefined {
  return Reflect.getMetadata(PARSE, dto, property) as Parse | undefined;
}

export function domainErrors(dto: object, reported: ReadonlySet<string>): FieldError[] {
  return Object.entries(dto).flatMap(([property, value]: [string, unknown]): FieldError[] => {
    if (reported.has(property) || value === undefined || value === null) return [];
    const error = refusalOf(dto, property, value);
    return error ? [{ code: error.code, detail: error.message, pointer: `/${escapePointer(property)}` }] : [];
  });
}

export function refusalOf(dto: object, property: string, value: unknown): DomainError | undefined {
  const parsed = orRefusal(() => parserOf(dto, property)?.(value as never));
  return parsed instanceof DomainError ? parsed : undefined;
}
