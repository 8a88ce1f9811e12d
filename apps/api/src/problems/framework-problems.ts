import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from '../observability/request-context.js';
import type { ProblemCode } from './catalogue.js';
import { Problem, PROBLEM_CONTENT_TYPE, problemBody } from './problem.js';
import { renderProblem, type ProblemAnswers } from './renderer.js';

const FASTIFY_PROBLEMS: Readonly<Record<string, [ProblemCode, string]>> = {
  FST_ERR_BAD_URL: ['malformed_url', 'The path is not percent-encoded UTF-8.'],
  FST_ERR_MAX_PARAM_LENGTH: ['url_too_long', 'A part of the path is too long.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'The body must be application/json, for PATCH also application/merge-patch+json, for SCIM application/scim+json.',
  ],
  FST_ERR_CTP_EMPTY_TYPE: ['unsupported_media_type', 'A body must have a content type.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'body_too_large',
    'The body is larger than 128 KB (1 MB for a batch or SCIM).',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'malformed_request',
    'The length of the body differs from Content-Length.',
  ],
};

export function frameworkProblem(error: unknown): Problem | undefined {
  const code = (error as { code?: unknown } | undefined)?.code;
  if (typeof code !== 'string' || !code.startsWith('FST_ERR_')) return undefined;
  const known = FASTIFY_PROBLEMS[code];
  if (known) return new Problem(...known, { cause: error });
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 500) return undefined;
  return new Problem('malformed_request', 'The request could not be understood.', { cause: error });
}

/** For errors before routing, which reach no hook and no filter. */
export function answersBeforeRouting(answers: ProblemAnswers) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const problem =
      frameworkProblem(error) ?? new Problem('malformed_request', 'The request could not be understood.');
    const { contentType, body } = renderProblem(answers, problem, request);
    void reply
      .code(problem.status)
      .headers({
        'x-request-id': contextOf(request).requestId,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .type(contentType)
      .send(body);
  };
}

/** For bytes that are not even an HTTP request: there is only a socket to write to. */
export function answersOnSocket({ baseUrl }: ProblemAnswers) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const problem = socketProblem(error.code);
    const { title: reason, status } = problem;
    const body = JSON.stringify(problemBody(problem, '/', 'none', baseUrl));
    socket.end(
      [
        `HTTP/1.1 ${status} ${reason}`,
        `Content-Type: ${PROBLEM_CONTENT_TYPE}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
}

function socketProblem(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('headers_too_large', 'All headers together must have at most 16 KB.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem('request_timeout', 'The request did not arrive in time.');
  return new Problem('malformed_request', 'This is not a valid HTTP request.');
}
