import { DomainError, orRefusal } from './errors.js';

type Parsers = Readonly<Record<string, () => unknown>>;
type Parsed<From extends Parsers> = { [Name in keyof From]: ReturnType<From[Name]> };

/**
 * Parses several values and reports every one that is wrong, so that the caller can fix them all at once.
 * @throws DomainError the only one, or one that has all of them as its parts
 */
export function parseAll<From extends Parsers>(parsers: From): Parsed<From> {
  const errors: DomainError[] = [];
  const values = Object.entries(parsers).map(([name, parse]) => {
    const value = orRefusal(parse);
    if (value instanceof DomainError) errors.push(value);
    return [name, value];
  });
  const [first, ...others] = errors;
  if (first) throw oneOf(first, ...others);
  return Object.fromEntries(values) as Parsed<From>;
}

/** One error with the messages of all of them, and the code of the first. */
export function oneOf(first: DomainError, ...others: readonly DomainError[]): DomainError {
  if (others.length === 0) return first;
  const parts = [first, ...others].flatMap((error) => (error.parts.length > 0 ? error.parts : [error]));
  return new DomainError(first.code, parts.map(({ message }) => message).join(' '), undefined, parts);
}
