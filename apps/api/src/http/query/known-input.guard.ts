import { SetMetadata, type CanActivate, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { FastifyRequest } from 'fastify';
import type { FieldError } from '../../problems/problem.js';
import type { RequestValidation } from '../input/validation.js';
import { selectableFields, takeFields } from './fields.js';
import type { DtoClass } from '../input/compiled/dto-rules.js';
import { escapePointer } from '../input/json-pointer.js';
import { shownName } from '../input/rule-texts.js';

interface Route {
  fields: readonly string[] | undefined;
  ignoresUnknown: boolean;
  readsQuery: boolean;
  /** Of what it reads besides DTOs. */
  checks: readonly Check[];
  bodyType: DtoClass | undefined;
  /** A body sent to a route that ignores it would seem to have been accepted: a reason for a suspension, for example. */
  readsBody: boolean;
}

/** Refuses input that the route never reads. Runs after access is decided: nobody else learns what a route knows. */
export class KnownInput implements CanActivate {
  private readonly routes = new Map<object, Map<object, Route>>();

  constructor(private readonly validation: RequestValidation) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { fields, ignoresUnknown, readsQuery, readsBody, checks, bodyType } = this.routeOf(context);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (fields) takeFields(request, fields);
    if (ignoresUnknown) return true;
    const handler = context.getHandler();
    const errors = [
      ...checks.flatMap((check) => check(request, handler)),
      ...(readsQuery ? [] : unknown(namesIn(request.query), (parameter) => ({ parameter }))),
      ...(readsBody
        ? []
        : unknown(namesIn(request.body), (name) => ({ pointer: `/${escapePointer(name)}` }))),
    ];
    return errors.length === 0 || this.validation.refuse(errors, request.body, bodyType);
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

type Check = (request: FastifyRequest, handler: object) => readonly FieldError[];

const CHECKS = new WeakMap<object, Check>();

/** Marks a parameter decorator's factory that reads the query itself: `check` says first what is wrong with it. */
export function checksQuery<Factory extends object>(check: Check, factory: Factory): Factory {
  CHECKS.set(factory, check);
  return factory;
}

/** Nest's numbers for `@Query()`, for `@Body()`, and for `@Req()`, by which an import reads its rows. */
const QUERY = '4:';
const BODY = '3:';
const BODY_READERS = [BODY, '0:'];

function readRoute(controller: object, handler: { name: string }): Route {
  const known = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) as object | undefined;
  const parameters = Object.entries(known ?? {}) as [string, { factory?: object; index: number }][];
  const checks = parameters.flatMap(([, { factory }]) => (factory && CHECKS.get(factory)) ?? []);
  const body = parameters.find(([key]) => key.startsWith(BODY))?.[1];
  return {
    fields: selectableFields(handler),
    ignoresUnknown: Reflect.getMetadata(IGNORES_UNKNOWN, controller) === true,
    readsQuery: checks.length > 0 || parameters.some(([key]) => key.startsWith(QUERY)),
    checks,
    bodyType: body && typesOf(controller, handler)[body.index],
    readsBody: parameters.some(([key]) => BODY_READERS.some((reader) => key.startsWith(reader))),
  };
}

function typesOf(controller: object, { name }: { name: string }): DtoClass[] {
  const { prototype } = controller as { prototype: object };
  return Reflect.getMetadata('design:paramtypes', prototype, name) as DtoClass[];
}

function namesIn(value: unknown): string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

function unknown(
  names: readonly string[],
  place: (name: string) => { parameter: string } | { pointer: string },
): FieldError[] {
  return names.map((name) => ({
    code: 'unknown_field',
    detail: `${shownName(name)} is not a known parameter.`,
    ...place(name),
  }));
}
