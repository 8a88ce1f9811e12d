import { DomainError } from '#libs/domain';
import type { FieldError } from '../../problems/problem.js';
import { escapePointer } from './json-pointer.js';

type Parse = (value: never) => unknown;
const PARSE = 'rollbook:parse';

/**
 * Names the rule of the domain that the field's value is parsed by. The domain applies it; when a request is refused for
 * other fields before it gets there, the rule is asked as well, so that one answer tells of all.
 */
export function ParsedBy(parse: Parse): PropertyDecorator {
  return Reflect.metadata(PARSE, parse);
}

/** What the domain would say about the fields that nothing else was said about. */
export function domainErrors(dto: object, told: ReadonlySet<string>): FieldError[] {
  return Object.entries(dto).flatMap(([property, value]: [string, unknown]): FieldError[] => {
    const parse = Reflect.getMetadata(PARSE, dto, property) as Parse | undefined;
    if (!parse || told.has(property) || value === undefined || value === null) return [];
    try {
      parse(value as never);
      return [];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return [{ code: error.code, detail: error.message, pointer: `/${escapePointer(property)}` }];
    }
  });
}
