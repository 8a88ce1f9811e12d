import { isDeepStrictEqual } from 'node:util';
import type { Attribute } from '../definitions/attribute-types.js';
import { attribute } from '../definitions/attributes.js';
import { anyCodec } from '../definitions/value-codecs.js';
import { refuseAttribute, refuseDefinition } from '../wire/errors.js';

interface Issue {
  readonly message: string;
  readonly path?: readonly unknown[] | undefined;
}

type Validated =
  { readonly value: unknown; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

/** What is used of a Standard Schema: of zod, valibot, arktype and others. Source: https://standardschema.dev */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validated | Promise<Validated>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type TypesOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>;

/** A schema that accepts nothing makes an optional attribute, or, if it puts a value in its place, one with a default. */
type PresenceOf<S extends StandardSchema> = undefined extends TypesOf<S>['output']
  ? 'optional'
  : undefined extends TypesOf<S>['input']
    ? 'default'
    : 'required';

export type SchemaAttributes<M extends Readonly<Record<string, StandardSchema>>> = {
  readonly [Name in keyof M]: Attribute<Exclude<TypesOf<M[Name]>['output'], undefined>, PresenceOf<M[Name]>>;
};

/**
 * Attributes from a Standard Schema for each: `fromSchemas(User.shape)` of zod, `fromSchemas(User.entries)` of valibot. Every
 * value that is put or set is validated; it must be as the schema returns it, as keys are made of what is given.
 */
export function fromSchemas<const M extends Readonly<Record<string, StandardSchema>>>(
  schemas: M,
): SchemaAttributes<M> {
  const entries = Object.entries(schemas).map(([name, schema]) => [name, fromSchema(name, schema)]);
  return Object.fromEntries(entries) as SchemaAttributes<M>;
}

function fromSchema(
  name: string,
  schema: StandardSchema,
): Attribute<unknown, 'required' | 'optional' | 'default'> {
  const absent = validated(name, schema, undefined);
  const check = (value: unknown) => {
    const { issues, ...rest } = validated(name, schema, value);
    if (issues) refuseValue(name, issues.map(textOf).join('; '));
    if (!isDeepStrictEqual((rest as { value: unknown }).value, value))
      refuseValue(name, 'it must be given as its schema returns it');
  };
  const made = attribute<unknown, 'required', 'open'>(anyCodec, {
    presence: 'required',
    access: 'open',
    check,
  });
  if (absent.issues) return made;
  if (absent.value === undefined) return made.optional();
  return made.default(() => (validated(name, schema, undefined) as { value: unknown }).value);
}

function validated(name: string, schema: StandardSchema, value: unknown): Validated {
  const result = schema['~standard'].validate(value);
  return result instanceof Promise ? refuseDefinition(name, 'has a schema that is not synchronous') : result;
}

const textOf = ({ message, path = [] }: Issue) =>
  path.length === 0
    ? message
    : `${path.map((part) => String((part as { key?: unknown }).key ?? part)).join('.')}: ${message}`;

export function refuseValue(attribute: string, why: string): never {
  return refuseAttribute('InvalidAttribute', attribute, `${attribute} is not valid: ${why}.`);
}
