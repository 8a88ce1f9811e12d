import { SetMetadata, type CanActivate, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { FastifyRequest } from 'fastify';
import { fieldProblem } from '../../problems/problem.js';
import { selectableFields, takeFields } from './fields.js';
import { escapePointer } from '../body/json-pointer.js';

/** The input a route reads. Looked up once: it is the same for every request. */
interface Route {
  fields: readonly string[] | undefined;
  ignoresUnknown: boolean;
  readsQuery: boolean;
  /** A body sent to a route that ignores it would seem to have been accepted: a reason for a suspension, for example. */
  readsBody: boolean;
}

/** Refuses input that the route never reads. Runs after access is decided: nobody else learns what a route knows. */
export class KnownInput implements CanActivate {
  private readonly routes = new Map<object, Map<object, Route>>();

  canActivate(context: ExecutionContext): boolean {
    const { fields, ignoresUnknown, readsQuery, readsBody } = this.routeOf(context);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (fields) takeFields(request, fields);
    if (ignoresUnknown) return true;
    if (!readsQuery) refuseAll(namesIn(request.query), (parameter) => ({ parameter }));
    if (!readsBody) refuseAll(namesIn(request.body), (name) => ({ pointer: `/${escapePointer(name)}` }));
    return true;
  }

  private routeOf(context: ExecutionContext): Route {
    const [controller, handler] = [context.getClass(), context.getHandler()];
    const ofController = this.routes.get(controller) ?? new Map<object, Route>();
    this.routes.set(controller, ofController);
    const route = ofController.get(handler) ?? readRoute(controller, handler);
    ofController.set(handler, route);
    return route;
  }
}

const IGNORES_UNKNOWN = 'rollbook:ignores-unknown-parameters';

/** Allows unknown parameters on every route of a controller: clients of another protocol send some. */
export function IgnoresUnknownParameters(): CustomDecorator {
  return SetMetadata(IGNORES_UNKNOWN, true);
}

const QUERY_READERS = new WeakSet<object>();

/** Marks a parameter decorator's factory that checks the query itself. */
export function checksQuery<Factory extends object>(factory: Factory): Factory {
  QUERY_READERS.add(factory);
  return factory;
}

/** Nest's numbers for `@Query()`, for `@Body()`, and for `@Req()`, by which an import reads its rows. */
const QUERY = '4:';
const BODY_READERS = ['3:', '0:'];

function readRoute(controller: object, handler: { name: string }): Route {
  const known = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) as object | undefined;
  const parameters = Object.entries(known ?? {}) as [string, { factory?: object }][];
  const isQueryReader = ([key, { factory }]: (typeof parameters)[number]) =>
    key.startsWith(QUERY) || (factory !== undefined && QUERY_READERS.has(factory));
  return {
    fields: selectableFields(handler),
    ignoresUnknown: Reflect.getMetadata(IGNORES_UNKNOWN, controller) === true,
    readsQuery: parameters.some(isQueryReader),
    readsBody: parameters.some(([key]) => BODY_READERS.some((reader) => key.startsWith(reader))),
  };
}

function namesIn(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function refuseAll(
  names: readonly string[],
  place: (name: string) => { parameter: string } | { pointer: string },
): void {
  if (names.length === 0) return;
  throw fieldProblem(
    names.map((name) => ({
      code: 'unknown_field',
      detail: `${name} is not a known parameter.`,
      ...place(name),
    })),
  );
}
