import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getMetadataStorage } from 'class-validator';
import fc from 'fast-check';
import type { DtoClass } from '../../apps/api/src/http/input/compiled/dto-rules.js';
import { changesOf } from './fuzzing/almost-right.js';
import type { OpenApiOperation } from './contract.js';
import { documentedRoutes, oddText, oddValue, queryValue } from './fuzzing/fuzzed-requests.js';

/** A class of a route's body or query string, with what the document says about such a route. */
export interface ValidatedDto {
  type: DtoClass;
  kind: 'body' | 'query';
  operation: OpenApiOperation;
}

/** Every class of the API once, found in Nest's metadata of the handlers' parameters. */
export function validatedDtos(app: NestFastifyApplication): ValidatedDto[] {
  const operations = new Map(documentedRoutes().map(({ operation }) => [operation.operationId, operation]));
  const scanner = app.get(MetadataScanner, { strict: false });
  const found = new Map<DtoClass, ValidatedDto>();
  for (const { metatype } of app.get(DiscoveryService, { strict: false }).getControllers()) {
    if (typeof metatype !== 'function') continue;
    for (const method of scanner.getAllMethodNames(metatype.prototype as object))
      for (const { type, kind } of parametersOf(metatype, method)) {
        const operation = operations.get(method);
        if (!operation) throw new Error(`${method} is not in the document.`);
        found.set(type, { type, kind, operation });
      }
  }
  return [...found.values()];
}

function parametersOf(controller: object, method: string): Pick<ValidatedDto, 'type' | 'kind'>[] {
  const known = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object;
  const { prototype } = controller as { prototype: object };
  const types = Reflect.getMetadata('design:paramtypes', prototype, method) as DtoClass[] | undefined;
  return Object.keys(known).flatMap((key): Pick<ValidatedDto, 'type' | 'kind'>[] => {
    const [place, index] = key.split(':').map(Number);
    const type = types?.[index ?? 0];
    if (!type || (type as unknown) === Object || (type as unknown) === String) return [];
    if (place === RouteParamtypes.BODY) return [{ type, kind: 'body' }];
    return place === RouteParamtypes.QUERY ? [{ type, kind: 'query' as const }] : [];
  });
}

/** The document's example. */
export function exampleOf({ type, kind, operation }: ValidatedDto): unknown {
  const contents = Object.values(operation.requestBody?.content ?? {});
  if (kind === 'body') return contents.find(({ example }) => typeof example === 'object')?.example ?? {};
  const parameters = queryOf({ type, operation });
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const value = valueOf(parameter);
      return value === undefined ? [] : [[parameter.name, value]];
    }),
  );
}

/** The class's own parameters: others are removed from the query before. */
function queryOf({ type, operation }: Pick<ValidatedDto, 'type' | 'operation'>) {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return operation.parameters.filter(({ name }) => rules.some(({ propertyName }) => propertyName === name));
}

function valueOf({ example, schema }: OpenApiOperation['parameters'][number]): string | undefined {
  const value = example ?? (schema['enum'] as unknown[] | undefined)?.[0] ?? schema['default'];
  return typeof value === 'number' ? String(value) : (value as string | undefined);
}

/** Values that JSON cannot contain. */
const strangeValue = fc.oneof(
  fc.anything({ maxDepth: 2, withNullPrototype: true, withDate: true, withMap: true, withSet: true }),
  fc.anything({ maxDepth: 2, withSparseArray: true, withTypedArray: true, withBoxedValues: true }),
  fc.constantFrom(undefined, Object.create({ name: 'inherited' }), new (class Thing {})()),
);
const oddName = fc.oneof(
  oddText,
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'then', '0', 'id', 'name'),
);

/** The example with up to three changes: as JSON or a query string could have them, or not. */
export function almostRight(dto: ValidatedDto): fc.Arbitrary<unknown> {
  const example = exampleOf(dto);
  const values = dto.kind === 'query' ? fc.oneof(queryValue, oddValue) : oddValue;
  const names =
    dto.kind === 'query'
      ? fc.oneof(oddName, fc.constantFrom(...queryOf(dto).map(({ name }) => name)))
      : oddName;
  const after = (arbitrary: fc.Arbitrary<unknown>) =>
    fc
      .array(changesOf(example, { values: arbitrary, names }), { maxLength: 3 })
      .map((changes) => changes.reduce((value, change) => change(value), example));
  return fc.oneof(
    { weight: 6, arbitrary: after(values).map((value) => asJson(value)) },
    { weight: 3, arbitrary: after(strangeValue) },
    { weight: 1, arbitrary: strangeValue },
  );
}

/** `structuredClone` would create objects of another realm than the one in which Jest runs the API. */
function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
