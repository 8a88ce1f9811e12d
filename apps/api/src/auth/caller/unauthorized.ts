import type { ProblemCode } from '../../problems/catalogue.js';
import { Problem } from '../../problems/problem.js';

const CHALLENGE = 'Bearer realm="rollbook"';

/** A 401 with its challenge (RFC 6750, section 3): no error code when no token was sent. */
export function unauthorized(code: ProblemCode, detail: string, cause?: unknown): Problem {
  const challenge =
    code === 'token_missing' || code === 'session_missing' || code === 'session_ended'
      ? CHALLENGE
      : `${CHALLENGE}, error="invalid_token", error_description="${detail}"`;
  return new Problem(code, detail, { headers: { 'www-authenticate': challenge }, cause });
}
