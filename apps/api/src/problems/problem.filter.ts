import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { explainAwsError, type TablePlace } from '#libs/aws-clients';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AllowedMethods } from './allowed-methods.js';
import { currentRepresentation, type CurrentRepresentation } from './current-representation.js';
import { contextOf } from '../observability/request-context.js';
import type { ProblemCode } from './catalogue.js';
import { directoryProblem } from './directory-problems.js';
import { frameworkProblem } from './framework-problems.js';
import { pathOf } from './path.js';
import { Problem } from './problem.js';
import { renderProblem, type ProblemAnswers } from './renderer.js';
import { unavailableProblem } from './unavailable.js';

/** A part of SCIM that is not served, many writers at once, a feed that is still being made: nobody has to do anything. */
const EXPECTED: ReadonlySet<ProblemCode> = new Set(['route_not_found', 'too_many_changes', 'feed_not_ready']);

/** `application/problem+json` (RFC 9457), unless a renderer is for the request. Reveals nothing of an unknown error. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  /** @param place what errors of AWS are explained with, in the log */
  constructor(
    private readonly allowedMethods: AllowedMethods,
    private readonly place: TablePlace,
    private readonly answers: ProblemAnswers,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (hasHungUp(request)) {
      request.log.info('the client hung up before its request was whole');
      if (!reply.sent) void reply.code(400).send();
      return;
    }
    const problem = this.problemOf(error, request);
    if (problem.status >= 500) this.log(error, problem, request);
    if (reply.sent) return;
    const answer = (current?: CurrentRepresentation) => {
      const members = current && { current: current.body };
      const { status, headers, contentType, body } = renderProblem(this.answers, problem, request, members);
      void reply
        .code(status)
        .headers({ ...problem.headers, ...headers, ...(current && { etag: current.etag }) })
        .type(contentType)
        .send(body);
    };
    if (problem.code !== 'version_mismatch') return answer();
    currentRepresentation(request).then(answer, () => answer());
  }

  /** Each line is counted: see `countServerErrors` of infra. */
  private log(error: unknown, { code, title }: Problem, request: FastifyRequest): void {
    if (EXPECTED.has(code)) {
      contextOf(request).expectedError = code;
      request.log.warn({ code, serverError: 'expected' }, title);
      return;
    }
    const explained = explainAwsError(error, this.place) ?? title;
    request.log.error({ err: error, code, serverError: 'fault' }, explained);
  }

  private problemOf(error: unknown, request: FastifyRequest): Problem {
    if (error instanceof Problem) return error;
    // Whatever else is wrong with the request.
    if (request.is404) return this.noRoute(request);
    const framework = frameworkProblem(error) ?? frameworkProblem((error as Error | undefined)?.cause);
    if (framework) return framework;
    const directory = directoryProblem(error);
    if (directory) return directory;
    const unavailable = unavailableProblem(error);
    if (unavailable) return unavailable;
    if (error instanceof HttpException && error.getStatus() < 500)
      return new Problem('malformed_request', 'The request could not be understood.', { cause: error });
    return new Problem('internal_error', 'The error is logged under the request id.', { cause: error });
  }

  private noRoute(request: FastifyRequest): Problem {
    const path = pathOf(request.raw.url);
    const allowed = this.allowedMethods.of(path);
    // A file that is not there, below a path whose files are.
    if (allowed.length === 0 || allowed.includes(request.method))
      return new Problem('route_not_found', 'There is nothing at this path.');
    const allow = allowed.join(', ');
    const detail = `This path supports ${allow}, not ${request.method}.`;
    return new Problem('method_not_allowed', detail, { headers: { allow } });
  }
}

/** There is nobody to answer, and nothing is wrong on our side. */
function hasHungUp({ raw }: FastifyRequest): boolean {
  return raw.readableAborted && !raw.complete;
}
