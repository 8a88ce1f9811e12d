import {
  SetMetadata,
  type CallHandler,
  type CustomDecorator,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { escapePointer } from './json-body.js';
import { fieldProblem } from '../problems/problem.js';

const FIELDS = 'rollbook:fields';

/** The names of a resource's fields. The compiler sees to it that none is missing. */
export type FieldsOf<Resource> = Readonly<Record<keyof Resource, true>>;

/** Lets a GET take `fields`: the answer then has only these fields of the resource, and its ids. */
export function Selectable<Resource>(fields: FieldsOf<Resource>): CustomDecorator {
  return SetMetadata(FIELDS, Object.keys(fields));
}

/** The fields that a route lets its callers select; undefined when it lets them select none. */
export function selectableFields(handler: object): readonly string[] | undefined {
  return Reflect.getMetadata(FIELDS, handler) as readonly string[] | undefined;
}

/** Ids are always there: `id`, and those of what the resource belongs to. Another system's id is a field like others. */
export function isOwnId(field: string): boolean {
  return field === 'id' || (field.endsWith('Id') && field !== 'externalId');
}

/**
 * The outermost interceptor: takes `fields` out of the query before it is validated, and all other fields out of the
 * answer at last. What a route that reads no query is asked with is refused here; others refuse what they do not know.
 */
export class SelectedFields implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const query = request.query as Record<string, string>;
    const known = selectableFields(context.getHandler());
    const wanted = known && query['fields'] !== undefined ? parseFields(query['fields'], known) : undefined;
    if (wanted) delete query['fields'];
    if (!ignoresUnknown(context)) {
      if (!readsQuery(context)) refuseAll(Object.keys(query), (parameter) => ({ parameter }));
      if (!readsBody(context))
        refuseAll(namesIn(request.body), (name) => ({ pointer: `/${escapePointer(name)}` }));
    }
    if (!wanted) return next.handle();
    return next.handle().pipe(map((body) => selectFrom(body, wanted)));
  }
}

/** @throws Problem `unknown_field`, which names those that are not known */
function parseFields(text: string, known: readonly string[]): ReadonlySet<string> {
  const names = text.split(',');
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw fieldProblem([
      {
        code: 'unknown_field',
        detail: `fields may name ${known.join(', ')}, with commas between; not ${JSON.stringify(unknown[0])}.`,
        parameter: 'fields',
      },
    ]);
  return new Set([...known.filter(isOwnId), ...names]);
}

/** True when a handler's own parameters look at the query: `@Query()`, or a command, which knows `dryRun`. */
function readsQuery(context: ExecutionContext): boolean {
  return parametersOf(context).some(
    ([key, { factory }]) =>
      key.startsWith(`${QUERY}:`) || (factory !== undefined && QUERY_READERS.has(factory)),
  );
}

/** What Nest knows of a handler's parameters: the kind of each, and what its own decorators are made with. */
function parametersOf(context: ExecutionContext): [string, { factory?: object }][] {
  const { name } = context.getHandler();
  const known = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), name) as object | undefined;
  return Object.entries(known ?? {}) as [string, { factory?: object }][];
}

const IGNORES_UNKNOWN = 'rollbook:ignores-unknown-parameters';

/** Lets every route of a controller be asked with parameters it does not know: another protocol's clients send some. */
export function IgnoresUnknownParameters(): CustomDecorator {
  return SetMetadata(IGNORES_UNKNOWN, true);
}

function ignoresUnknown(context: ExecutionContext): boolean {
  return Reflect.getMetadata(IGNORES_UNKNOWN, context.getClass()) === true;
}

/** Nest's number for `@Query()` among the parameters of a route. */
const QUERY = 4;
const QUERY_READERS = new WeakSet<object>();

/** Says of a parameter decorator's factory that it checks the query by itself. */
export function checksQuery<Factory extends object>(factory: Factory): Factory {
  QUERY_READERS.add(factory);
  return factory;
}

/** Nest's number for `@Body()`, and for `@Req()`, by which an import reads its rows. */
const BODY_READERS = [3, 0];

/** What a route that takes no body was sent would seem to have been heard: a reason for a suspension, for example. */
function readsBody(context: ExecutionContext): boolean {
  return parametersOf(context).some(([key]) => BODY_READERS.some((reader) => key.startsWith(`${reader}:`)));
}

function namesIn(body: unknown): string[] {
  return typeof body === 'object' && body !== null ? Object.keys(body) : [];
}

function refuseAll(
  names: readonly string[],
  place: (name: string) => { parameter: string } | { pointer: string },
): void {
  if (names.length === 0) return;
  throw fieldProblem(
    names.map((name) => ({ code: 'unknown_field', detail: `${name} is not known here.`, ...place(name) })),
  );
}

function selectFrom(body: unknown, wanted: ReadonlySet<string>): unknown {
  const { data } = (body ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) return selected(body as object, wanted);
  return { ...(body as object), data: data.map((item: object) => selected(item, wanted)) };
}

function selected(resource: object, wanted: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => wanted.has(name)));
}
