import { ContentionError, FeedNotReadyError, INVITATION_EVERY_SECONDS } from '#libs/directory';
import { DomainError } from '#libs/domain';
import { isSingleTableError } from '@rollbook/single-table';
import { statusOfRefusal, type ProblemCode } from './catalogue.js';
import { fieldProblem, Problem, type FieldError } from './problem.js';

export function directoryProblem(error: unknown): Problem | undefined {
  if (error instanceof DomainError) return domainProblem(error);
  if (error instanceof ContentionError) {
    const headers = { 'retry-after': String(error.retryAfterSeconds) };
    return new Problem('too_many_changes', error.message, { headers, cause: error });
  }
  if (error instanceof FeedNotReadyError)
    return new Problem('feed_not_ready', error.message, { headers: { 'retry-after': '60' }, cause: error });
  if (isSingleTableError(error, 'InvalidCursor')) {
    const detail = 'The cursor does not belong to this list.';
    const errors = [{ code: 'invalid_cursor' as const, detail, parameter: 'cursor' }];
    return new Problem('invalid_cursor', detail, { errors, cause: error });
  }
  if (isSingleTableError(error, 'KeyTooLong'))
    return new Problem('too_long', 'A value is too long for a lookup.', { cause: error });
  return undefined;
}

function domainProblem(error: DomainError): Problem {
  // The compiler sees here that each domain code is in the catalogue.
  const code: ProblemCode = error.code;
  const detail = error.message;
  const parts = error.parts.length > 0 ? error.parts : [error];
  const errors = parts.flatMap(({ code, message, field }): FieldError[] =>
    field === undefined ? [] : [{ code, detail: message, pointer: `/${field}` }],
  );
  if (error.parts.length > 0 && statusOfRefusal(code) === 400) return fieldProblem(errors);
  const headers: Record<string, string> =
    code === 'rate_limited' ? { 'retry-after': String(INVITATION_EVERY_SECONDS) } : {};
  return new Problem(code, detail, { errors, cause: error, status: statusOfRefusal(code), headers });
}
