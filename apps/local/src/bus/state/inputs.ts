import { validationError } from './wire.js';

/** The checks EventBridge makes of its parameters, with its messages. */
export type Input = Record<string, unknown>;

const NAME = /^[.\-_A-Za-z0-9]+$/;

export function requiredText(input: Input, name: string, maxLength: number, pattern = NAME): string {
  const value = input[name];
  if (typeof value !== 'string' || value === '')
    throw validationError(
      `1 validation error detected: Value null at '${decapitalized(name)}' failed to satisfy constraint: Member must not be null`,
    );
  if (value.length > maxLength)
    throw validationError(
      `1 validation error detected: Value at '${decapitalized(name)}' failed to satisfy constraint: Member must have length less than or equal to ${maxLength}`,
    );
  if (!pattern.test(value))
    throw validationError(
      `1 validation error detected: Value '${value}' at '${decapitalized(name)}' failed to satisfy constraint: Member must satisfy regular expression pattern: ${pattern.source}`,
    );
  return value;
}

export function optionalText(input: Input, name: string, maxLength = 4_096): string | undefined {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.length > maxLength)
    throw validationError(
      `1 validation error detected: Value at '${decapitalized(name)}' failed to satisfy constraint: Member must be text of at most ${maxLength} characters`,
    );
  return value;
}

export function page<T>(items: readonly T[], input: Input): { items: T[]; NextToken?: string } {
  const limit = input['Limit'] ?? 100;
  if (typeof limit !== 'number' || limit < 1 || limit > 100)
    throw validationError(
      "1 validation error detected: Value at 'limit' failed to satisfy constraint: Member must be between 1 and 100",
    );
  const token = input['NextToken'];
  const from = typeof token === 'string' ? Number(Buffer.from(token, 'base64url').toString()) : 0;
  if (!Number.isInteger(from) || from < 0) throw validationError('The next token is not valid.');
  const next = from + limit;
  return {
    items: items.slice(from, next),
    ...(next < items.length ? { NextToken: Buffer.from(String(next)).toString('base64url') } : {}),
  };
}

function decapitalized(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
