import type { Guard } from '../guard.js';
import type { AuthorizerEvent, ExpressRequest, FastifyRequest, HonoContext } from './framework-types.js';
import { PROBLEM_JSON, refusalOf, type Whereabouts } from './requests.js';

// Each framework is known by its shape alone, so none is a dependency. `NoInfer`: what a route expects of a handler
// would otherwise be taken for the request, and be unknown.

interface ExpressResponse {
  status(code: number): this;
  type(type: string): this;
  json(body: unknown): unknown;
}

/** Middleware for Express 4 and 5. */
export function expressGuard<Request = ExpressRequest>(guard: Guard, of: Whereabouts<Request>) {
  return (request: NoInfer<Request>, response: ExpressResponse, next: (error?: unknown) => void): void => {
    refusalOf(guard, of, request).then((refusal) => {
      if (refusal) response.status(refusal.status).type(PROBLEM_JSON).json(refusal);
      else next();
    }, next);
  };
}

interface FastifyReply {
  code(status: number): this;
  type(type: string): this;
  send(body: unknown): this;
}

/** A `preHandler` hook for Fastify 4 and 5. */
export function fastifyGuard<Request = FastifyRequest>(guard: Guard, of: Whereabouts<Request>) {
  return async (request: NoInfer<Request>, reply: FastifyReply): Promise<unknown> => {
    const refusal = await refusalOf(guard, of, request);
    return refusal && reply.code(refusal.status).type(PROBLEM_JSON).send(refusal);
  };
}

interface AnsweringContext {
  body(text: string, status: 401 | 403, headers: Record<string, string>): Response;
}

/** Middleware for Hono 4. */
export function honoGuard<Context extends AnsweringContext = HonoContext>(
  guard: Guard,
  of: Whereabouts<Context>,
) {
  return async (context: NoInfer<Context>, next: () => Promise<void>): Promise<Response | void> => {
    const refusal = await refusalOf(guard, of, context);
    if (!refusal) return next();
    return context.body(JSON.stringify(refusal), refusal.status, { 'content-type': PROBLEM_JSON });
  };
}

interface NestContext<Request> {
  switchToHttp(): { getRequest<R = Request>(): R };
}

/**
 * A guard for `@UseGuards` of NestJS, on Express unless the request is given another type. What it refuses, NestJS answers: with 403,
 * and without a user by the exception given, NestJS's own `UnauthorizedException`.
 */
export function nestGuard<Request = ExpressRequest>(
  guard: Guard,
  of: Whereabouts<Request>,
  Unauthorized: new () => Error,
) {
  return {
    async canActivate(context: NestContext<Request>): Promise<boolean> {
      const refusal = await refusalOf(guard, of, context.switchToHttp().getRequest<Request>());
      if (refusal?.status === 401) throw new Unauthorized();
      return !refusal;
    },
  };
}

/**
 * A Lambda authorizer of an API Gateway HTTP API, with simple responses
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html). The gateway answers with 403; with
 * 401 where an identity source of the authorizer is missing.
 */
export function lambdaAuthorizer<Event = AuthorizerEvent>(guard: Guard, of: Whereabouts<Event>) {
  return async (event: Event): Promise<{ isAuthorized: boolean }> => ({
    isAuthorized: (await refusalOf(guard, of, event)) === undefined,
  });
}
