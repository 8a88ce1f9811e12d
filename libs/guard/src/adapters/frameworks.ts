import type { Guard } from '../guard.js';
import { FORBIDDEN, isAdmitted, PROBLEM_JSON, type Whereabouts } from './requests.js';

// Each framework is known by its shape alone, so none is a dependency.

interface ExpressResponse {
  status(code: number): this;
  type(type: string): this;
  json(body: unknown): unknown;
}

/** Middleware for Express 4 and 5. */
export function expressGuard<Request>(guard: Guard, of: Whereabouts<Request>) {
  return (request: Request, response: ExpressResponse, next: (error?: unknown) => void): void => {
    isAdmitted(guard, of, request).then((admitted) => {
      if (admitted) next();
      else response.status(403).type(PROBLEM_JSON).json(FORBIDDEN);
    }, next);
  };
}

interface FastifyReply {
  code(status: number): this;
  type(type: string): this;
  send(body: unknown): this;
}

/** A `preHandler` hook for Fastify 4 and 5. */
export function fastifyGuard<Request>(guard: Guard, of: Whereabouts<Request>) {
  return async (request: Request, reply: FastifyReply): Promise<unknown> =>
    (await isAdmitted(guard, of, request)) ? undefined : reply.code(403).type(PROBLEM_JSON).send(FORBIDDEN);
}

interface HonoContext {
  body(text: string, status: 403, headers: Record<string, string>): unknown;
}

/** Middleware for Hono 4. */
export function honoGuard<Context extends HonoContext>(guard: Guard, of: Whereabouts<Context>) {
  return async (context: Context, next: () => Promise<void>): Promise<unknown> =>
    (await isAdmitted(guard, of, context))
      ? next()
      : context.body(JSON.stringify(FORBIDDEN), 403, { 'content-type': PROBLEM_JSON });
}

interface NestContext<Request> {
  switchToHttp(): { getRequest<R = Request>(): R };
}

/** A guard for `@UseGuards` of NestJS: what it refuses, NestJS answers with 403. */
export function nestGuard<Request>(guard: Guard, of: Whereabouts<Request>) {
  return {
    canActivate: (context: NestContext<Request>): Promise<boolean> =>
      isAdmitted(guard, of, context.switchToHttp().getRequest<Request>()),
  };
}

/**
 * A Lambda authorizer of an API Gateway HTTP API, with simple responses
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-lambda-authorizer.html).
 */
export function lambdaAuthorizer<Event>(guard: Guard, of: Whereabouts<Event>) {
  return async (event: Event): Promise<{ isAuthorized: boolean }> => ({
    isAuthorized: await isAdmitted(guard, of, event),
  });
}
