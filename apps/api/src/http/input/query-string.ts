import type { FastifyInstance } from 'fastify';
import { FORBIDDEN_KEYS } from './json-body.js';
import { shownName } from './rule-texts.js';
import { fieldProblem, Problem, type FieldError } from '../../problems/problem.js';

const URL_LIMIT = 4_096;
const MAX_PARAMETERS = 32;

/** Refuses URLs that are too long, and query strings that say one thing twice or cannot be decoded. */
export function checkQueryStrings(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    done(problemWithUrl(request.raw.url ?? '/', request.query as Record<string, unknown>));
  });
}

function problemWithUrl(url: string, query: Record<string, unknown>): Problem | undefined {
  if (url.length > URL_LIMIT)
    return new Problem(
      'url_too_long',
      `A URL must have at most ${URL_LIMIT} characters; this one has ${url.length}.`,
    );
  const start = url.indexOf('?');
  if (start === -1) return undefined;
  try {
    decodeURIComponent(url.slice(start + 1).replaceAll('+', ' '));
  } catch (error) {
    return new Problem('malformed_url', 'The query string is not percent-encoded UTF-8.', { cause: error });
  }
  const names = Object.keys(query);
  if (names.length > MAX_PARAMETERS)
    return new Problem('malformed_url', `A query string must have at most ${MAX_PARAMETERS} parameters.`);
  const errors = names.flatMap((name): FieldError[] => {
    const value = query[name];
    if (FORBIDDEN_KEYS.has(name))
      return [
        { code: 'unknown_field', detail: `${shownName(name)} is not a known parameter.`, parameter: name },
      ];
    if (typeof value !== 'string')
      return [
        {
          code: 'duplicate_parameter',
          detail: `${shownName(name)} must be given only once.`,
          parameter: name,
        },
      ];
    if (value.includes('\0') || name.includes('\0'))
      return [{ code: 'invalid_text', detail: `${shownName(name)} must not contain NUL.`, parameter: name }];
    return [];
  });
  return errors.length > 0 ? fieldProblem(errors) : undefined;
}
