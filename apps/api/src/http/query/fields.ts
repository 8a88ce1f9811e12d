import {
  createParamDecorator,
  SetMetadata,
  type CustomDecorator,
  type ExecutionContext,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { fieldProblem } from '../../problems/problem.js';

const FIELDS = 'rollbook:fields';

/** The names of a resource's fields. The compiler sees to it that none is missing. */
export type FieldsOf<Resource> = Readonly<Record<keyof Resource, true>>;

/** Lets a GET take `fields`: the answer then has only these fields of the resource, and its ids. */
export function Selectable(fields: Readonly<Record<string, unknown>>): CustomDecorator {
  return SetMetadata(FIELDS, Object.keys(fields));
}

export function selectableFields(handler: object): readonly string[] | undefined {
  return Reflect.getMetadata(FIELDS, handler) as readonly string[] | undefined;
}

/** Ids are always included: `id`, and those of the parents. Another system's id is an ordinary field. */
export function isOwnId(field: string): boolean {
  return field === 'id' || (field.endsWith('Id') && field !== 'externalId');
}

const selections = new WeakMap<FastifyRequest, ReadonlySet<string>>();

/**
 * Removes `fields` from a query before it is validated, and remembers what the answer should contain.
 * @param known what the route lets its callers select
 * @throws Problem `unknown_field`
 */
export function takeFields(request: FastifyRequest, known: readonly string[]): void {
  const query = request.query as Record<string, string>;
  if (query['fields'] === undefined) return;
  selections.set(request, parseFields(query['fields'], known));
  delete query['fields'];
}

function parseFields(text: string, known: readonly string[]): ReadonlySet<string> {
  const names = text.split(',');
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw fieldProblem([
      {
        code: 'unknown_field',
        detail: `fields must be a comma-separated list of ${known.join(', ')}; ${JSON.stringify(unknown[0])} is unknown.`,
        parameter: 'fields',
      },
    ]);
  return new Set([...known.filter(isOwnId), ...names]);
}

export function selectedFields(request: FastifyRequest, body: unknown): unknown {
  const wanted = selections.get(request);
  if (!wanted) return body;
  const { data } = (body ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) return selected(body as object, wanted);
  return { ...(body as object), data: data.map((item: object) => selected(item, wanted)) };
}

function selected(resource: object, wanted: ReadonlySet<string>): object {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => wanted.has(name)));
}

export const SelectedFields = createParamDecorator((_: unknown, context: ExecutionContext) =>
  selections.get(context.switchToHttp().getRequest<FastifyRequest>()),
);
