// problems: one catalogue of codes, and how they are answered (RFC 9457). Features register how their clients see them.
// Imports configuration and observability.

import { PROBLEMS, type ProblemCode } from './catalogue.js';

export interface FieldError {
  code: ProblemCode;
  detail: string;
  pointer?: string;
  parameter?: string;
  header?: string;
}

export interface ProblemOptions {
  errors?: readonly FieldError[];
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
  /** Where the same code has another status than in the catalogue. */
  status?: number;
}

/** Thrown anywhere in the API to answer with a problem; the filter does the rest. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly title: string;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    { errors = [], headers = {}, cause, status = PROBLEMS[code].status }: ProblemOptions = {},
  ) {
    super(detail, { cause });
    this.status = status;
    this.title = PROBLEMS[code].title;
    this.errors = errors;
    this.headers = headers;
  }
}

/** A problem about several fields: its code is theirs when they agree. */
export function fieldProblem(errors: readonly FieldError[]): Problem {
  const [first, ...others] = errors;
  if (!first) return new Problem('malformed_request', 'The request is not valid.');
  const code = others.every((other) => other.code === first.code) ? first.code : 'validation_failed';
  const detail = others.length === 0 ? first.detail : `${errors.length} fields are not valid; see errors.`;
  return new Problem(code, detail, { errors });
}

export const PROBLEM_CONTENT_TYPE = 'application/problem+json; charset=utf-8';

/** The body of RFC 9457, with the members Rollbook adds: `code`, `requestId`, `errors`. */
export function problemBody(problem: Problem, instance: string, requestId: string, baseUrl?: string) {
  return {
    type: problemType(problem.code, baseUrl),
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    instance,
    code: problem.code,
    requestId,
    ...(problem.errors.length > 0 && { errors: problem.errors }),
  };
}

/** @param baseUrl where the documentation has a page for each code; it ends with a slash */
export function problemType(code: ProblemCode, baseUrl = 'urn:rollbook:problem:'): string {
  return `${baseUrl}${code}`;
}
