import type { FastifyRequest } from 'fastify';
import { contextOf } from '../observability/request-context.js';
import { pathOf } from './path.js';
import { type Problem, PROBLEM_CONTENT_TYPE, problemBody } from './problem.js';

export interface RenderedProblem {
  status: number;
  headers?: Readonly<Record<string, string>>;
  contentType: string;
  body: string;
}

/** How a feature shows problems to its own clients, instead of as `application/problem+json`. The app registers each. */
export interface ProblemRenderer {
  rendersFor(request: FastifyRequest): boolean;
  render(problem: Problem, request: FastifyRequest, requestId: string): RenderedProblem;
}

/** How an app answers with problems. */
export interface ProblemAnswers {
  renderers: readonly ProblemRenderer[];
  /** See `problemType`. */
  baseUrl?: string | undefined;
}

/** The first renderer that is for the request; without one, RFC 9457. */
export function renderProblem(
  { renderers, baseUrl }: ProblemAnswers,
  problem: Problem,
  request: FastifyRequest,
  members: object = {},
): RenderedProblem {
  const { requestId } = contextOf(request);
  const own = renderers.find((each) => each.rendersFor(request));
  if (own) return own.render(problem, request, requestId);
  const body = { ...problemBody(problem, pathOf(request.raw.url), requestId, baseUrl), ...members };
  return { status: problem.status, contentType: PROBLEM_CONTENT_TYPE, body: JSON.stringify(body) };
}
